import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../platform/config/configuration.ts';
import { googleApplication } from './application.ts';
import { ProviderUnavailable } from '../http/provider-client.ts';
import { GoogleRefusal, createGoogleClient, type GoogleClient } from './google-client.ts';
import {
  demoShopEmail,
  newAccountEmail,
  startSandboxGoogle,
  unverifiedEmail,
} from './testing/google-login.ts';

function identityOf(options: Parameters<typeof createGoogleClient>[1] = {}): GoogleClient {
  const application = googleApplication(
    loadConfiguration({ DEMO: '1', GOOGLE_ISSUER: google.issuer }),
  );
  if (!application) throw new Error('No application is configured');
  return createGoogleClient(application, { timeoutMs: 60_000, ...options });
}

/** A call that Google leaves open, and a client that gives it up before Google answers. */
const noAnswer = { kind: 'latency', ms: 600_000 };
const impatient = () => identityOf({ timeoutMs: 150 });

const google = await startSandboxGoogle();
const identity = identityOf();
afterAll(() => google.sandbox.stop());
beforeEach(() => google.reset());

const tokenFor = async (account: string, more: Record<string, unknown> = {}) =>
  (await google.tokens({ account, ...more })).access_token;

/** Returns the reason of a refusal. */
async function reasonOf(request: Promise<unknown>): Promise<string> {
  const error = await request.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GoogleRefusal)) throw new Error(`Not refused: ${String(error)}`);
  return error.reason;
}

describe('spec 7: an access token', () => {
  it('identifies the user when it was issued to us, on every use', async () => {
    const token = await tokenFor(newAccountEmail);
    const profile = {
      issuer: google.issuer,
      subject: '110169484474386270001',
      email: newAccountEmail,
      emailVerified: true,
      authoritativeFor: null,
      name: 'Nguyễn Thu Hà',
    };
    expect(await identity.byAccessToken(token)).toEqual(profile);
    expect(await identity.byAccessToken(token)).toEqual(profile);
    // Google is the authority for a hosted domain, but not for an address that it only verified once.
    const hosted = await identity.byAccessToken(await tokenFor(demoShopEmail));
    expect(hosted.authoritativeFor).toBe('shop@demo.test');
    const other = await identity.byAccessToken(await tokenFor(unverifiedEmail));
    expect(other.emailVerified).toBe(false);
  });

  it.each([
    ['issued to another site', { audience: 'another-client' }, 'audience'],
    ['requested by another party', { azp: 'another-client' }, 'authorized_party'],
    ['without openid', { scope: 'email profile' }, 'scope'],
    ['without email', { scope: 'openid profile' }, 'scope'],
    ['expired', { seconds: -1 }, 'token_unknown'],
  ])('is refused when it is %s', async (_what, given, reason) => {
    expect(await reasonOf(identity.byAccessToken(await tokenFor(newAccountEmail, given)))).toBe(
      reason,
    );
  });

  it.each([
    ['another audience', { tokenInfoFields: { aud: '110169484474386279999' } }, 'audience'],
    ['no audience', { tokenInfoFields: { aud: null } }, 'token_info'],
    ['no authorized party', { tokenInfoFields: { azp: null } }, 'token_info'],
    ['no subject', { tokenInfoFields: { sub: null } }, 'token_info'],
    ['an expiry in the past', { tokenInfoFields: { exp: '1600000000' } }, 'expired'],
    ['no expiry', { tokenInfoFields: { exp: 'never' } }, 'expired'],
    ['two different subjects', { userInfoFields: { sub: '110169484474386279999' } }, 'subject'],
    ['no user', { userInfoFields: { sub: null } }, 'user_info'],
  ])('is refused when Google reports %s', async (_what, options, reason) => {
    const token = await tokenFor(newAccountEmail);
    await google.options(options);
    expect(await reasonOf(identity.byAccessToken(token))).toBe(reason);
  });

  it.each([
    ['empty', '', 'malformed_token'],
    ['not a token', 'random text', 'malformed_token'],
    ['far too long', 'a'.repeat(2049), 'malformed_token'],
    ['made up', 'ya29.made-up', 'token_unknown'],
  ])('is refused as a string that is %s', async (_what, token, reason) => {
    expect(await reasonOf(identity.byAccessToken(token))).toBe(reason);
  });

  it('is refused when it is an ID token', async () => {
    const { id_token: idToken } = await google.tokens({ account: newAccountEmail });
    expect(await reasonOf(identity.byAccessToken(idToken))).toBe('token_unknown');
  });

  it.each([
    ['tokeninfo answers 500', { kind: 'http_5xx', code: '500', path: '/tokeninfo' }],
    ['userinfo answers 503', { kind: 'http_5xx', code: '503', path: '/v1/userinfo' }],
    ['tokeninfo drops the connection', { kind: 'drop_connection', path: '/tokeninfo' }],
    ['userinfo sends a truncated response', { kind: 'broken_json', path: '/v1/userinfo' }],
  ])('is retryable, not refused, while %s', async (_what, fault) => {
    const token = await tokenFor(newAccountEmail);
    await google.fault(fault);
    await expect(identity.byAccessToken(token)).rejects.toThrow(ProviderUnavailable);
  });

  it('is retryable, not refused, while tokeninfo does not respond', async () => {
    const token = await tokenFor(newAccountEmail);
    await google.fault({ ...noAnswer, path: '/tokeninfo' });
    const given = impatient().byAccessToken(token);
    await expect(given).rejects.toThrow(ProviderUnavailable);
  });

  it('survives one failure of each call', async () => {
    const token = await tokenFor(newAccountEmail);
    await google.fault({ kind: 'http_5xx', path: '/tokeninfo', count: 1 });
    await google.fault({ kind: 'drop_connection', path: '/v1/userinfo', count: 1 });
    expect((await identity.byAccessToken(token)).email).toBe(newAccountEmail);
  });
});

