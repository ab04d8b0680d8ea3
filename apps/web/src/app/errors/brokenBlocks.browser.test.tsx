import { page } from 'vitest/browser';
import { beforeEach, expect, it, vi } from 'vitest';
import { sharedTexts } from '../../i18n/index.ts';
import { renderHome } from '../../screens/dashboard/testing/renderHome.tsx';
import { shop } from '../../screens/dashboard/testing/sampleReport.ts';
import { texts as home } from '../../screens/dashboard/texts.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { texts } from '../texts.ts';

// The blocks of a page that are loaded on demand get answers that they cannot show. React logs what a boundary
// catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const failed = () => page.getByText(sharedTexts.blockFailed);

it('a malformed response breaks only the panel of the bell', async () => {
  renderApp('/settings/appearance', {
    answers: { 'GET /user/notifications': { items: [null], unread: 0, nextCursor: null } },
  });
  await page.getByRole('button', { name: texts.bell(0) }).click();
  await expect.element(failed()).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
});

it.each([
  ['ads', '/'],
  ['campaigns', '/?by=campaign'],
])('a malformed response breaks only the block of %s', async (_, address) => {
  const shops = { items: [shop, { ...shop, id: 'ads', platform: 'FACEBOOK' }], total: 2 };
  renderHome({ '/partner/shops': () => shops, '/reporting/ads': () => ({}) }, address);
  await expect.element(failed().first()).toBeVisible();
  const { title, titles, units } = home.trend;
  const name = title(titles.gmv, units.day);
  await expect.element(page.getByRole('heading', { name })).toBeVisible();
});
