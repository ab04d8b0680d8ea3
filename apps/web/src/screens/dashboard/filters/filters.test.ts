import { describe, expect, it } from 'vitest';
import { withReportCurrency, ordersHref, reconcileHref } from './drillDown.ts';
import {
  hasTargets,
  lastActivePeriod,
  toQuery,
  rangeProblem,
  shownRange,
  parseReportFilters,
  toSearchParams,
  withPeriod,
} from './filters.ts';

const shop = '00000000-0000-4000-8000-000000000001';

describe('report filters in the address', () => {
  it('default to the last 28 days of everything', () => {
    expect(parseReportFilters({})).toEqual({ period: '28d', chart: 'gmv' });
    expect(toSearchParams(parseReportFilters({}))).toEqual({});
  });

  it('survive formatting and parsing', () => {
    for (const view of [
      { period: 'today', chart: 'orders' },
      { period: '90d', chart: 'gmv', shop, currency: 'VND', explain: 'aov', pivot: 'month' },
      { period: '7d', chart: 'gmv', pivot: 'week', pivotMetric: 'units', sort: '-2026-11-02' },
      { period: 'custom', from: '2026-11-01', to: '2026-11-11', chart: 'netSales' },
      { period: 'last_month', compare: 'year', platform: 'SHOPEE', chart: 'gmv', by: 'hour' },
      { period: 'quarter', chart: 'gmv', second: 'orders', granularity: 'week', average: 7 },
      {
        period: 'custom',
        from: '2026-11-11',
        to: '2026-11-11',
        compare: 'campaign',
        chart: 'gmv',
      },
    ] as const) {
      expect(parseReportFilters(toSearchParams(view))).toEqual(view);
    }
  });

  it.each([
    { period: 'forever' },
    { period: 'custom' },
    { period: 'custom', from: '2026-11-11', to: '2026-11-01' },
    { period: 'custom', from: '1/11/2026', to: '2/11/2026' },
    { period: '28d', compare: 'campaign', platform: 'EBAY', by: 'moon', explain: 'weather' },
    { pivot: 'year', pivotMetric: 'gmv', sort: '<script>' },
    { second: 'gmv', granularity: 'decade', average: '30' },
    { period: ['7d'], shop: 'x', currency: 'dong', chart: 7 },
  ])('ignore invalid parameters: %j', (search) => {
    expect(parseReportFilters(search)).toEqual({ period: '28d', chart: 'gmv' });
  });

  it('query the days of a custom range, and one shop', () => {
    expect(toQuery(parseReportFilters({ period: '7d', shop }))).toEqual({
      period: '7d',
      shops: shop,
    });
    expect(
      toQuery(parseReportFilters({ period: 'custom', from: '2026-11-01', to: '2026-11-02' })),
    ).toEqual({
      period: 'custom',
      from: '2026-11-01',
      to: '2026-11-02',
    });
  });
});

it('withPeriod keeps the comparison with last year, and a campaign only for a campaign day', () => {
  const campaign = parseReportFilters({
    period: 'custom',
    from: '2026-11-11',
    to: '2026-11-11',
    compare: 'campaign',
  });
  expect(withPeriod(campaign, { period: '7d' })).toEqual({ period: '7d', chart: 'gmv' });
  expect(withPeriod({ ...campaign, compare: 'year' }, { period: 'month' })).toEqual({
    period: 'month',
    compare: 'year',
    chart: 'gmv',
  });
});

it('withPeriod drops the granularity, and for a year the comparison with last year', () => {
  const days = parseReportFilters({ period: '90d', granularity: 'week', compare: 'year' });
  expect(withPeriod(days, { period: '7d' })).toEqual({
    period: '7d',
    chart: 'gmv',
    compare: 'year',
  });
  expect(withPeriod(days, { period: 'year' })).toEqual({ period: 'year', chart: 'gmv' });
  expect(parseReportFilters({ period: 'year', compare: 'year' })).toEqual({
    period: 'year',
    chart: 'gmv',
  });
});

