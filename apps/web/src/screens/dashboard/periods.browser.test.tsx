import { violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { otherShop, shop } from './testing/sampleReport.ts';
import { showHome } from './testing/showHome.tsx';
import { vi as words } from './texts.vi.ts';

it('compares today with yesterday and the same weekday until the same time', async () => {
  showHome({}, '/?period=today');
  await expect.element(page.getByText('so với hôm qua đến 10:55').first()).toBeVisible();
  await expect.element(page.getByText('so với thứ Sáu tuần trước').first()).toBeVisible();
  await expect.element(page.getByText('20/11/2026, so với 19/11/2026 đến 10:55')).toBeVisible();
});

it('goes from a marketplace to its shops and from a shop to its part, and tells hours apart', async () => {
  const shops = { items: [shop, { ...otherShop, platform: 'SHOPEE' }], total: 2 };
  const { address, asked } = showHome({ '/partner/shops': () => shops }, '/?platform=LAZADA');
  const link = page.getByRole('link', { name: shop.name, exact: true });
  await expect.element(link).toHaveAttribute('href', `/?platform=LAZADA&shop=${shop.id}`);
  await page.getByRole('radio', { name: words.breakdown.choices.hour }).click({ force: true });
  await expect.poll(address).toBe('?platform=LAZADA&by=hour');
  expect(asked).toContain('/reporting/breakdown?period=28d&platform=LAZADA&by=hour');
  const block = page.getByRole('region', { name: words.breakdown.titles.hour });
  await block.getByRole('button', { name: words.trend.showTable }).click();
  // An hour that has not come sold nobody knows what, not nothing.
  const last = block.getByRole('row', { name: /^23:00/ });
  await expect.element(last.getByText('–', { exact: true })).toBeVisible();
  expect(await violations()).toEqual([]);
});

it('sets a campaign day against the one before, and any period against last year', async () => {
  const { address, asked } = showHome({}, '/?period=custom&from=2026-11-11&to=2026-11-11');
  await expect.element(page.getByRole('radio', { name: '11.11', exact: true })).toBeChecked();
  const compare = page.getByLabelText(words.compare);
  await compare.selectOptions(words.compareWithCampaign('10.10'));
  await expect.poll(address).toBe('?period=custom&from=2026-11-11&to=2026-11-11&compare=campaign');
  await page.getByRole('radio', { name: words.periods.month }).click({ force: true });
  await expect.poll(address).toBe('?period=month');
  await compare.selectOptions(words.compareWith.year);
  await expect.poll(() => asked).toContain('/reporting/summary?period=month&compare=year');
});
