import type { Price } from '@seller-connect/contract';
import { describe, expect, it } from 'vitest';
import { check } from '../../forms/index.ts';
import { percentOf } from './bulk/AdjustmentForm.tsx';
import { differenceOf } from './difference.ts';
import { amountOf, differs, draftOf, editRules, newRules, priceFrom } from './form.ts';
import { vi } from './texts.vi.ts';
import { addressOf, filterOf, queryOf, readView } from './filters.ts';

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
  it('shows amounts grouped and gives them back plain', () => {
    const draft = draftOf(price);
    expect(draft.listPrice).toBe('159.000');
    expect(amountOf(draft.listPrice)).toBe('159000');
    expect(differs(draft, price)).toBe(false);
    expect(differs({ ...draft, name: 'Áo thun'.normalize('NFD') }, price)).toBe(false);
    expect(differs({ ...draft, floorPrice: '1' }, price)).toBe(true);
  });

  it.each([
    ['1,5', vi.decimals],
    ['1.234,50', vi.decimals],
    ['một nghìn', vi.unreadable],
    ['0', vi.zero],
    ['', 'Vui lòng nhập giá niêm yết'],
  ])('refuses %j as a price and says why', (listPrice, message) => {
    const draft = { ...draftOf(price), listPrice };
    expect(check(draft, editRules(draft, vi)).listPrice).toBe(message);
  });

  it('refuses a lowest price above the list price', () => {
    const draft = { ...draftOf(price), floorPrice: '159.001' };
    expect(check(draft, editRules(draft, vi))).toEqual({ floorPrice: vi.floorAbove });
  });

  it('spec 5: asks for every field of a new product', () => {
    const blank = { sku: '', name: '', brand: '', listPrice: '', floorPrice: '' };
    expect(Object.values(check(blank, newRules(blank, vi)))).toHaveLength(5);
  });
});

it.each([
  ['143000', '189000', '+46.000\u00a0₫ (+32,2%)', 'up'],
  ['200000', '150000', '−50.000\u00a0₫ (−25,0%)', 'down'],
  ['5', '5', '0\u00a0₫', 'flat'],
])('from %s to %s it is %s', (before, after, text, direction) => {
  expect(differenceOf(before, after, 'VND')).toEqual({ text, direction });
});

it.each([
  ['5', '5'],
  ['12,5', '12.5'],
  ['12.25 %', '12.25'],
  ['0', null],
  ['-5', null],
  ['1,234', null],
  ['', null],
])('reads %j percent as %s', (text, value) => {
  expect(percentOf(text)).toBe(value);
});

it('reads the newer price of a refused save, and nothing that is none', () => {
  expect(priceFrom(price)).toEqual(price);
  expect(priceFrom({ ...price, brand: 'HOA' })).toBeNull();
  expect(priceFrom({ ...price, listPrice: 5 })).toBeNull();
  expect(priceFrom(null)).toBeNull();
});

it('keeps search, brand, sorting and page in the address', () => {
  const address = { q: 'áo', brand: 'HOA', sort: '-listPrice', page: '2' };
  const view = readView(address);
  expect(addressOf(view)).toEqual(address);
  expect(queryOf(view)).toEqual({ search: 'áo', brand: 'HOA', sort: '-listPrice', page: 2 });
  expect(filterOf(view)).toEqual({ search: 'áo', brand: 'HOA' });
  expect(addressOf(readView({ brand: '%', sort: 'x', page: '-1' }))).toEqual({});
});
