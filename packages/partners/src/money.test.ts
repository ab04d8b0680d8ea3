import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMoney, splitByWeight } from './money.ts';

describe('money', () => {
  it.each([
    ['106.00', 1_060_000n],
    ['289000', 2_890_000_000n],
    ['-0.05', -500n],
    ['0', 0n],
    ['99999999999999.9999', 999_999_999_999_999_999n],
  ])('reads %s exactly', (text, amountE4) => {
    expect(parseMoney(text)).toEqual({ amountE4, rounded: false });
  });

  it('rounds what is finer than four decimals half to even, and says so', () => {
    expect(parseMoney('1.00005')).toEqual({ amountE4: 10_000n, rounded: true });
    expect(parseMoney('1.00015')).toEqual({ amountE4: 10_002n, rounded: true });
    expect(parseMoney('1.000051')).toEqual({ amountE4: 10_001n, rounded: true });
    expect(parseMoney('1.00000')).toEqual({ amountE4: 10_000n, rounded: false });
  });

  it.each(['', '1,234.00', '1e5', ' 1', '.5', 'NaN', '1.', '--1'])('refuses %j', (text) => {
    expect(parseMoney(text)).toBeNull();
  });

  it('splits so that the parts sum exactly to the whole, each on the unit', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), weights, (units, given) => {
        const parts = splitByWeight(units * 10_000n, given, 10_000n);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(units * 10_000n);
        expect(parts.every((part) => part >= 0n && part % 10_000n === 0n)).toBe(true);
      }),
    );
  });

  it('gives what is left over to the largest remainders, the earlier of equals first', () => {
    expect(splitByWeight(100_000n, [1n, 1n, 1n], 10_000n)).toEqual([40_000n, 30_000n, 30_000n]);
    expect(splitByWeight(-5n, [3n, 1n], 1n)).toEqual([-4n, -1n]);
    expect(splitByWeight(7n, [], 1n)).toEqual([]);
  });
});
