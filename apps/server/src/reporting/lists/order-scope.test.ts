import { expect, it } from 'vitest';
import { intersectSkus } from './order-scope.ts';

it('intersects SKUs of a shop without comparing each with all others', () => {
  let reads = 0;
  const skuOf = (shopId: string, number: number) => ({
    shopId,
    get skuKey() {
      reads += 1;
      return String(number);
    },
  });
  const range = (shopId: string, from: number) =>
    Array.from({ length: 500 }, (_, index) => skuOf(shopId, from + index));
  const common = intersectSkus([...range('a', 0), ...range('b', 0)], range('a', 400));
  expect(reads).toBeLessThanOrEqual(1500);
  expect(common).toHaveLength(100);
  expect(common[0]).toMatchObject({ shopId: 'a', skuKey: '400' });
});
