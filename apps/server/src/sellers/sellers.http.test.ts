import { User, type Credential } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../test/open-database.ts';
import { sql } from '../platform/database/database.ts';
import { createHttp } from '../platform/http/http.ts';
import { createLog } from '../platform/log.ts';
import { createSellers } from './index.ts';
import { createFakeIdentityDirectory } from './testing/fake-identity-directory.ts';

const directory = createFakeIdentityDirectory('lan', 'minh', 'quang');

const savedProfiles = sql(
  'test.saved_profiles',
  `select from audit.entry where tenant_id = $1 and action = 'profile.saved'`,
);

const openSessions = sql(
  'test.open_sessions',
  'select from sellers.core_session where tenant_id = $1 and account_id = $2',
);

const log = createLog('silent');
const { database } = await openTestDatabase();
const sellers = createSellers({
  database,
  directory,
  appOrigin: 'http://app.test',
  countLinkedShops: async () => 0,
});
const http = await createHttp({
  log,
  trustedProxies: ['10.0.0.0/8'],
  authenticate: sellers.authenticate,
});
sellers.routes(http);
await http.app.ready();
afterAll(() => http.app.close());

describe('the core credential and the profile', () => {
  async function signIn(name: string): Promise<string> {
    const answer = await http.app.inject({
      method: 'POST',
      url: '/auth/identity_login',
      payload: { accessToken: name },
    });
    expect(answer.statusCode).toBe(200);
    return answer.json<{ accessToken: string }>().accessToken;
  }

  const as = (token: string, language = 'en') => ({
    authorization: `Bearer ${token}`,
    'accept-language': language,
  });

  it('spec 7: exchanges an identity token for a core credential that /auth/validate accepts', async () => {
    const token = await signIn('lan');
    const answer = await http.app.inject({ url: '/auth/validate', headers: as(token) });
    expect(answer.json()).toMatchObject({ sub: directory.get('lan').sub });
  });

  it.each(['', 'Bearer', 'Bearer nonsense', `Bearer ${'A'.repeat(64)}`, 'Basic lan'])(
    'responds 401 to the authorization "%s"',
    async (authorization) => {
      const answer = await http.app.inject({
        url: '/user',
        headers: { authorization, 'accept-language': 'vi' },
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({
        statusCode: 401,
        error: 'unauthorized',
        message: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
      });
      expect(answer.json<{ requestId: string }>().requestId).toBe(answer.headers['x-request-id']);
    },
  );

  it('refuses the token of one account under the tenant of another', async () => {
    const token = Buffer.from(await signIn('lan'), 'base64url');
    const other = directory.get('minh').tenantId.replaceAll('-', '');
    token.set(Buffer.from(other, 'hex'), 0);
    const answer = await http.app.inject({
      url: '/user',
      headers: as(token.toString('base64url')),
    });
    expect(answer.statusCode).toBe(401);
  });

  it('refuses an unknown identity token', async () => {
    const answer = await http.app.inject({
      method: 'POST',
      url: '/auth/identity_login',
      payload: { accessToken: 'nobody' },
    });
    expect(answer.statusCode).toBe(401);
  });

  it('opens no session for a sign-in that ends meanwhile', async () => {
    const { sub, tenantId } = directory.add('thu');
    const readAccount = directory.account;
    vi.spyOn(directory, 'account').mockImplementationOnce(async (accountId) => {
      vi.spyOn(directory, 'verifyAccessToken').mockResolvedValueOnce(null);
      await sellers.signInsEnded({ tenantId, sub }, { only: 'sign-in of thu' });
      return readAccount(accountId);
    });
    const answer = await http.app.inject({
      method: 'POST',
      url: '/auth/identity_login',
      payload: { accessToken: 'thu' },
    });
    expect(answer.statusCode).toBe(401);
    const open = await database.tenant(tenantId, (tx) => tx.query(openSessions, [tenantId, sub]));
    expect(open).toEqual([]);
  });

  it('spec 7: exchanges a Google token for the credential of the linked account', async () => {
    const exchange = (accessToken: string) =>
      http.app.inject({
        method: 'POST',
        url: '/auth/google_login',
        headers: { 'accept-language': 'en' },
        payload: { accessToken },
      });
    const answer = await exchange('google-lan');
    expect(answer.statusCode).toBe(200);
    const { accessToken, accessTokenExpiresAt } = answer.json<Credential>();
    const who = await http.app.inject({ url: '/auth/validate', headers: as(accessToken) });
    expect(who.json()).toMatchObject({ sub: directory.get('lan').sub });
    // No sign-in at the provider ends the session, so it is short.
    const lasts = Date.parse(accessTokenExpiresAt) - Date.parse(answer.headers.date ?? '');
    expect(lasts).toBeLessThanOrEqual(10 * 60_000 + 1_000);
    const unknown = await exchange('google-nobody');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toMatchObject({ error: 'google_account_unknown' });
  });

  it('responds 429 with Retry-After, by the IP address that a trusted proxy forwards', async () => {
    const answer = await http.app.inject({
      method: 'POST',
      url: '/auth/google_login',
      remoteAddress: '10.0.0.7',
      headers: { 'x-forwarded-for': '203.0.113.9' },
      payload: { accessToken: 'google-limited' },
    });
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('17');
    expect(answer.json()).toMatchObject({ error: 'rate_limited', message: '203.0.113.9' });
    const stranger = await http.app.inject({
      method: 'POST',
      url: '/auth/google_login',
      remoteAddress: '192.0.2.1',
      headers: { 'x-forwarded-for': '203.0.113.9' },
      payload: { accessToken: 'google-limited' },
    });
    expect(stranger.json()).toMatchObject({ message: '192.0.2.1' });
  });

  it('revokes the credential on logout', async () => {
    const token = await signIn('lan');
    const ended = await http.app.inject({
      method: 'POST',
      url: '/auth/logout',
      headers: as(token),
    });
    expect(ended.statusCode).toBe(204);
    const after = await http.app.inject({ url: '/auth/validate', headers: as(token) });
    expect(after.statusCode).toBe(401);
  });

  it('saves the profile form of each account separately', async () => {
    const lan = await signIn('lan');
    const minh = await signIn('minh');
    const before = await http.app.inject({ url: '/user', headers: as(lan) });
    expect(before.json()).toMatchObject({ name: 'lan', profile: null, profileCompletedAt: null });
    const form = {
      email: 'lan@shop.vn',
      phoneNumber: '0912345678',
      business: 'Mỹ phẩm',
      purpose: 'Báo cáo',
    };
    const saved = await http.app.inject({
      method: 'POST',
      url: '/user',
      headers: as(lan),
      payload: form,
    });
    expect(saved.json()).toMatchObject({ profile: { ...form, phoneNumber: '+84912345678' } });
    // Saving the same form again changes nothing and records no audit event.
    const again = await http.app.inject({
      method: 'POST',
      url: '/user',
      headers: as(lan),
      payload: form,
    });
    expect(again.json()).toEqual(saved.json());
    const auditEvents = await database.tenantRead(directory.get('lan').tenantId, savedProfiles, [
      directory.get('lan').tenantId,
    ]);
    expect(auditEvents).toHaveLength(1);
    const other = await http.app.inject({ url: '/user', headers: as(minh) });
    expect(other.json()).toMatchObject({ profile: null, team: { name: 'minh', role: 'owner' } });
  });

  it('refuses a change of an earlier version of the profile, and repeats none that is stored', async () => {
    const token = await signIn('quang');
    const form = { email: 'q@shop.vn', phoneNumber: '+84912345678', business: 'x', purpose: 'y' };
    const save = (profileVersion: number | undefined, business: string) =>
      http.app.inject({
        method: 'POST',
        url: '/user',
        headers: {
          ...as(token),
          ...(profileVersion !== undefined && { 'if-match': `"${profileVersion}"` }),
        },
        payload: { ...form, business },
      });
    const versionOf = ({ json }: { json(): unknown }) => Value.Parse(User, json()).profileVersion;
    const first = versionOf(await save(0, 'a')) ?? 0;
    expect(first).toBeGreaterThan(0);
    const second = versionOf(await save(first, 'b')) ?? 0;
    expect(second).toBeGreaterThan(first);
    for (const before of [0, first]) {
      const refused = await save(before, 'c');
      expect(refused.statusCode).toBe(409);
      const current = { profile: { ...form, business: 'b' }, profileVersion: second };
      expect(refused.json()).toMatchObject({ error: 'changed_meanwhile', details: { current } });
    }
    // A save whose response was lost is sent again.
    expect(versionOf(await save(first, 'b'))).toBe(second);
    // Pages of earlier releases name no version.
    expect((await save(undefined, 'd')).json()).toMatchObject({ profile: { business: 'd' } });
  });

  it('spec 5: reports a missing field with its message and keeps the stored profile', async () => {
    const token = await signIn('minh');
    const answer = await http.app.inject({
      method: 'POST',
      url: '/user',
      headers: as(token),
      payload: { email: 'minh@shop.vn', phoneNumber: '0912345678', business: 'x' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      error: 'validation',
      message: 'Please enter your purpose!',
      details: { purpose: 'Please enter your purpose!' },
    });
  });

  it('documents every endpoint', async () => {
    const document = await http.app.inject({ url: '/openapi.json' });
    expect(Object.keys(document.json<{ paths: object }>().paths)).toEqual(
      expect.arrayContaining(['/auth/identity_login', '/auth/validate', '/user']),
    );
  });
});
