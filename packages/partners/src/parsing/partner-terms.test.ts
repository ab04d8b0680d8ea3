import { expect, it } from 'vitest';
import { normalizeBrand, variantName } from './fields.ts';

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

it.each([
  ['Áo thun', [], 'Áo thun'],
  ['Áo thun', ['Đen'], 'Áo thun – Đen'],
  ['Áo thun', [' Đen ', 'L'], 'Áo thun – Đen, L'],
  ['Áo thun', ['', undefined, null, 7], 'Áo thun'],
  ['', ['Đen'], 'Đen'],
  [null, [], ''],
])('names a variant of %j with the options %j', (name, options, expected) => {
  expect(variantName(name, options)).toBe(expected);
});
