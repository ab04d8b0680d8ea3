import { expect, it } from 'vitest';
import {
  countFilters,
  toDateRange,
  emptyFilters,
  hasActiveFilters,
  toQuery,
  orderFilters,
} from './filters.ts';

const shop = '0191d2c4-7f00-7000-8000-000000000001';

it('orderFilters parses an address and formats it back', () => {
  const address = {
    q: 'áo thun',
    platform: 'SHOPEE',
    shop,
    stage: 'cancelled',
    payout: 'overdue',
    outcome: 'kept',
    sku: 'name:áo',
    currency: 'VND',
    hour: '9',
    until: '14:42',
    basis: 'committed',
    period: 'custom',
    from: '2026-11-01',
    to: '2026-11-11',
    odd: '1',
    page: '3',
  };
  const view = orderFilters.parse(address);
  expect(orderFilters.toSearchParams(view)).toEqual(address);
  expect(toQuery(view)).toEqual({
    search: 'áo thun',
    platform: 'SHOPEE',
    shop,
    stage: 'cancelled',
    payout: 'overdue',
    outcome: 'kept',
    sku: 'name:áo',
    currency: 'VND',
    hour: 9,
    until: '14:42',
    basis: 'committed',
    from: '2026-11-01',
    to: '2026-11-11',
    odd: true,
    page: 3,
  });
  expect(hasActiveFilters(view)).toBe(true);
  expect(hasActiveFilters({ ...view, ...emptyFilters })).toBe(false);
});

it('restricts the list to several shops, which a single shop replaces', () => {
  const shops = `${shop},0191d2c4-7f00-7000-8000-000000000002`;
  const view = orderFilters.parse({ shops });
  expect(orderFilters.toSearchParams(view)).toEqual({ shops });
  expect(toQuery(view)).toEqual({ shops, page: 1 });
  expect(hasActiveFilters(view)).toBe(true);
  expect(countFilters(view, { isPhone: true })).toBe(1);
  expect(orderFilters.parse({ shops: shop })).toMatchObject({ shop, shops: null });
});

it('counts an outcome as one filter, with the basis that it implies', () => {
  const view = orderFilters.parse({ outcome: 'returned' });
  expect(view.basis).toBe('committed');
  expect(countFilters(view, { isPhone: false })).toBe(1);
});

it.each([
  {},
  {
    platform: 'FACEBOOK',
    stage: 'lost',
    payout: 'gone',
    basis: 'settled',
    outcome: 'lost',
    hour: '24',
    until: '24:01',
    sku: '',
    currency: 'đồng',
    shop: 'x',
    period: 'later',
    odd: 'yes',
    page: '-1',
  },
  { period: 'custom', from: '2026-11-11', to: '2026-11-01' },
  { period: 'custom', from: '2026-02-30', to: '2026-03-01' },
])('parses %j as no filter', (address) => {
  expect(toQuery(orderFilters.parse(address))).toEqual({ page: 1 });
});

it.each([
  { payout: 'settled' },
  { outcome: 'returned' },
  { hour: '0' },
  { until: '24:00' },
  { sku: '1' },
  { currency: 'USD' },
])('counts by sales day for %j', (address) => {
  expect(orderFilters.parse(address)).toMatchObject({ basis: 'committed' });
  expect(hasActiveFilters(orderFilters.parse(address))).toBe(true);
});

it('counts days back from the last one, inclusive', () => {
  const today = '2026-11-11';
  expect(toDateRange({ period: 'today', days: null }, today)).toEqual({ from: today, to: today });
  expect(toDateRange({ period: '7', days: null }, today)).toEqual({
    from: '2026-11-05',
    to: today,
  });
});
