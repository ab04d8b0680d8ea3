import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  Browser,
  exchangeCode,
  locationOf,
  refreshTokens,
  signIn,
  signInForTokens,
  postToken,
  readTokens,
  fetchUserInfo,
} from '../testing/browser.ts';
import {
  singleSuccess,
  exchangeCodeInParallel,
  refreshInParallel,
} from '../testing/parallel-use.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const running = await startIdentity();
afterAll(() => running.stop());

/** Returns the OAuth error code of a response; undefined when it has none. */
async function errorOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json();
  return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
}

describe('an authorization code', () => {
  it('is exchanged once by eight concurrent requests', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect(await exchangeCodeInParallel(running.origin)).toEqual(singleSuccess);
    }
  });

  it('that is replayed revokes the tokens issued for it', async () => {
    const { response, request } = await signIn(new Browser(running.origin));
    const code = response.searchParams.get('code') ?? '';
    const tokens = await readTokens(await exchangeCode(running.origin, code, request.verifier));
    expect((await fetchUserInfo(running.origin, tokens.access_token)).status).toBe(200);
    const replay = await exchangeCode(running.origin, code, request.verifier);
    expect(await errorOf(replay)).toBe('invalid_grant');
    expect((await fetchUserInfo(running.origin, tokens.access_token)).status).toBe(401);
    expect(await errorOf(await refreshTokens(running.origin, tokens.refresh_token))).toBe(
      'invalid_grant',
    );
  });

  it('requires its verifier and redirect URI, and expires after a minute', async () => {
    const signedIn = async () => {
      const { response, request } = await signIn(new Browser(running.origin));
      return { code: response.searchParams.get('code') ?? '', verifier: request.verifier };
    };
    const stolen = await signedIn();
    const wrong = await exchangeCode(running.origin, stolen.code, 'x'.repeat(48));
    expect(await errorOf(wrong)).toBe('invalid_grant');
    // The caller with the wrong verifier has the code, so the code is revoked.
    const burnt = await exchangeCode(running.origin, stolen.code, stolen.verifier);
    expect(await errorOf(burnt)).toBe('invalid_grant');
    const none = await postToken(running.origin, {
      grant_type: 'authorization_code',
      code: (await signedIn()).code,
      redirect_uri: `${appOrigin}/`,
    });
    expect(await errorOf(none)).toBe('invalid_grant');
    const other = await signedIn();
    const elsewhere = await postToken(running.origin, {
      grant_type: 'authorization_code',
      code: other.code,
      code_verifier: other.verifier,
      redirect_uri: appOrigin,
    });
    expect(await errorOf(elsewhere)).toBe('invalid_grant');
    const { code, verifier } = await signedIn();
    await running.admin(
      "update identity.artifact set expires_at = now() - interval '1 s' where model = 'AuthorizationCode'",
    );
    const late = await exchangeCode(running.origin, code, verifier);
    expect(await errorOf(late)).toBe('invalid_grant');
  });
});

