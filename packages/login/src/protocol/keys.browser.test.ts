import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHostileProvider, issuer, newKey } from '../../test/hostileProvider.ts';
import type { Forgery, HostileProvider } from '../../test/hostileProvider.ts';
import { authorizationUrl, createLoginState } from './authorization.ts';
import { resolveConfig } from '../config.ts';
import { createProvider } from './provider.ts';
import { exchangeCode } from './tokens.ts';
import { validateTokens } from './validation.ts';

let hostile: HostileProvider;
let fetched: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  hostile = await createHostileProvider();
  fetched = [];
});
afterEach(() => vi.useRealTimers());

/** Performs logins that share one cache of the provider's keys. */
function createLogins() {
  const fetch = (url: string, init?: RequestInit): Promise<Response> => {
    fetched.push(url);
    return hostile.fetch(url, init);
  };
  const settings = resolveConfig({ ...hostile.config, environment: { fetch } });
  const provider = createProvider(settings, async () => validateTokens);
  return async (forgery: Forgery = {}): Promise<string> => {
    hostile.setForgery(forgery);
    const entry = createLoginState(settings);
    const metadata = await provider.metadata();
    const back = hostile.authorize(await authorizationUrl(settings, metadata, entry, {}));
    return exchangeCode(settings, provider, new URL(back).searchParams, entry).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'none'),
    );
  };
}
const keyRequests = () => fetched.filter((url) => url.endsWith('/oauth/jwks')).length;

describe('keys are fetched from the configured issuer only', () => {
  test.each(['key-1', 'key-2'])(
    'ignores jku, x5u, x5c and jwk in the header of a token of %s',
    async (kid) => {
      const evil = await newKey(kid);
      const logIn = createLogins();
      const outcome = await logIn({
        sign: evil.sign,
        header: (header) => ({
          ...header,
          kid,
          jwk: evil.jwk,
          jku: 'https://evil.test/jwks',
          x5u: 'https://evil.test/certificate',
          x5c: ['AAAA'],
        }),
      });
      expect(outcome).toBe(kid === 'key-1' ? 'id_token_signature' : 'id_token_key');
      expect(new Set(fetched.map((url) => new URL(url).origin))).toEqual(new Set([issuer]));
      expect(keyRequests()).toBe(1);
    },
  );

  test('refetches the keys once for an unknown key ID, at most once a minute', async () => {
    const logIn = createLogins();
    expect(await logIn()).toBe('accepted');
    expect(keyRequests()).toBe(1);
    const next = await newKey('key-2');
    const signedByNext: Forgery = {
      sign: next.sign,
      header: (header) => ({ ...header, kid: 'key-2' }),
    };
    // The keys were fetched a moment ago: forged tokens cannot trigger repeated requests.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await logIn(signedByNext)).toBe('id_token_key');
    }
    expect(keyRequests()).toBe(1);
    // A minute later the provider has published its next key, which is fetched.
    hostile.published.push(next.jwk);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await logIn(signedByNext)).toBe('accepted');
    expect(keyRequests()).toBe(2);
    const unknown: Forgery = {
      sign: next.sign,
      header: (header) => ({ ...header, kid: 'key-9' }),
    };
    vi.setSystemTime(Date.now() + 61_000);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await logIn(unknown)).toBe('id_token_key');
      vi.setSystemTime(Date.now() + 10_000);
    }
    expect(keyRequests()).toBe(3);
    expect(await logIn()).toBe('accepted');
  });
});
