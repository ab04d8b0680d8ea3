import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { TeamRole } from '@seller-connect/contract';
import { render, violations } from '@seller-connect/ui/testing/render.tsx';
import { StrictMode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createApiClient, setClients } from '../../api/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { plainSearch } from '../../lists/useUrlState.ts';
import { callbackPartners, callbackPath } from '../../shops/callbackPartners.ts';
import UnavailableScreen from '../unavailable/UnavailableScreen.tsx';
import { texts as unavailable } from '../unavailable/texts.ts';
import CallbackScreen from './CallbackScreen.tsx';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';

/**
 * Renders the redirect of a partner with this query, for a user with this team role; the core service responds with
 * this status.
 */
function comeBack(
  search: string,
  status = 200,
  path = '/oauth/callback/lazada',
  role: TeamRole = 'member',
  verifiedLoaded: Promise<void> = Promise.resolve(),
  error = '',
  message = '',
  details: Record<string, string> = {},
) {
  const sent: { call: string; body: unknown }[] = [];
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      sent.push({ call: `${init?.method} ${pathname}`, body });
      const user = { team: { name: 'Hoa', role } };
      // The page leaves for the partner before anything else happens.
      if (pathname === '/partner/authorize') return new Promise(() => undefined);
      if (pathname === '/user') return Promise.resolve(Response.json(user));
      const linked = pathname === '/partner/credential' && status === 200;
      const answer = linked ? { shops: [{ id: 'shop-1' }] } : { error, message, details };
      return Promise.resolve(Response.json(answer, { status: linked ? 200 : status }));
    },
  });
  setClients({ core: client, catalogue: client });
  const root = createRootRoute();
  const at = (address: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path: address, component });
  const memory = createMemoryHistory({ initialEntries: [`${path}${search}`] });
  const verified = createRoute({
    getParentRoute: () => root,
    path: '/connect/verified',
    loader: () => verifiedLoaded,
    component: () => null,
  });
  const router = createRouter({
    routeTree: root.addChildren([
      ...callbackPartners.map((partner) => at(callbackPath(partner), CallbackScreen)),
      at('/oauth/callback/$partner', CallbackScreen),
      at('/connect/unavailable', UnavailableScreen),
      verified,
    ]),
    history: memory,
    ...plainSearch,
  });
  render(
    <StrictMode>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { sent, address: () => memory.location.pathname, href: () => memory.location.href };
}

it.each([texts.chooseAgain, texts.linkChosen])(
  'is left once for the partner, however often “%s” is clicked',
  async (name) => {
    const shopId = '00000000-0000-4000-8000-000000000001';
    const search = '?code=0_1&state=s-1';
    const { sent } = comeBack(search, 409, undefined, 'owner', undefined, 'other_account', '', {
      shopId,
    });
    await page.getByRole('button', { name }).click();
    for (const button of page.getByRole('button').elements()) {
      await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
      if (button instanceof HTMLElement) button.click();
    }
    expect(sent.filter(({ call }) => call === 'GET /partner/authorize')).toHaveLength(1);
  },
);

it('sends the code once though the next screen is slow to load', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  const { sent, address } = comeBack(
    '?code=0_1&state=s-1',
    200,
    '/oauth/callback/tiki',
    'member',
    promise,
  );
  await vi.waitFor(() => expect(address()).toBe('/connect/verified'), { timeout: 60_000 });
  await vi.waitFor(
    () => expect(sent.map(({ call }) => call)).toContain('POST /collector/getData'),
    { timeout: 60_000 },
  );
  await new Promise(requestAnimationFrame);
  const handed = sent.filter(({ call }) => call === 'POST /partner/credential');
  expect(handed.map(({ body }) => body)).toEqual([
    { platform: 'TIKI', accessToken: '0_1', state: 's-1' },
  ]);
});

it.each([
  [
    'spec 3: sends the platform in upper case and the access token, once',
    'lazada?code=0_1&state=s-1',
    { platform: 'LAZADA', accessToken: '0_1' },
  ],
  [
    'spec 3: sends the platform TIKI from Tiki’s callback',
    'tiki?code=0_1&scope=order&state=s-1',
    { platform: 'TIKI', accessToken: '0_1' },
  ],
  [
    'spec 3: sends SHOPEE and the shop ID from Shopee’s callback',
    'shopee?code=0a1b&shop_id=310391241&state=s-1',
    { platform: 'SHOPEE', accessToken: '0a1b', shop_id: '310391241' },
  ],
  [
    'spec 3: sends TIKTOK from TikTok Shop’s callback, and no other parameter of the redirect',
    'tiktok?code=ROW_1&app_key=6sc&locale=vi&shop_region=VN&state=s-1',
    { platform: 'TIKTOK', accessToken: 'ROW_1' },
  ],
  [
    'spec 3: sends FACEBOOK from Facebook’s callback, without the fragment that Facebook adds',
    'facebook?code=AQDx&state=s-1#_=_',
    { platform: 'FACEBOOK', accessToken: 'AQDx' },
  ],
])('%s', async (_rule, callback, body) => {
  const { sent, address } = comeBack('', 200, `/oauth/callback/${callback}`);
  await vi.waitFor(() => expect(address()).toBe('/connect/verified'), { timeout: 60_000 });
  const handed = sent.filter(({ call }) => call === 'POST /partner/credential');
  expect(handed.map((each) => each.body)).toEqual([{ ...body, state: 's-1' }]);
});

