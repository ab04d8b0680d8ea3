import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { MissingAdReason, ReportAds } from '@seller-connect/contract';
import { render, violations } from '@seller-connect/ui/testing/render.tsx';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createApiClient, setClients } from '../../../api/index.ts';
import { createAdsReport } from '../testing/sampleReport.ts';
import AdsSection from './AdsSection.tsx';
import { vi as home } from '../texts.vi.ts';
import { vi as texts } from './texts.vi.ts';

function show(answer: ReportAds | Response, compare?: 'year' | 'campaign') {
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: async () => (answer instanceof Response ? answer.clone() : Response.json(answer)),
  });
  setClients({ core: client, catalogue: client });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <AdsSection
        filters={{ period: '28d', chart: 'gmv', ...(compare && { compare }) }}
        live={false}
        onExplain={() => undefined}
      />
    </QueryClientProvider>,
  );
}

const tile = (metric: string) => document.querySelector(`[data-metric="${metric}"]`);
const none = (reason: MissingAdReason) => ({
  value: null,
  previous: null,
  change: null,
  reason,
  previousReason: reason,
});

describe('ads on Home', () => {
  it('shows spend, blended ROAS and ad-cost ratio with their comparison', async () => {
    show(createAdsReport());
    await expect.poll(() => tile('adSpend')?.getAttribute('data-value')).toBe('61250000');
    expect(tile('blendedRoas')?.textContent).toContain('8,14×');
    expect(tile('adCostRatio')?.textContent).toContain('12,3%');
    // A rising ratio is bad news and is shown in percentage points.
    expect(tile('adCostRatio')?.textContent).toContain('1,8 điểm %');
    await expect.element(page.getByText('Thời trang | Bán hàng')).toBeVisible();
    await expect.element(page.getByText(texts.noRoas)).toBeVisible();
    await expect.element(page.getByRole('region', { name: texts.chart.title })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it.each([
    [undefined, home.compared.names.period],
    ['year', home.compared.names.year],
    ['campaign', home.compared.names.campaign],
  ] as const)('names the compared period of the filters: %s', async (compare, name) => {
    show(createAdsReport(), compare);
    await expect.poll(() => tile('blendedRoas')?.textContent).toContain(`${name}: `);
  });

  it('says which account has days of another time zone', async () => {
    show(createAdsReport());
    await expect.element(page.getByText(texts.otherCalendar('Hoa Mai Ads'))).toBeVisible();
  });

  it('shows a dash with the reason for a missing metric, never a zero', async () => {
    show(createAdsReport({ blendedRoas: none('some_shops'), adCostRatio: none('no_sales') }));
    await expect.element(page.getByText(texts.reasons.some_shops)).toBeVisible();
    await expect.element(page.getByText(texts.reasons.no_sales)).toBeVisible();
    expect(tile('blendedRoas')?.getAttribute('data-value')).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it('says that sales and spend of today are not comparable', async () => {
    const apart = none('different_times');
    show(createAdsReport({ blendedRoas: apart, adCostRatio: apart }));
    await expect.poll(() => tile('adSpend')?.getAttribute('data-value')).toBe('61250000');
    for (const metric of ['blendedRoas', 'adCostRatio']) {
      expect(tile(metric)?.textContent).toContain(texts.reasons.different_times);
      expect(tile(metric)?.getAttribute('data-value')).toBeNull();
    }
    expect(await violations()).toEqual([]);
  });

  it('shows neither chart nor comparison if nothing was spent', async () => {
    const sample = createAdsReport();
    const nothing = { value: '0', previous: '0', change: null, reason: null, previousReason: null };
    show({
      ...sample,
      partial: false,
      metrics: { ...sample.metrics, adSpend: nothing, channelRoas: none('no_spend') },
      trend: sample.trend.map((day) => ({ ...day, adSpend: '0' })),
      campaigns: [],
    });
    await expect.element(page.getByText(texts.noSpendWhy)).toBeVisible();
    expect(page.getByRole('region', { name: texts.chart.title }).query()).toBeNull();
    expect(tile('adSpend')?.textContent).not.toContain('so với');
  });

  it('names what a ratio of zero lacked before, which is not the spend', async () => {
    const sample = createAdsReport();
    const before = { value: 0.38, previous: 0, change: null, reason: null, previousReason: null };
    show({
      ...sample,
      metrics: { ...sample.metrics, blendedRoas: before, channelRoas: before },
    });
    await expect.poll(() => tile('channelRoas')?.textContent).toContain('không ghi nhận lượt mua');
    expect(tile('blendedRoas')?.textContent).toContain('không có doanh thu thuần');
  });

  it('names spend in a currency that cannot be added', async () => {
    const [account] = createAdsReport().accounts;
    if (!account) throw new Error('The sample has no account');
    const dollars = { ...account, accountId: `${account.accountId.slice(0, -1)}8` };
    show({
      ...createAdsReport(),
      accounts: [account, { ...dollars, name: 'Global', currency: 'USD', spend: '123.45' }],
    });
    await expect.element(page.getByText(/^Chưa gồm Global \(.*123,45/)).toBeVisible();
  });

  it('fails alone, with the reason', async () => {
    show(new Response(JSON.stringify({ message: 'Chưa đọc được.' }), { status: 400 }));
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    await expect.element(page.getByText('Chưa đọc được.')).toBeVisible();
    expect(page.getByRole('heading', { name: texts.campaigns }).query()).toBeNull();
  });

  it('fits a phone', async () => {
    await page.viewport(390, 844);
    show(createAdsReport());
    await expect.element(page.getByText('Thời trang | Bán hàng')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(await violations()).toEqual([]);
    await page.viewport(1024, 768);
  });
});
