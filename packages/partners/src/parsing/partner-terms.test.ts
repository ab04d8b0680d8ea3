import { expect, it } from 'vitest';
import { normalizeBrand } from './partner-terms.ts';

it.each([
  ['Hoa Mai', 'Hoa Mai'],
  [' Hoa Mai ', 'Hoa Mai'],
  ['No Brand', ''],
  ['NoBrand', ''],
  ['NO-BRAND', ''],
  ['', null],
  [null, null],
  [12, null],
])('normalizes the brand %j to %j', (raw, brand) => {
  expect(normalizeBrand(raw)).toBe(brand);
});
