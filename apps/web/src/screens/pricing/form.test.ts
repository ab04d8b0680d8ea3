import type { Price } from '@seller-connect/contract';
import { describe, expect, it } from 'vitest';
import { validate } from '../../forms/index.ts';
import { parsePercent } from './bulk/AdjustmentForm.tsx';
import {
  formatDifference,
  parseAmount,
  hasChanges,
  toDraft,
  editRules,
  createRules,
  parsePrice,
} from './form.ts';
import { vi } from './texts.vi.ts';
import { toFilter, toQuery, priceFilters } from './filters.ts';

const price: Price = {
  sku: 'AO-01',
  name: 'Áo thun',
  brand: { code: 'HOA', name: 'Hoa', status: 'Active' },
  listPrice: '159000',
  floorPrice: '120000',
  currency: 'VND',
  validFrom: '2026-11-12',
  version: 2,
  updatedAt: '2026-11-12T00:00:00.000Z',
};

describe('the form of a price', () => {
  it('shows amounts grouped and parses them back', () => {
    const draft = toDraft(price);
    expect(draft.listPrice).toBe('159.000');
    expect(parseAmount(draft.listPrice)).toBe('159000');
    expect(hasChanges(draft, price)).toBe(false);
    expect(hasChanges({ ...draft, name: 'Áo thun'.normalize('NFD') }, price)).toBe(false);
    expect(hasChanges({ ...draft, floorPrice: '1' }, price)).toBe(true);
  });

  it.each([
    ['1,5', vi.decimals],
    ['1.234,50', vi.decimals],
    ['một nghìn', vi.unreadable],
    ['0', vi.zero],
    ['', 'Vui lòng nhập giá niêm yết'],
    ['  ', 'Giá niêm yết không được chỉ gồm khoảng trắng'],
  ])('refuses %j as a price with the reason', (listPrice, message) => {
    const draft = { ...toDraft(price), listPrice };
    expect(validate(draft, editRules(draft, vi)).listPrice).toBe(message);
  });

  it('refuses a floor price above the list price', () => {
    const draft = { ...toDraft(price), floorPrice: '159.001' };
    expect(validate(draft, editRules(draft, vi))).toEqual({ floorPrice: vi.floorAbove });
  });

  it('spec 5: requires every field of a new product', () => {
    const blank = { sku: '', name: '', brand: '', listPrice: '', floorPrice: '' };
    expect(Object.values(validate(blank, createRules(blank, vi)))).toHaveLength(5);
  });
});

it.each([
  ['143000', '189000', '+46.000\u00a0₫ (+32,2%)', 'up'],
  ['200000', '150000', '−50.000\u00a0₫ (−25,0%)', 'down'],
  ['5', '5', '0\u00a0₫', 'flat'],
])('formats the difference from %s to %s as %s', (before, after, text, direction) => {
  expect(formatDifference(before, after, 'VND')).toEqual({ text, direction });
});

it.each([
  ['5', '5'],
  ['12,5', '12.5'],
  ['12.25 %', '12.25'],
  ['0', null],
  ['-5', null],
  ['1,234', null],
  ['', null],
])('parses %j percent as %s', (text, value) => {
  expect(parsePercent(text)).toBe(value);
});

it('parses the newer price of a conflict, and nothing else', () => {
  expect(parsePrice(price)).toEqual(price);
  expect(parsePrice({ ...price, brand: 'HOA' })).toBeNull();
  expect(parsePrice({ ...price, listPrice: 5 })).toBeNull();
  expect(parsePrice(null)).toBeNull();
  for (const field of Object.keys(price))
    expect(parsePrice({ ...price, [field]: null })).toBeNull();
  for (const field of ['code', 'name'])
    expect(parsePrice({ ...price, brand: { ...price.brand, [field]: null } })).toBeNull();
});

it('keeps search, brand, sorting and page in the address', () => {
  const address = { q: 'áo', brand: 'HOA', sort: '-listPrice', page: '2' };
  const view = priceFilters.parse(address);
  expect(priceFilters.toSearchParams(view)).toEqual(address);
  expect(toQuery(view)).toEqual({ search: 'áo', brand: 'HOA', sort: '-listPrice', page: 2 });
  expect(toFilter(view)).toEqual({ search: 'áo', brand: 'HOA' });
  expect(
    priceFilters.toSearchParams(priceFilters.parse({ brand: '%', sort: 'x', page: '-1' })),
  ).toEqual({});
});
