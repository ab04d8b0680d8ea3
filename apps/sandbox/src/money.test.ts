import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount, splitProportionally } from './money.ts';

/** Formats by string manipulation alone, as an independent reference. */
function written(amountE4: bigint, minimumDecimals: number): string {
  const digits = String(amountE4).replace('-', '').padStart(5, '0');
  const decimals = digits.slice(-4).replace(/0+$/, '').padEnd(minimumDecimals, '0');
  const sign = amountE4 < 0n ? '-' : '';
  return `${sign}${digits.slice(0, -4)}${decimals === '' ? '' : `.${decimals}`}`;
}

describe('formatAmount', () => {
  it('is exact for any size and precision', () => {
    const whole = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }).map((each) => each * 10_000n);
    const fine = fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n });
    const small = fc.bigInt({ min: -2_000_000n, max: 2_000_000n });
    fc.assert(
      fc.property(fc.oneof(whole, fine, small), fc.constantFrom(0, 2, 4), (amountE4, decimals) => {
        expect(formatAmount(amountE4, decimals)).toBe(written(amountE4, decimals));
      }),
      { numRuns: 2000 },
    );
    expect(parseAmount(formatAmount(-123_450_000n, 2))).toBe(-123_450_000n);
    expect(formatAmount(0n)).toBe('0');
    expect(formatAmount(0n, 2)).toBe('0.00');
  });
});

describe('splitProportionally', () => {
  it('gives the rest to the largest remainders, the first of equal ones first', () => {
    const weights = fc.array(fc.nat(5_000_000), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.nat(80_000_000), weights, (amount, shares) => {
        const sum = shares.reduce((total, share) => total + share, 0);
        const used = sum > 0 ? shares.map(BigInt) : shares.map(() => 1n);
        const divisor = sum > 0 ? BigInt(sum) : BigInt(shares.length);
        const remainders = used.map((share) => (BigInt(amount) * share) % divisor);
        const parts = used.map((share) => (BigInt(amount) * share) / divisor);
        const left = BigInt(amount) - parts.reduce((total, part) => total + part, 0n);
        const expected = parts.map((part, place) => {
          const rest = remainders[place] ?? 0n;
          const before = remainders.filter(
            (other, at) => other > rest || (other === rest && at < place),
          ).length;
          return Number(part) + (BigInt(before) < left ? 1 : 0);
        });
        expect(splitProportionally(amount, shares)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('is exact beyond the precision of numbers', () => {
    const whole = 2n ** 40n;
    const small = whole / (2n ** 20n + 1n);
    // The large part has the larger remainder and gets the rest.
    const parts = splitProportionally(2 ** 40, [2 ** 20, 1]);
    expect(parts.map(BigInt)).toEqual([whole - small, small]);
  });
});
