import type { ReportAds, ReportSummary } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { formats } from '../../../i18n/index.ts';
import { vi as adTexts } from '../ads/texts.vi.ts';
import {
  adAccount,
  createAdsReport,
  shop,
  createSummary,
  syncing,
} from '../testing/sampleReport.ts';
import { renderHome } from '../testing/renderHome.tsx';
import { vi as texts } from '../texts.vi.ts';
import { vi as empty } from './emptyTexts.vi.ts';

const tile = (metric: string) => document.querySelector(`[data-metric="${metric}"]`);
const toCome = {
  value: null,
  previous: null,
  change: null,
  reason: 'to_come',
  previousReason: 'to_come',
} as const;

function future(): ReportSummary {
  const summary = createSummary('7d');
  const none = { gmv: null, netSales: null, orders: null, units: null, previousDay: null };
  const before = { previousGmv: null, previousNetSales: null, previousOrders: null };
  return {
    ...summary,
    partial: true,
    daysToCome: 7,
    metrics: {
      gmv: toCome,
      netSales: toCome,
      orders: toCome,
      units: toCome,
      aov: toCome,
      cancellationRate: toCome,
    },
    trend: summary.trend.map((point) => ({ ...point, ...none, ...before, complete: false })),
  };
}

it('says that the days are in the future, and shows no zero', async () => {
  renderHome({ '/reporting/summary': future }, '/?period=custom&from=2026-12-01&to=2026-12-07');
  await expect.poll(() => tile('gmv')?.getAttribute('data-state')).toBe('missing');
  expect(tile('gmv')?.textContent).toContain(texts.toCome);
  await expect.element(page.getByText(empty.toComeWhy)).toBeVisible();
  expect(await violations()).toEqual([]);
});

it('counts the future days of a period, and draws nothing for them', async () => {
  const summary = createSummary('7d');
  const none = { gmv: null, netSales: null, orders: null, units: null, complete: false };
  const trend = summary.trend.map((point, index) => (index > 4 ? { ...point, ...none } : point));
  renderHome({
    '/reporting/summary': () => ({ ...summary, partial: true, daysToCome: 2, trend }),
  });
  await expect.poll(() => tile('gmv')?.textContent).toContain(texts.daysToCome(2));
  await page.getByRole('button', { name: texts.trend.showTable }).click();
  const last = page.getByRole('row', { name: /^20\/11\/2026/ });
  await expect.element(last.getByText('–', { exact: true }).first()).toBeVisible();
});

it('says that the previous period is not synced', async () => {
  const summary = createSummary('28d');
  const { units } = summary.metrics;
  const unread = { ...units, previous: null, change: null, previousReason: 'not_read' } as const;
  renderHome({
    '/reporting/summary': () => ({ ...summary, metrics: { ...summary.metrics, units: unread } }),
  });
  await expect.poll(() => tile('units')?.textContent).toContain(texts.notComparable);
});

it('says in one wording that the previous period had no orders', async () => {
  const summary = createSummary('28d');
  const { metrics } = summary;
  const nothing = { previous: null, change: null };
  const answer: ReportSummary = {
    ...summary,
    metrics: {
      ...metrics,
      aov: { ...metrics.aov, ...nothing, previousReason: 'no_orders' },
      orders: { ...metrics.orders, previous: 0, change: null },
      gmv: { ...metrics.gmv, previous: '0', change: null },
      cancellationRate: { ...metrics.cancellationRate, ...nothing, previousReason: 'no_orders' },
    },
  };
  renderHome({ '/reporting/summary': () => answer });
  const notes = (name: string) => tile(name)?.textContent ?? '';
  await expect.poll(() => notes('aov')).toContain('chưa có đơn');
  // All tiles use the same wording.
  for (const name of ['gmv', 'orders', 'cancellationRate']) {
    expect(notes(name)).toContain('chưa có đơn');
    expect(notes(name)).not.toContain('bằng 0');
  }
});

it('says up to when the compared days count, and which of them have no counterpart', async () => {
  const summary = createSummary('28d');
  const unpaired = [{ day: '2024-02-29', gmv: '200000', netSales: '180000', orders: 2 }];
  renderHome({ '/reporting/summary': () => ({ ...summary, unpaired }) });
  const chart = page.getByRole('region', {
    name: texts.trend.title(texts.trend.titles.gmv, texts.trend.units.day),
  });
  await expect
    .element(chart.getByText(texts.compared.until('kỳ trước', '10:55'), { exact: false }).first())
    .toBeInTheDocument();
  await expect
    .element(chart.getByText(formats.day('2024-02-29'), { exact: false }).first())
    .toBeInTheDocument();
  expect(tile('gmv')?.textContent).toContain('đến 10:55');
});

it('judges no ad metric of a running period, and shows no change of a ratio on its only day', async () => {
  const known = { reason: null, previousReason: null };
  const ads: ReportAds = createAdsReport({
    blendedRoas: { value: 8.137, previous: 9.5, change: null, ...known },
    adCostRatio: {
      value: 0.1229,
      previous: null,
      change: null,
      reason: null,
      previousReason: 'no_sales',
    },
    channelRoas: { value: 1.1, previous: 4.2, change: -0.74, ...known },
  });
  const day = { from: '2026-11-19', to: '2026-11-19', days: 1 };
  renderHome({
    '/partner/shops': () => ({ items: [shop, adAccount], total: 2 }),
    '/reporting/ads': () => ({ ...ads, previous: day }),
  });
  await expect.poll(() => tile('channelRoas')?.textContent).toContain('19/11/2026');
  expect(tile('channelRoas')?.textContent).toContain(texts.againstWhole('19/11/2026'));
  expect(tile('channelRoas')?.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(
    'neutral',
  );
  expect(tile('blendedRoas')?.textContent).toContain(adTexts.untilNow('19/11/2026'));
  expect(tile('adCostRatio')?.textContent).toContain(adTexts.noneBefore.no_sales('19/11/2026'));
});

it('says that older data are loading, beside the age of the newest', async () => {
  renderHome({ '/partner/check_synced_data': () => syncing(true) });
  const age = page.getByText(texts.freshness.older(''), { exact: false });
  await expect.element(age.first()).toBeVisible();
});