describe('an authorization request', () => {
  async function errorFor(more: Record<string, string | undefined>): Promise<string | null> {
    const answer = await new Browser(running.origin).fetch(authorizationRequest(more).url);
    if (answer.status !== 303) return null;
    const { searchParams, hash } = locationOf(answer);
    return searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error');
  }

  it('is refused without PKCE and with the plain method', async () => {
    const none = { code_challenge: undefined, code_challenge_method: undefined };
    expect(await errorFor(none)).toBe('invalid_request');
    expect(await errorFor({ code_challenge_method: 'plain' })).toBe('invalid_request');
  });

  it('spec 7: treats a challenge without a method as S256, never as plain', async () => {
    const browser = new Browser(running.origin);
    const request = authorizationRequest({ code_challenge_method: undefined });
    const { response } = await signIn(browser, { request });
    const code = response.searchParams.get('code') ?? '';
    expect((await exchangeCode(running.origin, code, request.verifier)).status).toBe(200);

    const plain = 'a-verifier-that-is-its-own-challenge-of-48-chars';
    const second = authorizationRequest({
      code_challenge: plain,
      code_challenge_method: undefined,
    });
    const next = locationOf(await browser.fetch(second.url)).searchParams.get('code') ?? '';
    expect(await errorOf(await exchangeCode(running.origin, next, plain))).toBe('invalid_grant');
  });

  it('keeps what follows a second question mark when it adds the method', async () => {
    const { url } = authorizationRequest({ code_challenge_method: undefined, prompt: 'none' });
    const state = new URL(url, running.origin).searchParams.get('state');
    for (const written of [
      url.replace('?', '?return_to=/orders?page=2&'),
      `${url.replace(/&state=[^&]+/, '')}&return_to=/orders?page=2&state=${state}`,
    ]) {
      const { searchParams } = locationOf(await new Browser(running.origin).fetch(written));
      expect([searchParams.get('error'), searchParams.get('state')]).toEqual([
        'login_required',
        state,
      ]);
    }
  });

  it('supports the code flow only, and no unregistered redirect URI, mode or scope', async () => {
    for (const response_type of ['token', 'id_token', 'code id_token', 'code token']) {
      expect(await errorFor({ response_type })).toBe('unsupported_response_type');
      const query = { response_type, response_mode: 'query' };
      expect(await errorFor(query)).toBe('unsupported_response_type');
    }
    expect(await errorFor({ response_type: undefined })).toBe('invalid_request');
    expect(await errorFor({ response_mode: 'web_message' })).toBe('unsupported_response_mode');
    const elsewhere = `${appOrigin}/elsewhere`;
    const answer = await new Browser(running.origin).fetch(
      authorizationRequest({ redirect_uri: elsewhere }).url,
    );
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
  });

  it('supports neither the password grant nor client credentials', async () => {
    for (const grant_type of ['password', 'client_credentials', 'implicit']) {
      const answer = await postToken(running.origin, { grant_type, username: 'a', password: 'b' });
      expect(answer.status).toBe(400);
    }
  });

  it('returns the issuer in every response, success and error', async () => {
    const answer = await new Browser(running.origin).fetch(
      authorizationRequest({ prompt: 'none' }).url,
    );
    const response = locationOf(answer);
    expect(response.searchParams.get('error')).toBe('login_required');
    expect(response.searchParams.get('iss')).toBe(running.origin);
  });
});

describe('a refresh token', () => {
  it('is rotated at each use without extending its lifetime', async () => {
    const { tokens } = await signInForTokens(running.origin);
    const ends = async () => {
      const rows = await running.admin(
        "select max(expires_at) as ends from identity.artifact where model = 'RefreshToken' and consumed_at is null",
      );
      return rows[0]?.['ends'];
    };
    const first = await ends();
    const renewed = await readTokens(await refreshTokens(running.origin, tokens.refresh_token));
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(decodeJwt(renewed.id_token).sub).toBe(decodeJwt(tokens.id_token).sub);
    const second = await ends();
    if (!(first instanceof Date) || !(second instanceof Date)) throw new Error('no expiry');
    expect(second.getTime()).toBeLessThanOrEqual(first.getTime() + 1000);
  });

  it('that is reused revokes the whole family, including access tokens', async () => {
    const { browser, tokens } = await signInForTokens(running.origin);
    const renewed = await readTokens(await refreshTokens(running.origin, tokens.refresh_token));
    expect(await errorOf(await refreshTokens(running.origin, tokens.refresh_token))).toBe(
      'invalid_grant',
    );
    expect(await errorOf(await refreshTokens(running.origin, renewed.refresh_token))).toBe(
      'invalid_grant',
    );
    expect((await fetchUserInfo(running.origin, renewed.access_token)).status).toBe(401);
    expect(await running.identity.verifyAccessToken(renewed.access_token)).toBeNull();

    // The session is untouched, so the user can still sign in silently.
    const silent = await browser.fetch(authorizationRequest({ prompt: 'none' }).url);
    expect(locationOf(silent).searchParams.get('code')).toBeTruthy();
  });

  it('is accepted once by eight concurrent requests', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect(await refreshInParallel(running.origin)).toEqual(singleSuccess);
    }
  });

  it('extends a remembered session, but never beyond its absolute end', async () => {
    const { tokens } = await signInForTokens(running.origin, { username: 'shop', remember: true });
    const sub = decodeJwt(tokens.id_token).sub;
    const move = (seconds: number) =>
      running.admin(
        `update identity.artifact set expires_at = now() + interval '1 hour',
           payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch from now())::bigint - $2::bigint))
         where model = 'Session' and account_id = $1`,
        [sub, seconds],
      );
    const hoursLeft = async () => {
      const [row] = await running.admin(
        "select extract(epoch from expires_at - now())::int / 3600 as left from identity.artifact where model = 'Session' and account_id = $1",
        [sub],
      );
      return Number(row?.['left']);
    };
    await move(3 * 86_400);
    const renewed = await readTokens(await refreshTokens(running.origin, tokens.refresh_token));
    expect(await hoursLeft()).toBeGreaterThan(6 * 24);
    await move(14 * 86_400 - 2 * 3600);
    expect((await refreshTokens(running.origin, renewed.refresh_token)).status).toBe(200);
    expect(await hoursLeft()).toBeLessThanOrEqual(2);
  });
});

