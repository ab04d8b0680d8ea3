import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { StrictMode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../api/client/apiError.ts';
import { createIdentityClient } from '../../api/client/identityClient.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { SessionContext, type AppSession } from '../../session/index.ts';
import { createTestSession } from '../../session/testing/testSession.ts';
import { exchangeGoogleCode } from './exchangeGoogleCode.ts';
import GoogleCallbackScreen from './GoogleCallbackScreen.tsx';
import { texts } from './texts.ts';

const identityOrigin = 'https://id.example.test';

/** Renders Google's redirect with this query and with this response of the identity provider. */
function comeBack(
  search: string,
  answer: () => Promise<Response>,
  login: AppSession['enterWithGoogle'] = () => Promise.resolve(),
) {
  const sent: { url: string; init: RequestInit | undefined; body: unknown }[] = [];
  const enterWithGoogle = vi.fn<AppSession['enterWithGoogle']>(login);
  const never = () => Promise.reject(new Error('not asked for here'));
  const identity = createIdentityClient({
    origin: identityOrigin,
    language: 'vi',
    token: never,
    onRefused: () => undefined,
    fetch: (input, init) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      sent.push({ url: new Request(input).url, init, body });
      return answer();
    },
  });
  const before = location.href;
  history.replaceState(null, '', `${location.pathname}${search}`);
  onTestFinished(() => {
    history.replaceState(null, '', before);
  });
  render(
    <StrictMode>
      <SessionContext value={createTestSession({ identity, enterWithGoogle })}>
        <QueryClientProvider client={new QueryClient()}>
          <GoogleCallbackScreen />
        </QueryClientProvider>
      </SessionContext>
    </StrictMode>,
  );
  return { sent, enterWithGoogle };
}

function refusal(code: string, details?: object) {
  const body = { statusCode: 400, error: code, message: '', requestId: 'r-1', details };
  return async () => Response.json(body, { status: 400 });
}

it('spec 2: sends code and state to the identity provider once, and clears the address', async () => {
  const { sent } = comeBack(
    '?code=4%2F0Abc&state=s-1&scope=email&authuser=0',
    refusal('google_state'),
  );
  await expect.element(page.getByRole('heading', { name: texts.failed })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.url).toBe(`${identityOrigin}/oauth/google/callback`);
  expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'include' });
  expect(sent[0]?.body).toEqual({ code: '4/0Abc', state: 's-1' });
  expect(location.search).toBe('');
});

it.each([
  ['google_state', texts.reasons.state],
  ['google_expired', texts.reasons.expired],
  ['interaction_expired', texts.reasons.expired],
  ['google_refused', texts.reasons.refused],
  ['google_email_unverified', texts.reasons.unverified],
  ['google_account_closed', texts.reasons.closed],
  ['google_unavailable', texts.reasons.unavailable],
  ['anything_else', texts.reasons.unavailable],
])('explains %s, and links back to the login', async (code, text) => {
  comeBack('?code=c&state=s', refusal(code));
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText(texts.reference('r-1'))).toBeVisible();
  const back = page.getByRole('link', { name: texts.back });
  await expect.element(back).toHaveAttribute('href', '/oauth/authorize');
});

it('links back to the login that it belongs to, at the identity provider only', async () => {
  const own = `${identityOrigin}/oauth/authorize?interaction=abc`;
  comeBack('?code=c&state=s', refusal('google_refused', { signIn: own }));
  const back = page.getByRole('link', { name: texts.back });
  await expect.element(back).toHaveAttribute('href', own);
});

it.each(['https://evil.test/', 'javascript:alert(1)', '//evil.test', 7])(
  'never links to %s',
  async (signIn) => {
    comeBack('?code=c&state=s', refusal('google_refused', { signIn }));
    const back = page.getByRole('link', { name: texts.back });
    await expect.element(back).toHaveAttribute('href', '/oauth/authorize');
  },
);

it('redirects only to the identity provider', async () => {
  comeBack('?code=c&state=s', () =>
    Promise.resolve(Response.json({ redirectTo: 'https://evil.test/' })),
  );
  await expect.element(page.getByText(texts.reasons.unavailable)).toBeVisible();
});

it('offers a retry only while the code may not have arrived', async () => {
  const { sent } = comeBack('?code=c&state=s', () =>
    Promise.reject(new TypeError('Failed to fetch')),
  );
  await expect.element(page.getByText(texts.reasons.offline)).toBeVisible();
  await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
  await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 60_000 });
});

it('sends a refusal of Google as well', async () => {
  const { sent } = comeBack('?error=access_denied&state=s', refusal('google_state'));
  await expect.element(page.getByText(texts.reasons.state)).toBeVisible();
  expect(sent[0]?.body).toEqual({ error: 'access_denied', state: 's' });
});

it.each(['', '?code=c', '?state=s', '?code=&state='])(
  'sends nothing when opened with "%s"',
  async (search) => {
    const { sent } = comeBack(search, refusal('google_state'));
    await expect.element(page.getByText(texts.reasons.nothing)).toBeVisible();
    expect(sent).toEqual([]);
  },
);

/** Resolves with the address of the next navigation away from the page, and cancels that navigation. */
function nextDeparture(): Promise<string> {
  return new Promise((resolve) => {
    const onNavigate = (event: NavigateEvent) => {
      if (event.destination.sameDocument) return;
      navigation.removeEventListener('navigate', onNavigate);
      event.preventDefault();
      resolve(event.destination.url);
    };
    navigation.addEventListener('navigate', onNavigate);
  });
}

const onward = `${identityOrigin}/oauth/authorize/resume`;

it.each([
  ['succeeds', () => Promise.resolve()],
  ['fails, which the shared handler reports', () => Promise.reject(new Error('503'))],
])(
  'spec 7: POST /auth/google_login sends the response’s token, and when it %s the login continues',
  async (_, login) => {
    const left = nextDeparture();
    const { enterWithGoogle } = comeBack(
      '?code=c&state=s',
      async () => Response.json({ redirectTo: onward, accessToken: 'google-token' }),
      login,
    );
    expect(await left).toBe(onward);
    expect(enterWithGoogle).toHaveBeenCalledExactlyOnceWith('google-token');
  },
);

it('spec 8: a 403 of POST /auth/google_login ends at /403, where the shared handler has led', async () => {
  const identity = createIdentityClient({
    origin: identityOrigin,
    language: 'vi',
    token: () => '',
    onRefused: () => undefined,
    fetch: async () => Response.json({ redirectTo: onward, accessToken: 'google-token' }),
  });
  const enterWithGoogle = () => Promise.reject(new ApiError(403, null));
  const outcome = await exchangeGoogleCode(
    { code: 'c', state: 's' },
    { identity, enterWithGoogle },
  );
  expect(outcome).toEqual({ kind: 'forbidden' });
});

it('does not call POST /auth/google_login if the login continues without Google', async () => {
  const left = nextDeparture();
  const { enterWithGoogle } = comeBack('?error=access_denied&state=s', async () =>
    Response.json({ redirectTo: onward }),
  );
  expect(await left).toBe(onward);
  expect(enterWithGoogle).not.toHaveBeenCalled();
});
