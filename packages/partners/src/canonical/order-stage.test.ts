import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rollUpStage, type ItemStage } from './canonical.ts';

const item = (stage: ItemStage, value = 1n) => ({ stage, sellerPriceE4: value });

describe('the stage of an order', () => {
  it.each<[ItemStage[], ItemStage, boolean]>([
    [['delivered', 'shipping'], 'shipping', true],
    [['delivered', 'delivered'], 'delivered', false],
    [['completed'], 'completed', false],
    [['cancelled', 'to_ship', 'failed_delivery'], 'to_ship', false],
    [['unknown', 'delivered'], 'unknown', true],
    [['cancelled', 'cancelled'], 'cancelled', false],
    [['failed_delivery'], 'failed_delivery', false],
  ])('of items %j is %s', (stages, stage, isSplit) => {
    expect(rollUpStage(stages.map((each) => item(each)))).toEqual({ stage, isSplit });
  });

  it('of an order that ended in two ways is that of the greater value', () => {
    expect(rollUpStage([item('cancelled', 5n), item('failed_delivery', 6n)])).toEqual({
      stage: 'failed_delivery',
      isSplit: true,
    });
    expect(rollUpStage([item('cancelled', 7n), item('failed_delivery', 6n)]).stage).toBe(
      'cancelled',
    );
  });

  it('does not depend on the order of the items', () => {
    const stages = fc.constantFrom<ItemStage>(
      'unpaid',
      'to_ship',
      'shipping',
      'delivered',
      'completed',
      'cancelled',
      'failed_delivery',
      'unknown',
    );
    const items = fc.array(
      fc.record({ stage: stages, sellerPriceE4: fc.bigInt({ min: 0n, max: 99n }) }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(items, (given) => {
        expect(rollUpStage(given.toReversed())).toEqual(rollUpStage(given));
      }),
    );
  });
});
