import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount, shareOfPieces, splitByWeight } from './amounts.ts';

describe('parseAmount and splitByWeight', () => {
  it.each([
    ['106.00', 1_060_000n],
    ['289000', 2_890_000_000n],
    ['-0.05', -500n],
    ['0', 0n],
    ['99999999999999.9999', 999_999_999_999_999_999n],
    ['3.0E5', 3_000_000_000n],
    ['1.5e+7', 150_000_000_000n],
    ['-12e-2', -1200n],
    ['0e999', 0n],
    ['000000000000000000012.5', 125_000n],
  ])('parses %s exactly', (text, amountE4) => {
    expect(parseAmount(text)).toEqual({ amountE4, rounded: false });
  });

  it('rounds to four decimals half to even, and reports that', () => {
    expect(parseAmount('1.00005')).toEqual({ amountE4: 10_000n, rounded: true });
    expect(parseAmount('1.00015')).toEqual({ amountE4: 10_002n, rounded: true });
    expect(parseAmount('1.000051')).toEqual({ amountE4: 10_001n, rounded: true });
    expect(parseAmount('1.00000')).toEqual({ amountE4: 10_000n, rounded: false });
    expect(parseAmount('1.4210854715202004e-14')).toEqual({ amountE4: 0n, rounded: true });
    expect(parseAmount('12.340000000000002')).toEqual({ amountE4: 123_400n, rounded: true });
    expect(parseAmount('5e-5')).toEqual({ amountE4: 0n, rounded: true });
    expect(parseAmount('-1.5e-4')).toEqual({ amountE4: -2n, rounded: true });
    expect(parseAmount('1e-999')).toEqual({ amountE4: 0n, rounded: true });
  });

  it('parses an exponent as its digits', () => {
    const parts = [fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: -30, max: 12 })] as const;
    fc.assert(
      fc.property(...parts, (mantissa, exponent) => {
        const digits = String(mantissa).padStart(31, '0') + '0'.repeat(Math.max(0, exponent));
        const point = digits.length + Math.min(0, exponent);
        const whole = digits.slice(0, point);
        const fraction = digits.slice(point);
        const plain = fraction === '' ? whole : `${whole}.${fraction}`;
        expect(parseAmount(`${mantissa}e${exponent}`)).toEqual(parseAmount(plain));
      }),
    );
  });

  it.each(['', '1,234.00', ' 1', '.5', 'NaN', '1.', '--1', '1e', 'e5', '1e1000', '1e14', '9e999'])(
    'refuses %j',
    (text) => {
      expect(parseAmount(text)).toBeNull();
    },
  );

  it('splits into parts that sum exactly to the whole, each a multiple of the unit', () => {
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

  it('gives the remainder to the largest fractions, the first of equal ones', () => {
    expect(splitByWeight(100_000n, [1n, 1n, 1n], 10_000n)).toEqual([40_000n, 30_000n, 30_000n]);
    expect(splitByWeight(-5n, [3n, 1n], 1n)).toEqual([-4n, -1n]);
    expect(splitByWeight(7n, [], 1n)).toEqual([]);
  });

  it('give equal pieces the same', () => {
    const pieces = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20));
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }), pieces, (whole, counts) => {
        const [before, count, after] = counts;
        const quantity = before + count + after;
        fc.pre(quantity > 0);
        const each = splitByWeight(whole, Array<bigint>(quantity).fill(1n), 100n);
        const expected = each.slice(before, before + count).reduce((sum, part) => sum + part, 0n);
        expect(shareOfPieces(whole, { quantity, from: before, count }, 100n)).toBe(expected);
      }),
    );
  });
});
