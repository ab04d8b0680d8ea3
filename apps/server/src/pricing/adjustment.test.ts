import type { PriceAdjustment } from '@seller-connect/contract';
import { describe, expect, it } from 'vitest';
import { adjustPrice, adjustmentOutcome } from './adjustment.ts';

const e4 = (dong: number) => BigInt(dong) * 10_000n;

describe('a change of a list price', () => {
  it.each<[number, PriceAdjustment['kind'], string, PriceAdjustment['roundTo'], number]>([
    [100_000, 'percent', '-5', 1, 95_000],
    [99_999, 'percent', '-12.5', 1, 87_499],
    [99_999, 'percent', '-12.5', 100, 87_500],
    [123_456, 'percent', '10', 1000, 136_000],
    [125_000, 'amount', '10000', 1, 135_000],
    [125_000, 'amount', '-25500', 1000, 100_000],
    [3, 'percent', '50', 1, 5],
    [1, 'percent', '-50', 1, 1],
  ])('of %i by %s %s, to the nearest %i, results in %i', (before, kind, value, roundTo, after) => {
    expect(adjustPrice(e4(before), { kind, value, roundTo })).toBe(e4(after));
  });

  it('is exact beyond the precision of floats', () => {
    const change = { kind: 'percent', value: '0.07', roundTo: 1 } as const;
    expect(adjustPrice(e4(900_719_925_474), change)).toBe(e4(901_350_429_422));
  });

  it('does not round an unchanged price', () => {
    expect(adjustPrice(e4(123), { kind: 'percent', value: '0', roundTo: 1000 })).toBe(e4(123));
  });
});

it.each([
  [100, 'unchanged'],
  [80, 'changed'],
  [79, 'below_floor'],
  [-1, 'below_floor'],
  [1_000_000_000_000, 'too_high'],
] as const)('a price of 100 with a floor of 80, changed to %i, is %s', (after, outcome) => {
  expect(adjustmentOutcome({ listE4: e4(100), floorE4: e4(80) }, e4(after))).toBe(outcome);
});
