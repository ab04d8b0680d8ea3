import { page } from 'vitest/browser';
import { beforeEach, expect, it, vi } from 'vitest';
import { sharedTexts } from '../../i18n/index.ts';
import { renderHome } from '../../screens/dashboard/testing/renderHome.tsx';
import { createAdsReport, shop } from '../../screens/dashboard/testing/sampleReport.ts';
import { texts as home } from '../../screens/dashboard/texts.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { texts } from '../texts.ts';

// The three blocks of a page that are loaded on demand cannot be shown.
const broken = vi.hoisted(() => () => ({
  default() {
    throw new Error('broken');
  },
}));
vi.mock('../../screens/notifications/NotificationList.tsx', broken);
vi.mock('../../screens/dashboard/ads/AdsSection.tsx', broken);
vi.mock('../../screens/dashboard/ads/CampaignBreakdown.tsx', broken);

// React logs what a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const failed = () => page.getByText(sharedTexts.blockFailed);

it('costs the panel of the bell only', async () => {
  renderApp('/settings/appearance', {
    answers: { 'GET /notifications': { items: [], unread: 0, nextCursor: null } },
  });
  await page.getByRole('button', { name: texts.notifications }).click();
  await expect.element(failed()).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
});

it.each([
  ['ads', '/'],
  ['campaigns', '/?by=campaign'],
])('costs the block of %s only', async (_, address) => {
  const shops = { items: [shop, { ...shop, id: 'ads', platform: 'FACEBOOK' }], total: 2 };
  renderHome({ '/partner/shops': () => shops, '/reporting/ads': () => createAdsReport() }, address);
  await expect.element(failed().first()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: home.trend.titles.gmv })).toBeVisible();
});
