import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientId, createHostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';

const provider = await createHostileProvider();
const page = createPage(provider);
let sent: { method: string; type: string | null; body: URLSearchParams }[] = [];

/** Records requests to the token endpoint and passes them on. */
const environment = {
  fetch: async (url: string, init?: RequestInit) => {
    if (url.endsWith('/oauth/token')) {
      const request = new Request(url, init);
      sent.push({
        method: request.method,
        type: request.headers.get('content-type'),
        body: new URLSearchParams(await request.text()),
      });
    }
    return provider.fetch(url, init);
  },
};

beforeEach(async () => {
  sent = [];
  await clearBrowser();
});
afterEach(() => {
  page.close();
  page.address = `${location.origin}/`;
});

test('spec 7: the code is exchanged by a form request with the specified fields', async () => {
  await page.signIn({ environment });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.method).toBe('POST');
  expect(sent[0]?.type).toMatch(/^application\/x-www-form-urlencoded/);
  expect(Object.fromEntries(sent[0]?.body ?? [])).toEqual({
    grant_type: 'authorization_code',
    code: expect.stringMatching(/^code-/),
    code_verifier: expect.stringMatching(/^[\w-]{48}$/),
    redirect_uri: `${location.origin}/`,
    client_id: clientId,
  });
});

test('spec 7: a refresh token is exchanged by a form request with the specified fields', async () => {
  const login = await page.signIn({ environment });
  await login.renew();
  expect(sent[1]?.method).toBe('POST');
  expect(sent[1]?.type).toMatch(/^application\/x-www-form-urlencoded/);
  expect(Object.fromEntries(sent[1]?.body ?? [])).toEqual({
    grant_type: 'refresh_token',
    refresh_token: expect.stringMatching(/^refresh-/),
    client_id: clientId,
  });
});
