import { identityApi } from '@seller-connect/contract';
import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { callApi, Browser, signInForTokens, type Tokens } from '../testing/browser.ts';
import { registerAccount } from '../testing/emails.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const password = 'bốn con mèo trên mái';
const administrator = 'head@shop.test';
const running = await startIdentity({ ADMINISTRATOR_EMAIL: 'Head@Shop.test' });
await registerAccount(running, new Browser(running.origin), { email: administrator, password });
await running.identity.maintain();
const signedIn = { username: administrator, password };
const head = (await signInForTokens(running.origin, signedIn)).tokens;
const seller = (await signInForTokens(running.origin)).tokens;
afterAll(() => running.stop());

const subOf = (tokens: Tokens) => decodeJwt(tokens.id_token).sub ?? '';

const call = (tokens: Tokens, method: string, path: string) =>
  callApi(running.origin, tokens, method, path);
const rolesOf = async (tokens: Tokens) =>
  JSON.parse(await (await call(tokens, 'GET', '/users/me/roles_permissions')).text());

describe('spec 6: roles', () => {
  it('are granted and revoked by an administrator, effective with the next request of the same token', async () => {
    const address = `/users/${subOf(seller)}/roles/ppm:admin`;
    expect(await rolesOf(seller)).toEqual({ roles: ['seller'], permissions: [] });
    expect((await call(head, 'PUT', address)).status).toBe(204);
    expect(await rolesOf(seller)).toEqual({
      roles: ['ppm:admin', 'seller'],
      permissions: ['ppm:all:all'],
    });
    expect((await call(head, 'DELETE', address)).status).toBe(204);
    expect(await rolesOf(seller)).toEqual({ roles: ['seller'], permissions: [] });
  });

  it('are inaccessible without the permission, which ends with the role', async () => {
    const address = `/users/${subOf(head)}/roles/catalog:admin`;
    for (const [method, path] of [
      ['GET', '/roles'],
      ['GET', '/users'],
      ['GET', '/role_changes'],
      ['PUT', address],
      ['DELETE', address],
    ] as const) {
      expect((await call(seller, method, path)).status).toBe(403);
      const bare = await fetch(`${running.origin}/api/v1.0${path}`, { method });
      expect(bare.status).toBe(401);
    }
    const own = `/users/${subOf(seller)}/roles/identity:admin`;
    await call(head, 'PUT', own);
    expect((await call(seller, 'GET', '/roles')).status).toBe(200);
    await call(head, 'DELETE', own);
    expect((await call(seller, 'GET', '/roles')).status).toBe(403);
  });

  it('cannot be changed by their own administrator', async () => {
    const answer = await call(head, 'DELETE', `/users/${subOf(head)}/roles/identity:admin`);
    expect(answer.status).toBe(409);
    expect((await rolesOf(head)).permissions).toContain('identity:roles:assign');
  });

  it('remain with one of two administrators who revoke each other concurrently', async () => {
    const role = 'identity:admin';
    const grant = `insert into identity.account_role (account_id, role, granted_at)
      values ($1, '${role}', now()) on conflict do nothing`;
    for (let round = 0; round < 5; round += 1) {
      for (const each of [head, seller]) await running.admin(grant, [subOf(each)]);
      const responses = await Promise.all([
        call(head, 'DELETE', `/users/${subOf(seller)}/roles/${role}`),
        call(seller, 'DELETE', `/users/${subOf(head)}/roles/${role}`),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 403]);
    }
    await running.admin(grant, [subOf(head)]);
    await call(head, 'DELETE', `/users/${subOf(seller)}/roles/${role}`);
    expect((await rolesOf(seller)).roles).toEqual(['seller']);
  });

  it('must exist, and so must the account', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000';
    for (const path of [
      `/users/${subOf(seller)}/roles/emperor`,
      `/users/${nobody}/roles/seller`,
      '/users/mai/roles/seller',
    ]) {
      expect((await call(head, 'PUT', path)).status).toBe(404);
    }
  });

  it('have a history of who changed what, once per change', async () => {
    const address = `/users/${subOf(seller)}/roles/catalog:admin`;
    for (const method of ['PUT', 'PUT', 'DELETE']) await call(head, method, address);
    const path = `/role_changes?account=${subOf(seller)}&pageSize=2`;
    const { items, total } = JSON.parse(await (await call(head, 'GET', path)).text());
    expect(items).toMatchObject([
      { role: 'catalog:admin', change: 'revoked', changedBy: { id: subOf(head) } },
      { role: 'catalog:admin', change: 'granted', changedBy: { name: 'Phạm Thu Hà' } },
    ]);
    const after = await (await call(head, 'GET', `${path}&page=9`)).json();
    expect(total).toBeGreaterThanOrEqual(2);
    expect(after).toMatchObject({ items: [], total });
  });

  it('are listed with permissions, and accounts with roles, by part of a name', async () => {
    const roles = JSON.parse(await (await call(head, 'GET', '/roles')).text());
    expect(roles.items).toContainEqual(
      expect.objectContaining({
        name: 'catalog:admin',
        permissions: ['catalog:all:all', 'ppm:all:all'],
      }),
    );
    const found = JSON.parse(await (await call(head, 'GET', '/users?search=STAFF@demo')).text());
    expect(found).toMatchObject({
      items: [{ email: 'staff@demo.test', roles: ['catalog:admin'] }],
      total: 1,
    });
    const after = await (await call(head, 'GET', '/users?search=STAFF@demo&page=9')).json();
    expect(after).toMatchObject({ items: [], total: 1 });
    expect((await call(head, 'GET', '/users?pageSize=101')).status).toBe(400);
    const wild = JSON.parse(await (await call(head, 'GET', '/users?search=%25')).text());
    expect(wild.total).toBe(0);
  });

  it('can be changed from the origin of the application only', async () => {
    const url = `${running.origin}/api/v1.0/users/${subOf(seller)}/roles/seller`;
    const preflight = { method: 'OPTIONS', headers: { origin: appOrigin } };
    const allowed = await fetch(url, preflight);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PUT');
    const foreign = await fetch(url, { ...preflight, headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
  });
});

it('creates no administrator by default: the email address must be configured and confirmed', async () => {
  const rows = await running.admin(
    `select a.email from identity.account_role r join identity.account a on a.id = r.account_id
     where r.role = 'identity:admin'`,
  );
  expect(rows).toEqual([{ email: administrator }]);
});

it('documents the endpoints that are not part of OpenID Connect', async () => {
  const response = await fetch(`${running.origin}/openapi.json`);
  const { paths }: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
    await response.text(),
  );
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const calls = Object.values(identityApi).map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(documented.toSorted()).toEqual(calls.toSorted());
  expect(paths['/api/v1.0/roles']?.['get']).toMatchObject({
    security: [{ identity: ['manage:account'] }],
  });
});
