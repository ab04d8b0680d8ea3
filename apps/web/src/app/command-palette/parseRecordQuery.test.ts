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
  ['GA-1M6', 'GA-1M6', ['orders', 'products']],
  ['bàn phím 75%', 'bàn phím 75%', ['products', 'orders']],
  ['đơn giản', 'đơn giản', ['products', 'orders']],
  ['skuABC', 'skuABC', ['products', 'orders']],
] as const)('“%s” searches for “%s” in %j', (input, search, kinds) => {
  expect(parseRecordQuery(input)).toEqual({ search, kinds });
  expect(parseRecordQuery(input.normalize('NFD'))).toEqual({ search, kinds });
});