it.each([
  ['/oauth/callback/TIKI', 'TIKI'],
  ['/oauth/callback/Shopee/', 'SHOPEE'],
  ['/OAuth/Callback/TikTok', 'TIKTOK'],
  ['/oauth/callback/lazada/', 'LAZADA'],
  ['/oauth/callback/FaceBook/', 'FACEBOOK'],
])('spec 2: %s belongs to the partner that it names', async (path, platform) => {
  const { sent, address } = comeBack('?code=0_1&state=s-1', 200, path);
  await vi.waitFor(() => expect(address()).toBe('/connect/verified'), { timeout: 60_000 });
  const handed = sent.filter(({ call }) => call === 'POST /partner/credential');
  expect(handed.map(({ body }) => body)).toEqual([{ platform, accessToken: '0_1', state: 's-1' }]);
});

it.each(['/oauth/callback/tiki/', '/oauth/callback/TIKI'])(
  'spec 2: %s without a code shows an error about the partner that it names',
  async (path) => {
    const { sent } = comeBack('', 200, path);
    await expect
      .element(page.getByText(texts.reasons.incomplete(sharedTexts.partners.TIKI)))
      .toBeVisible();
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  },
);

it.each(['/oauth/callback/amazon', '/oauth/callback/Amazon/'])(
  'spec 8: %s names no partner, leads to Unavailable partner and sends nothing',
  async (path) => {
    const { sent, href } = comeBack('?code=0_1&state=s-1', 200, path);
    await expect.element(page.getByRole('heading', { name: unavailable.title })).toBeVisible();
    await expect.element(page.getByText(unavailable.unknown)).toBeVisible();
    expect(href()).toBe('/connect/unavailable');
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  },
);

it('spec 8: a credential for an unavailable partner leads to Unavailable partner', async () => {
  const path = '/oauth/callback/tiki';
  const error = 'unavailable_partner';
  const { href } = comeBack('?code=0_1&state=s-1', 404, path, 'member', undefined, error);
  await expect.element(page.getByRole('heading', { name: unavailable.title })).toBeVisible();
  await expect.element(page.getByText(unavailable.text(sharedTexts.partners.TIKI))).toBeVisible();
  expect(href()).toBe('/connect/unavailable?partner=tiki');
});

it('spec 7: starts a sync after saving the credential, without a body', async () => {
  const { sent, address } = comeBack('?code=0_1&state=s-1');
  await vi.waitFor(() => expect(address()).toBe('/connect/verified'), { timeout: 60_000 });
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toMatchObject([
    { call: 'POST /partner/credential' },
    { call: 'POST /collector/getData', body: null },
  ]);
});

it('stays and says so if nothing was linked', async () => {
  const { sent, address } = comeBack('?code=0_1&state=s-1', 400);
  await expect.element(page.getByRole('heading', { name: texts.failed })).toBeVisible();
  expect(address()).toBe('/oauth/callback/lazada');
  const posted = sent.map(({ call }) => call).filter((call) => call.startsWith('POST'));
  expect(posted).toEqual(['POST /partner/credential']);
  await expect.element(page.getByRole('button', { name: texts.linkAgain })).toBeVisible();
});

it('shows what the server advises about a shop of another team', async () => {
  const what = 'Bạn cũng có thể liên kết tại đây từ 25/11/2026, 16:05.';
  const search = '?code=0_1&state=s-1';
  comeBack(search, 409, undefined, 'member', undefined, 'shop_linked_elsewhere', what);
  await expect.element(page.getByText(what)).toBeVisible();
});

it('names the ad account if one was to be linked', async () => {
  comeBack('?error=access_denied', 200, '/oauth/callback/facebook');
  await expect.element(page.getByRole('heading', { name: texts.failedAds })).toBeVisible();
});

it.each([
  ['the seller declined', '?error=access_denied', 200],
  ['the server refused', '?code=0_1&state=s-1', 403],
])('offers viewers no action that they may not do, and says why: %s', async (_, search, status) => {
  comeBack(search, status, undefined, 'viewer');
  await expect.element(page.getByText(roleTexts.readOnly('Hoa'))).toBeVisible();
  await expect.element(page.getByRole('link', { name: texts.backToConnect })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: roleTexts.toTeam }))
    .toHaveAttribute('href', '/settings/team');
  expect(page.getByRole('button').elements()).toEqual([]);
  expect(await violations()).toEqual([]);
});
