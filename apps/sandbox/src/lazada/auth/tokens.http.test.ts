import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SandboxTestClient, textAt } from '../../testing/sandbox-client.ts';

const shopId = '200164501';
let sandbox: SandboxTestClient;
beforeEach(async () => {
  sandbox = await SandboxTestClient.start();
});
afterEach(() => sandbox.running.stop());

async function advance(seconds: number): Promise<void> {
  await sandbox.control('clock', 'PUT', { advanceSeconds: seconds });
}

describe('tokens', () => {
  it('expires a code after 30 minutes', async () => {
    const [young, old] = [await sandbox.code(shopId), await sandbox.code(shopId)];
    await advance(29 * 60);
    expect((await sandbox.call('/auth/token/create', { code: young }))['code']).toBe('0');
    await advance(2 * 60);
    expect((await sandbox.call('/auth/token/create', { code: old }))['code']).toBe('InvalidCode');
  });

  it('rotates both tokens without extending the refresh token', async () => {
    await sandbox.control('lazada', 'PUT', {
      accessTokenSeconds: 100,
      refreshTokenSeconds: 1000,
      refreshGraceSeconds: 10,
    });
    await sandbox.control('clock', 'PUT', { frozen: true });
    const first = await sandbox.link(shopId);
    expect(first).toMatchObject({ expires_in: 100, refresh_expires_in: 1000 });
    await advance(100);
    const expired = await sandbox.call('/seller/get', {}, textAt(first, 'access_token'));
    expect(expired).toMatchObject({ type: 'ISV', code: 'IllegalAccessToken' });
    const old = { refresh_token: textAt(first, 'refresh_token') };
    const second = await sandbox.call('/auth/token/refresh', old);
    expect(second).toMatchObject({ code: '0', expires_in: 100, refresh_expires_in: 900 });
    expect(second['refresh_token']).not.toBe(first['refresh_token']);
    expect((await sandbox.call('/seller/get', {}, textAt(second, 'access_token')))['code']).toBe(
      '0',
    );
    // The replaced refresh token works during the grace period only.
    expect((await sandbox.call('/auth/token/refresh', old))['code']).toBe('0');
    await advance(10);
    expect((await sandbox.call('/auth/token/refresh', old))['code']).toBe('IllegalRefreshToken');
    const last = await sandbox.call('/auth/token/refresh', {
      refresh_token: textAt(second, 'refresh_token'),
    });
    expect(last['code']).toBe('IllegalRefreshToken');
  });

  it('expires every refresh token with the authorization', async () => {
    await sandbox.control('lazada', 'PUT', { refreshTokenSeconds: 500 });
    await sandbox.control('clock', 'PUT', { frozen: true });
    const { refresh_token } = await sandbox.link(shopId);
    const renew = { refresh_token: String(refresh_token) };
    await advance(499);
    const renewed = await sandbox.call('/auth/token/refresh', renew);
    expect(renewed['code']).toBe('0');
    await advance(2);
    const late = { refresh_token: textAt(renewed, 'refresh_token') };
    expect((await sandbox.call('/auth/token/refresh', late))['code']).toBe('IllegalRefreshToken');
  });

  it('refuses to refresh tokens of subscription-bound sellers', async () => {
    await sandbox.control('lazada', 'PUT', { subscriptionMode: true });
    const tokens = await sandbox.link(shopId);
    expect(tokens['refresh_expires_in']).toBe(0);
    const refused = await sandbox.call('/auth/token/refresh', {
      refresh_token: textAt(tokens, 'refresh_token'),
    });
    expect(refused['code']).toBe('AUTH_TYPE_UNSUPPORTED');
  });

  it('refuses a path without permission', async () => {
    const token = await sandbox.token(shopId);
    await sandbox.control('lazada', 'PUT', { deniedPaths: ['/products/get'] });
    expect((await sandbox.call('/products/get', {}, token))['code']).toBe('InsufficientPermission');
    expect((await sandbox.call('/seller/get', {}, token))['code']).toBe('0');
  });
});
