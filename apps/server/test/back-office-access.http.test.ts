import { afterAll, describe, expect, it } from 'vitest';
import { signInForTokens } from '../src/identity/testing/browser.ts';
import { startIdentity } from '../src/identity/testing/start-identity.ts';
import { openTestDatabase } from './open-database.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { createLog } from '../src/platform/log.ts';
import { createPricing } from '../src/pricing/index.ts';
import { createCatalogue } from '../src/catalogue/index.ts';

/** Everything below `/catalogue`, with the real identity provider behind it. */
const identity = await startIdentity();
const log = createLog('silent');
const { database } = await openTestDatabase();
const http = await createHttp({
  log,
  authenticate: async () => null,
  identify: (token) => identity.identity.identify(token),
});
const catalogue = createCatalogue({ database });
catalogue.routes(http);
createPricing({ database, catalogue }).routes(http);
await http.app.ready();
afterAll(async () => {
  await http.app.close();
  await identity.stop();
});

describe('the endpoints of the back office', () => {
  async function tokenOf(username: string): Promise<string> {
    const { tokens } = await signInForTokens(identity.origin, { username });
    return tokens.access_token;
  }

  interface Operation {
    security?: Record<string, string[]>[];
    path: string;
    method: string;
  }

  async function operations(): Promise<Operation[]> {
    const document = await http.app.inject({ url: '/openapi.json' });
    const { paths } = document.json<{
      paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>;
    }>();
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
    );
  }

  /** Bodies that satisfy the contract, so that only access decides. */
  const bodies: Record<string, object> = {
    'put /catalogue/brands/{code}': { version: 1 },
    'put /catalogue/prices/{sku}': { version: 1 },
    'post /catalogue/prices/preview': {
      adjustment: { kind: 'percent', value: '5', roundTo: 1 },
      filter: {},
    },
    'post /catalogue/prices/change': {
      adjustment: { kind: 'percent', value: '5', roundTo: 1 },
      items: [{ sku: 'A', version: 1 }],
    },
    'post /catalogue/prices/restore': { items: [{ sku: 'A', version: 1 }] },
  };

  const call = ({ path, method }: Operation, token: string | null, language = 'en') =>
    http.app.inject({
      method: method === 'get' ? 'GET' : method === 'put' ? 'PUT' : 'POST',
      url: path.replace(/\{\w+\}/, 'HOA'),
      headers: {
        'accept-language': language,
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(method !== 'get' && { payload: bodies[`${method} ${path}`] ?? {} }),
    });

  it('spec 6: declare their permission in OpenAPI', async () => {
    const all = await operations();
    expect(all).toHaveLength(14);
    for (const { path, security } of all) {
      const permission = path.startsWith('/catalogue/brands') ? 'catalog:all:all' : 'ppm:all:all';
      expect({ path, security }).toEqual({ path, security: [{ identity: [permission] }] });
    }
  });

  it('spec 6: all refuse calls without an access token of the identity provider', async () => {
    for (const operation of await operations()) {
      for (const token of [null, '', 'nonsense']) {
        expect((await call(operation, token)).statusCode).toBe(401);
      }
    }
  });

  it('spec 6: all refuse a seller, naming the missing permission and who can grant it', async () => {
    const token = await tokenOf('seller');
    for (const operation of await operations()) {
      const answer = await call(operation, token);
      const permission = operation.security?.[0]?.['identity']?.[0] ?? '';
      expect({ path: operation.path, status: answer.statusCode }).toEqual({
        path: operation.path,
        status: 403,
      });
      expect(answer.json()).toMatchObject({ error: 'forbidden', details: { permission } });
      // The code is for programs; the message explains what is not allowed in other words.
      expect(answer.json<{ message: string }>().message).not.toContain(permission);
    }
    const [first] = await operations();
    const answer = first && (await call(first, token, 'vi'));
    expect(answer?.json()).toMatchObject({
      message:
        'Tài khoản của bạn chưa có quyền quản lý thương hiệu. Hãy nhờ người quản trị phân vai trò của công ty cấp quyền này cho bạn.',
    });
  });

  it('spec 6: accept staff until the role is revoked, effective with the next call', async () => {
    const token = await tokenOf('staff');
    const ask = async () =>
      (
        await http.app.inject({
          url: '/catalogue/brands',
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode;
    expect(await ask()).toBe(200);
    await identity.admin("delete from identity.account_role where role = 'catalog:admin'");
    expect(await ask()).toBe(403);
  });
});
