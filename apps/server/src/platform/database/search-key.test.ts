import { expect, it } from 'vitest';
import { normalizeText, toSearchKey } from './search-key.ts';

it.each([
  ['Đồng bộ', 'dong bo'],
  ['ĐƯỜNG  Quảng   Ngãi', 'duong quang ngai'],
  ['Ừ, ễ, ộ, ỳ', 'u, e, o, y'],
  ['Hoa Mai'.normalize('NFD'), 'hoa mai'],
  ['Cà phê'.normalize('NFD'), 'ca phe'],
  [' \u00a0Ba\tVì \n', 'ba vi'],
])('turns %j into the search key %j', (text, key) => {
  expect(toSearchKey(text)).toBe(key);
});

it('normalizes text however it was typed', () => {
  expect(normalizeText('  Thời  trang '.normalize('NFD'))).toBe('Thời trang'.normalize('NFC'));
});