describe('a code', () => {
  async function exchange(by: GoogleClient) {
    const [verifier, challenge] = [
      'sandbox-code-verifier-000000000000000000000000000',
      'dAucFPt3AL-I0D9c4ip0BTqv1Ys-7IPVBq190h1Gexw',
    ];
    const request = new URL(
      await by.authorizationAddress({ state: 's', nonce: 'n', codeChallenge: challenge }),
    );
    const code = await google.consent(newAccountEmail, request);
    return by.byCode({ code, codeVerifier: verifier, nonce: 'n' });
  }

  it('is exchanged after a key rotation of Google', async () => {
    const own = identityOf({ keyCooldownMs: 0 });
    expect((await exchange(own)).profile.email).toBe(newAccountEmail);
    await google.sandbox.control('POST', '/_sandbox/google/keys');
    expect((await exchange(own)).profile.email).toBe(newAccountEmail);
  });

  it.each([
    ['the token endpoint', '/token'],
    ['the JWKS endpoint', '/oauth2/v3/certs'],
    ['discovery', '/.well-known/openid-configuration'],
  ])('is retryable when %s does not respond', async (_what, path) => {
    await google.fault({ ...noAnswer, path });
    await expect(exchange(impatient())).rejects.toThrow(ProviderUnavailable);
  });

  it('is not sent when discovery names another issuer', async () => {
    const application = googleApplication(
      loadConfiguration({
        DEMO: '1',
        GOOGLE_ISSUER: google.issuer.replace('localhost', '127.0.0.1'),
      }),
    );
    if (!application) throw new Error('No application is configured');
    const request = createGoogleClient(application).byCode({
      code: 'c',
      codeVerifier: 'v',
      nonce: 'n',
    });
    await expect(request).rejects.toThrow(ProviderUnavailable);
    expect(await google.callsTo('/token')).toBe(0);
  });
});

describe('the configuration', () => {
  it('uses Google with an application, the sandbox in demo mode, and nothing otherwise', () => {
    const own = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    const application = (env: Record<string, string>) => googleApplication(loadConfiguration(env));
    expect(
      application({
        ...own,
        DEMO: '0',
        APP_ORIGIN: 'https://app.example.com',
        IDENTITY_ORIGIN: 'https://id.example.com',
      }),
    ).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      issuer: 'https://accounts.google.com',
      tokenInfo: 'https://oauth2.googleapis.com/tokeninfo',
      redirectUri: 'https://app.example.com/oauth/callback/google',
    });
    expect(application({ DEMO: '1', SANDBOX_PORT: '4100' })?.issuer).toBe('http://localhost:4106');
    expect(application({ DEMO: '0' })).toBeNull();
    expect(() => application({ GOOGLE_CLIENT_ID: 'id' })).toThrow(/must be set together/);
    expect(() => application({ ...own, GOOGLE_ISSUER: 'http://example.com' })).toThrow(/https/);
    const local = 'http://google.localhost:4106';
    expect(application({ ...own, GOOGLE_ISSUER: local })?.issuer).toBe(local);
  });
});
