import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hash, toBase64Url } from '../crypto/base64url.ts';
import { createHostileProvider } from '../../test/hostileProvider.ts';
import type { Forgery } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';

let shift = 0;
const now = () => Date.now() + shift;
const provider = await createHostileProvider(now);
const page = createPage(provider);
const stateKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith('login.state.'));
const requestParams = () => new URL(page.left[0] ?? '').searchParams;

beforeEach(async () => {
  await clearBrowser();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  page.close();
  page.address = `${location.origin}/`;
  provider.requests.length = 0;
  provider.setForgery({});
  shift = 0;
});

test('spec 9: state, nonce and verifier come from crypto.getRandomValues, new for each login', async () => {
  const drawn = vi.spyOn(crypto, 'getRandomValues');
  const guessable = vi.spyOn(Math, 'random');
  const login = page.open();
  await login.login();
  // 96 bits of state, 96 bits of nonce, 288 bits of verifier.
  expect(drawn.mock.results.map(({ value }) => value.byteLength)).toEqual([12, 12, 36]);
  expect(guessable).not.toHaveBeenCalled();
  const first = [
    requestParams().get('state'),
    requestParams().get('nonce'),
    requestParams().get('code_challenge'),
  ];
  await login.login();
  const second = [
    requestParams().get('state'),
    requestParams().get('nonce'),
    requestParams().get('code_challenge'),
  ];
  expect(new Set([...first, ...second]).size).toBe(6);
});

test('spec 7: the code challenge is the S256 of the verifier, which is in no URL', async () => {
  await page.open().login();
  const key = `login.state.${requestParams().get('state')}`;
  const { codeVerifier }: { codeVerifier: string } = JSON.parse(
    sessionStorage.getItem(key) ?? '{}',
  );
  expect(codeVerifier).toHaveLength(48);
  expect(requestParams().get('code_challenge_method')).toBe('S256');
  const challenge = toBase64Url(await hash(codeVerifier));
  expect(requestParams().get('code_challenge')).toBe(challenge);
  page.address = provider.authorize(page.left[0] ?? '');
  const visited = [...page.left, page.address];
  await page.reload().start();
  visited.push(page.address);
  expect(visited.join(' ')).not.toContain(codeVerifier);
  expect(provider.tokenRequests()[0]?.params.get('code_verifier')).toBe(codeVerifier);
});

describe('a login state is deleted', () => {
  const endings: [string, Forgery, number][] = [
    ['success', {}, 0],
    ['a refused response', { claims: (claims) => ({ ...claims, nonce: 'other' }) }, 0],
    ['an error of the provider', { response: (params) => params.set('error', 'access_denied') }, 0],
    ['a failed exchange', { token: async () => new Response('', { status: 503 }) }, 0],
    ['10 minutes', {}, 10 * 60_000 + 1],
  ];

  test.each(endings)('after %s, so that a second use fails', async (name, forgery, later) => {
    const environment = { now };
    provider.setForgery(forgery);
    await page.open({ environment }).login();
    const callback = provider.authorize(page.left[0] ?? '');
    page.address = callback;
    expect(stateKeys().length).toBeGreaterThan(0);
    shift = later;
    const { status } = await page.reload({ environment }).start();
    expect(status).toBe(name === 'success' ? 'logged-in' : 'logged-out');
    expect(stateKeys()).toEqual([]);
    const requests = provider.tokenRequests().length;
    await clearRecord();
    page.address = callback;
    expect((await page.reload({ environment }).start()).error?.code).toBe('invalid_state');
    expect(provider.tokenRequests()).toHaveLength(requests);
  });
});

/** Removes the logged-in user, since a second use is checked only when logged out. */
async function clearRecord(): Promise<void> {
  page.close();
  await clearBrowser();
}