describe('an access token', () => {
  it('is verified by the database alone', async () => {
    const began = Date.now();
    const { tokens } = await signInForTokens(running.origin, { username: 'staff' });
    const verified = await running.identity.verifyAccessToken(tokens.access_token);
    expect(verified).toMatchObject({
      sub: decodeJwt(tokens.id_token).sub,
      tenantId: decodeJwt(tokens.id_token)['tenant_id'],
      email: 'staff@demo.test',
      roles: ['catalog:admin'],
      permissions: ['catalog:all:all', 'ppm:all:all'],
    });
    // Token timestamps have a resolution of one second.
    expect(verified?.expiresAt.getTime()).toBeGreaterThan(began - 1000 + 600_000);
    expect(verified?.sessionEndsAt).toBeInstanceOf(Date);
  });

  it('cannot be replaced by an ID token, a refresh token or any other string', async () => {
    const { tokens } = await signInForTokens(running.origin);
    for (const other of [tokens.id_token, tokens.refresh_token, 'anything', '']) {
      expect(await running.identity.verifyAccessToken(other)).toBeNull();
      expect((await fetchUserInfo(running.origin, other || 'x')).status).toBe(401);
    }
  });

  it('ends when it expires, when its account is disabled and when its session ends', async () => {
    const counts = async (text: string) => {
      const { tokens } = await signInForTokens(running.origin, { username: 'shop' });
      expect(await running.identity.verifyAccessToken(tokens.access_token)).not.toBeNull();
      await running.admin(text, [decodeJwt(tokens.id_token).sub]);
      const verified = await running.identity.verifyAccessToken(tokens.access_token);
      const info = await fetchUserInfo(running.origin, tokens.access_token);
      await running.admin('update identity.account set disabled_at = null');
      return [verified, info.status];
    };
    expect(
      await counts(
        "update identity.artifact set expires_at = now() - interval '20 s' where model = 'AccessToken' and account_id = $1",
      ),
    ).toEqual([null, 401]);
    expect(
      await counts('update identity.account set disabled_at = now() where id = $1::uuid'),
    ).toEqual([null, 401]);
    expect(
      await counts("delete from identity.artifact where model = 'Session' and account_id = $1"),
    ).toEqual([null, 401]);
  });

  it('is revoked with its refresh token', async () => {
    const { tokens } = await signInForTokens(running.origin);
    const answer = await fetch(new URL('/oauth/revoke', running.origin), {
      method: 'POST',
      headers: { origin: appOrigin },
      body: new URLSearchParams({ client_id: 'seller-connect-web', token: tokens.refresh_token }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(appOrigin);
    expect(await running.identity.verifyAccessToken(tokens.access_token)).toBeNull();
    expect(await errorOf(await refreshTokens(running.origin, tokens.refresh_token))).toBe(
      'invalid_grant',
    );
  });
});

describe('the database', () => {
  it('contains no usable token, code or cookie', async () => {
    const browser = new Browser(running.origin);
    const { response, request } = await signIn(browser);
    const code = response.searchParams.get('code') ?? '';
    const tokens = await readTokens(await exchangeCode(running.origin, code, request.verifier));
    await browser.fetch(authorizationRequest({ prompt: 'login' }).url);
    const cookie = /=([^;]+)/.exec(browser.cookie('seller_connect_identity') ?? '')?.[1] ?? '';
    const interaction =
      /=([^;]+)/.exec(browser.cookie('seller_connect_interaction') ?? '')?.[1] ?? '';
    const rows = await running.admin('select t::text as row from identity.artifact t');
    const stored = rows.map((row) => String(row['row'])).join('\n');
    expect(rows.length).toBeGreaterThan(3);
    for (const secret of [code, cookie, interaction, tokens.access_token, tokens.refresh_token]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(stored).not.toContain(secret);
    }
  });

  it('deletes artifacts a day after they expired', async () => {
    await signInForTokens(running.origin);
    const later = new Date(Date.now() + 20 * 86_400_000);
    expect(await running.identity.maintain(later)).toBeGreaterThan(0);
    const rows = await running.admin('select 1 from identity.artifact');
    expect(rows).toHaveLength(0);
  });
});