describe('a custom range', () => {
  it.each([
    ['2026-11-01', '2026-11-11', null],
    ['2026-11-11', '2026-11-11', null],
    ['2026-11-11', '2026-11-10', 'reversed'],
    ['2026-11-11', '2026-11-21', 'future'],
    ['2010-01-01', '2026-11-20', 'long'],
    ['1970-01-01', '1970-01-02', 'early'],
    ['2026-02-31', '2026-11-20', 'day'],
  ])('from %s to %s has the problem %s', (from, to, problem) => {
    expect(rangeProblem(from, to, '2026-11-20')).toBe(problem);
  });

  it('ends with the last order if there is one', () => {
    expect(lastActivePeriod('2026-03-28')).toEqual({ from: '2026-03-01', to: '2026-03-28' });
  });
});

it('shows the days of the filters, else of the report, else the last 28', () => {
  const chosen = { from: '2026-11-01', to: '2026-11-10' };
  const ofReport = { from: '2026-10-14', to: '2026-11-10' };
  expect(shownRange(chosen, ofReport, '2026-11-20')).toEqual(chosen);
  expect(shownRange({}, ofReport, '2026-11-20')).toEqual(ofReport);
  expect(shownRange({ to: chosen.to }, ofReport, '2026-11-20')).toEqual(ofReport);
  expect(shownRange({ from: chosen.from }, undefined, '2026-11-20')).toEqual({
    from: '2026-10-24',
    to: '2026-11-20',
  });
});

it('filters by several shops, and links to the orders of one of them', () => {
  const other = '00000000-0000-4000-8000-000000000002';
  const shops = `${shop},${other}`;
  const several = parseReportFilters({ shops: `${shop},x,${other},${shop}` });
  expect(toSearchParams(several)).toEqual({ shops });
  expect(toQuery(several)).toMatchObject({ shops });
  expect(hasTargets(several)).toBe(false);
  const days = { from: '2026-11-01', to: '2026-11-10' };
  expect(ordersHref(several, days, {})).toMatch(`/orders?shops=${shop}%2C${other}&`);
  expect(ordersHref(several, days, { shop })).toMatch(`/orders?shop=${shop}&`);
  const one = parseReportFilters({ shops, shop });
  expect(toQuery(one)).toMatchObject({ shops: shop });
  expect(hasTargets(one)).toBe(true);
  expect(parseReportFilters({ shops: other })).toMatchObject({ shop: other });
  expect(parseReportFilters({ shops: 'x,' })).toEqual(parseReportFilters({}));
});

it('reconcileHref has the same shops and days', () => {
  const days = { from: '2026-11-01', to: '2026-11-10' };
  expect(reconcileHref({}, days)).toBe('/reports/reconcile?from=2026-11-01&to=2026-11-10');
  expect(reconcileHref({ platform: 'SHOPEE', shop: 's' }, days)).toBe(
    '/reports/reconcile?platform=SHOPEE&shop=s&from=2026-11-01&to=2026-11-10',
  );
});

it('ordersHref selects the orders that a part of the report counts, by their sales day', () => {
  const days = { from: '2026-11-05', to: '2026-11-11' };
  const range = 'basis=committed&period=custom&from=2026-11-05&to=2026-11-11';
  expect(ordersHref({}, days, { shop: 's', sku: 'name:ÁO 1' })).toBe(
    `/orders?shop=s&sku=name%3A%C3%81O+1&${range}`,
  );
  // Marketplace and shop are inherited from the filters, unless the part names its own shop.
  const narrowed = { ...parseReportFilters({}), platform: 'SHOPEE', shop: 's' } as const;
  expect(ordersHref(narrowed, days, { payout: 'overdue' })).toBe(
    `/orders?platform=SHOPEE&shop=s&payout=overdue&${range}`,
  );
  expect(ordersHref(narrowed, days, { shop: 't' })).toMatch(/platform=SHOPEE&shop=t&/);
  // A report has one currency. If there are several, the order list is filtered by that currency.
  const several = withReportCurrency(narrowed, { currency: 'VND', currencies: ['VND', 'USD'] });
  expect(ordersHref(several, days, {})).toMatch(/currency=VND&/);
  expect(withReportCurrency(narrowed, { currency: 'VND', currencies: ['VND'] })).toBe(narrowed);
});
