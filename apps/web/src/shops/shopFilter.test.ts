import { expect, it } from 'vitest';
import { formatShopFilter } from './shopFilter.ts';

it('names the shop of a filter, and never says all shops while it is unknown', () => {
  const shops = [{ id: 'a', name: 'Hoa Mai' }];
  const nameOf = (shop: string | null, several: string | null = null) =>
    formatShopFilter({ shop, shops: several }, shops, 'Tất cả');
  expect(nameOf(null)).toBe('Tất cả');
  expect(nameOf('a')).toBe('Hoa Mai');
  expect(nameOf('a', 'a,b')).toBe('Hoa Mai');
  expect(nameOf(null, 'a,b')).toBe('2 gian hàng');
  expect(nameOf('deleted')).toBe('1 gian hàng');
  expect(formatShopFilter({ shop: 'a' }, undefined, 'Tất cả')).toBe('1 gian hàng');
});
