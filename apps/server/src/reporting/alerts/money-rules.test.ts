import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../platform/calendar.ts';
import {
  findCampaignsWithoutSales,
  detectFeeIncrease,
  shouldAlertOverdue,
  type PaidDay,
} from './money-rules.ts';

const today = '2026-11-10';
const plain: PaidDay = { goodsLines: 10, goodsE4: 1_000_0000n, feesE4: 100_0000n };

/** Fifty equal days up to today; `change` overrides a day by its distance from today. */
function daysWith(change: (back: number) => Partial<PaidDay>): Map<string, PaidDay> {
  return new Map(
    Array.from({ length: 50 }, (_, back) => [addDays(today, -back), { ...plain, ...change(back) }]),
  );
}
const lastWeek = (part: Partial<PaidDay>) => daysWith((back) => (back < 7 ? part : {}));

describe('a fee increase', () => {
  it('is a week with 1.5 points and a tenth more than usual', () => {
    expect(detectFeeIncrease(lastWeek({ feesE4: 115_0000n }), today)).toEqual({
      from: '2026-11-04',
      to: today,
      share: 0.115,
      baseline: 0.1,
    });
    expect(detectFeeIncrease(lastWeek({ feesE4: 114_9999n }), today)).toBeNull();
    // Two points more at 40% are within normal variation.
    const dear = daysWith((back) => ({ feesE4: back < 7 ? 420_0000n : 400_0000n }));
    expect(detectFeeIncrease(dear, today)).toBeNull();
  });

  it('is found with weekly payouts too', () => {
    const weekly = daysWith((back) =>
      back % 7 === 3
        ? { goodsLines: 70, feesE4: back < 7 ? 150_0000n : 100_0000n }
        : { goodsLines: 0, goodsE4: 0n, feesE4: 0n },
    );
    expect(detectFeeIncrease(weekly, today)).toMatchObject({ share: 0.15, baseline: 0.1 });
  });

  it('is not found with few payouts, with larger refunds, or without history', () => {
    expect(detectFeeIncrease(lastWeek({ feesE4: 300_0000n, goodsLines: 2 }), today)).toBeNull();
    expect(detectFeeIncrease(lastWeek({ goodsE4: -5n }), today)).toBeNull();
    const young = new Map([...lastWeek({ feesE4: 300_0000n })].slice(0, 7));
    expect(detectFeeIncrease(young, today)).toBeNull();
  });

  it('is never found among identical days', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.bigInt(0n, 10n ** 14n), fc.nat(100), (lines, goods, percent) => {
        const day = { goodsLines: lines, goodsE4: goods, feesE4: (goods * BigInt(percent)) / 100n };
        expect(
          detectFeeIncrease(
            daysWith(() => day),
            today,
          ),
        ).toBeNull();
      }),
    );
  });
});

it('alerts about three overdue orders or more', () => {
  expect([0, 2, 3].map(shouldAlertOverdue)).toEqual([false, false, true]);
});

describe('campaigns without sales', () => {
  const good = { name: 'Bán hàng', spendE4: 700n, purchases: 30 };
  const idle = { name: 'Tương tác', spendE4: 200n, purchases: 0 };

  it('have a fifth of the spend and no purchase, and are sorted by spend', () => {
    const dearer = { name: 'Video', spendE4: 400n, purchases: 0 };
    expect(findCampaignsWithoutSales([good, idle, dearer], 10)).toEqual([dearer]);
    expect(findCampaignsWithoutSales([{ ...good, spendE4: 400n }, idle, dearer], 10)).toEqual([
      dearer,
      idle,
    ]);
  });

  it('exclude those with a purchase, with little spend, or without measured purchases', () => {
    expect(findCampaignsWithoutSales([good, { ...idle, purchases: 1 }], 10)).toEqual([]);
    expect(findCampaignsWithoutSales([good, { ...idle, spendE4: 100n }], 10)).toEqual([]);
    expect(findCampaignsWithoutSales([idle], 9)).toEqual([]);
    expect(findCampaignsWithoutSales([{ ...idle, spendE4: 0n }], 50)).toEqual([]);
  });
});
