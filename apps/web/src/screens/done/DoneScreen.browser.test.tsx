import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { SyncStatus } from '@seller-connect/contract';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { createApiClient, setClients } from '../../api/index.ts';
import { storage } from '../../storage.ts';
import { setPageConfiguration } from '../../testing/setPageConfiguration.ts';
import DoneScreen from './DoneScreen.tsx';
import { texts as setup } from '../../onboarding/texts.ts';
import { texts } from './texts.ts';

const reportingTool = { id: 'tool', name: 'Báo cáo ABC', url: 'https://tool.test/' };

const defaultAnswers: Readonly<Record<string, unknown>> = {
  '/user': { profileCompletedAt: null },
  '/partner/shops': { items: [{ id: 'a', status: 'connected' }], total: 1 },
};

/** Renders the last setup step with this sync status and number of shops. */
function show(synced: boolean, shops: number): void {
  setPageConfiguration({ reportingTools: [reportingTool] });
  const shop = () => ({
    shopId: '018f0000-0000-7000-8000-000000000001',
    platform: 'LAZADA' as const,
    name: 'Hoa Mai',
    state: 'syncing' as const,
    streams: [],
  });
  const data: SyncStatus = { synced, hasData: synced, shops: Array.from({ length: shops }, shop) };
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
      const known = pathname === '/partner/check_synced_data' ? data : defaultAnswers[pathname];
      return Promise.resolve(known ? Response.json(known) : new Response(null, { status: 503 }));
    },
  });
  setClients({ core: client, catalogue: client });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DoneScreen />
    </QueryClientProvider>,
  );
}

it('spec 1: after the sync says to close the window and continue with a reporting tool', async () => {
  show(true, 1);
  await expect.element(page.getByRole('heading', { name: texts.title })).toBeVisible();
  await expect.element(page.getByText(texts.close)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: texts.continueIn('Báo cáo ABC') }))
    .toHaveAttribute('href', 'https://tool.test/');
});

it.each([
  ['data are still syncing', 1, texts.notYet],
  ['no shop is linked', 0, setup.noShop],
])('spec 4: does not show completion while %s', async (_, shops, heading) => {
  show(false, shops);
  await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
  expect(page.getByText(texts.close).query()).toBeNull();
});

it('is at the third step while data is still syncing', async () => {
  show(false, 1);
  const bar = page.getByRole('navigation', { name: setup.label });
  await expect.element(bar.getByText(setup.position(3, 4))).toBeVisible();
  await expect.element(bar.getByRole('listitem').nth(2)).toHaveAttribute('aria-current', 'step');
});

it('links to the referring tool first, at the address that the server verified', async () => {
  const tool = { id: 'from', name: 'Sổ Bán Hàng' };
  storage.referredFrom.write({ tool, returnAddress: 'https://from.test/back?a=b' });
  onTestFinished(() => storage.referredFrom.remove());
  show(true, 1);
  await expect.element(page.getByText(texts.closeFor('Sổ Bán Hàng'))).toBeVisible();
  const links = [...document.querySelectorAll('a')].filter((link) => !link.closest('nav'));
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://from.test/back?a=b',
    'https://tool.test/',
    '/',
    '/settings/reporting-tools',
  ]);
});

it('links to the referring tool once if it is also a registered one', async () => {
  const tool = { id: 'tool', name: 'Báo cáo ABC' };
  storage.referredFrom.write({ tool, returnAddress: 'https://tool.test/back' });
  onTestFinished(() => storage.referredFrom.remove());
  show(true, 1);
  await expect
    .element(page.getByRole('link', { name: texts.continueIn('Báo cáo ABC') }))
    .toHaveAttribute('href', 'https://tool.test/back');
});
