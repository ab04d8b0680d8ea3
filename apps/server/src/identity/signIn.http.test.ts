import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allScopes,
  authorizationRequest,
  Browser,
  exchange,
  locationOf,
  openLogin,
  postLogin,
  signIn,
  signInForTokens,
  userInfo,
  type Tokens,
} from './testing/browser.ts';
import { appOrigin, startIdentity, type TestIdentity } from './testing/startIdentity.ts';

let running: TestIdentity;
beforeAll(async () => {
  running = await startIdentity();
});
afterAll(() => running.stop());

describe('signing in', () => {
  it('spec 7: leads from the authorization request over the login screen to tokens', async () => {
    const browser = new Browser(running.origin);
    const { response, request } = await signIn(browser);
    expect(`${response.origin}${response.pathname}`).toBe(`${appOrigin}/`);
    expect(response.searchParams.get('state')).toBe('state-of-16-chars');
    expect(response.searchParams.get('iss')).toBe(running.origin);
    const answer = await exchange(
      running.origin,
      response.searchParams.get('code') ?? '',
      request.verifier,
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(appOrigin);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Date');
    const tokens = (await answer.json()) as Tokens;
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: allScopes });
    expect(tokens.access_token.split('.')).toHaveLength(1);
    expect(decodeProtectedHeader(tokens.id_token).alg).toBe('ES256');
    const claims = decodeJwt(tokens.id_token);
    expect(claims).toMatchObject({
      iss: running.origin,
      aud: 'seller-connect-web',
      nonce: 'nonce-of-16-chars',
    });
  });
});
