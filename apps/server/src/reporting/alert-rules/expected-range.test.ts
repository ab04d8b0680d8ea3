import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianOf, minBaselineDays, expectedRange } from './expected-range.ts';

const value = fc.bigInt(0n, 10n ** 15n);
const history = fc.array(value, { minLength: minBaselineDays, maxLength: 8 });

describe('the expected range', () => {
  it('is unknown with too little history', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: minBaselineDays - 1 }), (values) => {
        expect(expectedRange(values)).toBeNull();
      }),
    );
  });

  it('is the median and three robust deviations, at least 10%', () => {
    // Deviations of 100 from 1000: 3 × 1.4826 × 100.
    expect(expectedRange([900n, 1100n, 900n, 1100n, 1000n])).toEqual({
      low: 555n,
      median: 1000n,
      high: 1445n,
    });
    expect(expectedRange([1000n, 1000n, 1000n, 1000n, 1000n])).toEqual({
      low: 900n,
      median: 1000n,
      high: 1100n,
    });
  });

  it('contains the median, extends 10% to both sides, and is never negative', () => {
    fc.assert(
      fc.property(history, (values) => {
        const range = expectedRange(values);
        if (!range) throw new Error('There is enough history');
        expect(range.median).toBe(medianOf(values));
        expect(range.high - range.median).toBeGreaterThanOrEqual(range.median / 10n);
        expect(range.low).toBeGreaterThanOrEqual(0n);
        expect(range.low).toBeLessThanOrEqual(range.median);
      }),
    );
  });

  it('of losses is around their median', () => {
    expect(expectedRange([-900n, -1100n, -900n, -1100n, -1000n])).toEqual({
      low: -1445n,
      median: -1000n,
      high: -555n,
    });
  });

  it('does not depend on the order of days, and scales with them', () => {
    fc.assert(
      fc.property(history, fc.bigInt(1n, 1000n), (values, factor) => {
        const range = expectedRange(values);
        expect(expectedRange(values.toReversed())).toEqual(range);
        const scaled = expectedRange(values.map((each) => each * factor));
        if (!range || !scaled) throw new Error('There is enough history');
        // Rounding: of the mean of two values, of the deviation and of the range.
        const difference = scaled.high - range.high * factor;
        expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(8n * factor);
      }),
    );
  });

  it('is hardly affected by two campaign days among five ordinary ones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt(1000n, 2000n), { minLength: 5, maxLength: 6 }),
        fc.array(fc.bigInt(10n ** 6n, 10n ** 12n), { maxLength: 2 }),
        (ordinary, campaigns) => {
          const range = expectedRange([...ordinary, ...campaigns]);
          expect(range?.median).toBeLessThanOrEqual(2000n);
          expect(range?.high).toBeLessThanOrEqual(2000n + 4448n);
        },
      ),
    );
  });
});
