import { hash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import {
  Browser,
  signIn,
  postToken,
  readTokens,
  fetchUserInfo,
  type Tokens,
} from '../testing/browser.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

interface Key {
  privateKey: CryptoKey;
  jwk: JWK;
}

const running = await startIdentity();
const [own, other] = await Promise.all([newKey(), newKey()]);
afterAll(() => running.stop());

async function newKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { privateKey, jwk: await exportJWK(publicKey) };
}

interface Call {
  method: string;
  url: string;
  accessToken?: string;
}

function proofOf(key: Key, call: Call, claims: Record<string, unknown> = {}): Promise<string> {
  const ath = hash('sha256', call.accessToken ?? '', 'base64url');
  return new SignJWT({
    htm: call.method,
    htu: call.url,
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    ...(call.accessToken !== undefined && { ath }),
    ...claims,
  })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk })
    .sign(key.privateKey);
}

const tokenCall = (): Call => ({ method: 'POST', url: `${running.origin}/oauth/token` });
const permissionsAddress = () => `${running.origin}/api/v1.0/users/me/roles_permissions`;

/** Signs in with a key, to which the tokens are bound. */
async function boundTokens(): Promise<Tokens> {
  const { response, request } = await signIn(new Browser(running.origin));
  const fields = {
    grant_type: 'authorization_code',
    code: response.searchParams.get('code') ?? '',
    code_verifier: request.verifier,
    redirect_uri: `${appOrigin}/`,
  };
  const dpop = await proofOf(own, tokenCall());
  return readTokens(await postToken(running.origin, fields, { dpop }));
}

async function renew(refreshToken: string, key: Key | null): Promise<Response> {
  const headers = key ? { dpop: await proofOf(key, tokenCall()) } : undefined;
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return postToken(running.origin, fields, headers);
}

function use(
  accessToken: string,
  proof: string | null,
  scheme = 'DPoP',
  url = permissionsAddress(),
) {
  const headers = {
    authorization: `${scheme} ${accessToken}`,
    ...(proof !== null && { dpop: proof }),
  };
  return fetch(url, { headers });
}

describe('DPoP tokens', () => {
  it('are issued for a proof and announced by discovery', async () => {
    const tokens = await boundTokens();
    expect(tokens.token_type).toBe('DPoP');
    const found = await fetch(`${running.origin}/.well-known/openid-configuration`);
    expect(await found.json()).toMatchObject({
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
    });
  });

  it('cannot be used as bearer tokens at userinfo, at our API or in process', async () => {
    const { access_token: accessToken } = await boundTokens();
    expect((await fetchUserInfo(running.origin, accessToken)).status).toBe(401);
    expect((await use(accessToken, null, 'Bearer')).status).toBe(401);
    expect((await use(accessToken, null)).status).toBe(401);
    expect(await running.identity.verifyAccessToken(accessToken)).toBeNull();
  });

  it('work with a proof for this request and this token', async () => {
    const { access_token: accessToken } = await boundTokens();
    const url = `${running.origin}/userinfo`;
    const atUserInfo = await proofOf(own, { method: 'GET', url, accessToken });
    expect((await use(accessToken, atUserInfo, 'DPoP', url)).status).toBe(200);
    const call = { method: 'GET', url: permissionsAddress(), accessToken };
    expect((await use(accessToken, await proofOf(own, call))).status).toBe(200);
    const proof = await proofOf(own, call);
    const verified = await running.identity.verifyAccessToken(accessToken, { proof, ...call });
    expect(verified?.scopes).toContain('read:permissions');
  });

  it('accept a proof once and for its own request only', async () => {
    const { access_token: accessToken } = await boundTokens();
    const call = { method: 'GET', url: permissionsAddress(), accessToken };
    const seconds = Math.floor(Date.now() / 1000);
    const once = await proofOf(own, call);
    expect((await use(accessToken, once)).status).toBe(200);
    const wrong: [string, string][] = [
      ['used before', once],
      ['another key', await proofOf(other, call)],
      ['another method', await proofOf(own, { ...call, method: 'POST' })],
      ['another address', await proofOf(own, { ...call, url: `${running.origin}/userinfo` })],
      [
        'another origin',
        await proofOf(own, { ...call, url: call.url.replace('localhost', 'evil.test') }),
      ],
      ['another token', await proofOf(own, { ...call, accessToken: 'another' })],
      ['no token', await proofOf(own, { method: 'GET', url: call.url })],
      ['an old one', await proofOf(own, call, { iat: seconds - 400 })],
      ['one from the future', await proofOf(own, call, { iat: seconds + 120 })],
      ['one without a name', await proofOf(own, call, { jti: '' })],
      ['none at all', 'not.a.proof'],
    ];
    for (const [name, proof] of wrong) {
      expect([name, (await use(accessToken, proof)).status]).toEqual([name, 401]);
    }
    // The query is not part of the proof.
    const again = await proofOf(own, call);
    const requestedUrl = `${permissionsAddress()}?page=1`;
    expect((await use(accessToken, again, 'DPoP', requestedUrl)).status).toBe(200);
  });

  it('have a bound refresh token that requires the key', async () => {
    const tokens = await boundTokens();
    expect((await renew(tokens.refresh_token, null)).status).toBe(400);
    expect((await renew(tokens.refresh_token, other)).status).toBe(400);
    const renewed = await readTokens(await renew(tokens.refresh_token, own));
    expect(renewed.token_type).toBe('DPoP');
  });

  it('exclude a token that is not bound', async () => {
    const { response, request } = await signIn(new Browser(running.origin));
    const fields = {
      grant_type: 'authorization_code',
      code: response.searchParams.get('code') ?? '',
      code_verifier: request.verifier,
      redirect_uri: `${appOrigin}/`,
    };
    const { access_token: accessToken } = await readTokens(await postToken(running.origin, fields));
    const proof = await proofOf(own, { method: 'GET', url: permissionsAddress(), accessToken });
    expect((await use(accessToken, proof)).status).toBe(401);
    expect((await use(accessToken, null, 'Bearer')).status).toBe(200);
  });
});
