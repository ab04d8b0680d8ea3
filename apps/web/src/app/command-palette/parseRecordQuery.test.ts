import { expect, it } from 'vitest';
import { parseRecordQuery } from './parseRecordQuery.ts';

it.each([
  ['đơn 486901000000074', '486901000000074', ['orders']],
  ['Mã đơn: 251123ABC4XY', '251123ABC4XY', ['orders']],
  ['đơn hàng số 74', '74', ['orders']],
  ['order #74', '74', ['orders']],
  ['sku ÁO-01', 'ÁO-01', ['products']],
  ['sản phẩm áo thun', 'áo thun', ['products']],
  ['486901000000074', '486901000000074', ['orders', 'products']],
  ['đơn giản', 'đơn giản', ['orders', 'products']],
  ['skuABC', 'skuABC', ['orders', 'products']],
] as const)('“%s” searches for “%s” in %j', (input, search, kinds) => {
  expect(parseRecordQuery(input)).toEqual({ search, kinds });
  expect(parseRecordQuery(input.normalize('NFD'))).toEqual({ search, kinds });
});
