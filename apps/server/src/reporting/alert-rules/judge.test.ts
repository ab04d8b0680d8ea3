import type { AlertCondition, AlertMetric } from '@seller-connect/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../platform/calendar.ts';
import { zeroTotals, type Totals } from '../metrics/metric-values.ts';
import { judge, periodKey, type RuleDays } from './judge.ts';
import { judgeDays } from './preview.ts';
import { thresholdOf } from './rule-store.ts';

const today = '2026-11-11';
const yesterday = '2026-11-10';
const plain: Totals = {
  ...zeroTotals,
  orders: 20n,
  validOrders: 20n,
  cancelledOrders: 1n,
  gmv: 1_000_0000n,
  nmv: 1_000_0000n,
  netSales: 900_0000n,
  units: 30n,
};

/** Equal days since `firstDay`, except for some. */
function daysWith(
  changes: Record<string, Partial<Totals>>,
  more: Partial<RuleDays> & { open?: readonly string[] } = {},
): RuleDays {
  const { open = [], ...rest } = more;
  const on = (day: string) => ({ ...plain, ...changes[day] });
  return {
    on,
    until: on,
    isComplete: (day) => !open.includes(day),
    firstDay: '2025-01-01',
    ...rest,
  };
}
const ask = (condition: AlertCondition, days: RuleDays, metric: AlertMetric = 'gmv') =>
  judge({ metric, condition, thresholdE4: thresholdOf(condition) }, today, days);

describe('a threshold', () => {
  const above: AlertCondition = { kind: 'above', period: 'yesterday', threshold: '1000' };
  const below: AlertCondition = { kind: 'below', period: 'yesterday', threshold: '1000' };

  it('alerts beyond it, not at it', () => {
    expect(ask(above, daysWith({})).isAlarm).toBe(false);
    expect(ask(above, daysWith({ [yesterday]: { gmv: 1_000_0001n } }))).toMatchObject({
      isAlarm: true,
      valueE4: 1_000_0001n,
      highE4: 1_000_0000n,
    });
    expect(ask(below, daysWith({})).isAlarm).toBe(false);
    expect(ask(below, daysWith({ [yesterday]: { gmv: 999_9999n } })).isAlarm).toBe(true);
  });

  it('below waits until the day is synced, above does not', () => {
    const low = daysWith({ [yesterday]: { gmv: 0n } }, { open: [yesterday] });
    expect(ask(below, low).isAlarm).toBe(false);
    const high = daysWith({ [yesterday]: { gmv: 2_000_0000n } }, { open: [yesterday] });
    expect(ask(above, high).isAlarm).toBe(true);
  });

  it('sums seven days up to yesterday', () => {
    const week: AlertCondition = { kind: 'below', period: 'last_7_days', threshold: '7000' };
    expect(ask(week, daysWith({ [today]: { gmv: 0n } }))).toMatchObject({
      from: '2026-11-04',
      to: yesterday,
      valueE4: 7_000_0000n,
      isAlarm: false,
    });
    expect(ask(week, daysWith({ '2026-11-04': { gmv: 0n } })).isAlarm).toBe(true);
    expect(
      ask(week, daysWith({ '2026-11-04': { gmv: 0n } }, { open: ['2026-11-06'] })).isAlarm,
    ).toBe(false);
  });

  it('of a ratio requires ten orders and complete days', () => {
    const rate: AlertCondition = { kind: 'above', period: 'yesterday', threshold: '0.05' };
    const many = { [yesterday]: { cancelledOrders: 2n } };
    expect(ask(rate, daysWith(many), 'cancellation_rate')).toMatchObject({
      isAlarm: true,
      valueE4: 1000n,
    });
    expect(ask(rate, daysWith(many, { open: [yesterday] }), 'cancellation_rate').isAlarm).toBe(
      false,
    );
    const sparse = { [yesterday]: { orders: 9n, cancelledOrders: 9n } };
    expect(ask(rate, daysWith(sparse), 'cancellation_rate').valueE4).toBeNull();
    const orders = (count: bigint) => ({ [yesterday]: { orders: count, validOrders: count } });
    expect(ask(rate, daysWith(orders(10n)), 'cancellation_rate').valueE4).toBe(1000n);
    expect(ask(above, daysWith(orders(10n)), 'aov').valueE4).toBe(100_0000n);
    expect(ask(above, daysWith(orders(9n)), 'aov').valueE4).toBeNull();
  });
});

describe('a change against a comparison', () => {
  const fall: AlertCondition = {
    kind: 'fall',
    period: 'yesterday',
    percent: 20,
    compare: 'previous',
  };

  it('alerts when it exceeds the percentage', () => {
    expect(ask(fall, daysWith({ [yesterday]: { gmv: 800_0000n } })).isAlarm).toBe(false);
    expect(ask(fall, daysWith({ [yesterday]: { gmv: 799_9999n } }))).toMatchObject({
      isAlarm: true,
      baselineE4: 1_000_0000n,
      lowE4: 800_0000n,
    });
    const rise: AlertCondition = { ...fall, kind: 'rise', period: 'last_7_days' };
    expect(ask(rise, daysWith({ [yesterday]: { gmv: 2_500_0000n } })).isAlarm).toBe(true);
  });

  it('does not alert while days of the comparison are missing or not synced', () => {
    const low = { [yesterday]: { gmv: 0n } };
    expect(ask(fall, daysWith(low, { open: ['2026-11-09'] })).isAlarm).toBe(false);
    expect(ask(fall, daysWith(low, { firstDay: yesterday })).isAlarm).toBe(false);
    const year: AlertCondition = { ...fall, compare: 'year' };
    expect(ask(year, daysWith(low)).isAlarm).toBe(true);
    expect(ask(year, daysWith(low, { firstDay: '2026-01-01' })).isAlarm).toBe(false);
    const week: AlertCondition = { ...fall, period: 'last_7_days' };
    const lowWeek = { '2026-11-04': { gmv: 0n }, '2026-11-05': { gmv: 0n } };
    expect(ask(week, daysWith(lowWeek)).isAlarm).toBe(true);
    expect(ask(week, daysWith(lowWeek, { open: ['2026-10-30'] })).isAlarm).toBe(false);
    expect(ask(week, daysWith(lowWeek, { firstDay: '2026-10-29' })).isAlarm).toBe(false);
  });

  it('does not alert after days without sales, of which nothing is a percentage', () => {
    const rise: AlertCondition = { ...fall, kind: 'rise' };
    expect(ask(rise, daysWith({ '2026-11-09': { gmv: 1n } })).isAlarm).toBe(true);
    expect(ask(rise, daysWith({ '2026-11-09': { gmv: 0n } })).isAlarm).toBe(false);
  });

  it('of today compares with the previous day up to the same time', () => {
    const sofar: AlertCondition = { ...fall, period: 'today' };
    const days = daysWith({ [today]: { gmv: 300_0000n } });
    const until = () => ({ ...plain, gmv: 350_0000n });
    expect(ask(sofar, days).isAlarm).toBe(true);
    expect(ask(sofar, { ...days, until }).isAlarm).toBe(false);
  });
});

describe('an unusual day', () => {
  const unusual: AlertCondition = { kind: 'unusual', period: 'yesterday' };

  it('is outside the range of the same weekday, in either direction', () => {
    expect(ask(unusual, daysWith({})).isAlarm).toBe(false);
    expect(ask(unusual, daysWith({ [yesterday]: { gmv: 1_100_0001n } })).isAlarm).toBe(true);
    expect(ask(unusual, daysWith({ [yesterday]: { gmv: 899_9999n } })).isAlarm).toBe(true);
    // Another weekday is no measure.
    expect(ask(unusual, daysWith({ '2026-11-09': { gmv: 9_000_0000n } })).isAlarm).toBe(false);
  });

  it('waits until the day is synced when too low, but not when too high', () => {
    const open = [yesterday];
    expect(ask(unusual, daysWith({ [yesterday]: { gmv: 0n } }, { open })).isAlarm).toBe(false);
    expect(ask(unusual, daysWith({ [yesterday]: { gmv: 9_000_0000n } }, { open })).isAlarm).toBe(
      true,
    );
  });

  it('requires five weeks of history and enough orders', () => {
    const none = { [yesterday]: { gmv: 0n } };
    expect(ask(unusual, daysWith(none, { firstDay: addDays(yesterday, -34) })).isAlarm).toBe(false);
    expect(ask(unusual, daysWith(none, { firstDay: addDays(yesterday, -35) })).isAlarm).toBe(true);
    const quiet = daysWith({});
    const sparse = (day: string) => ({
      ...quiet.on(day),
      orders: 9n,
      gmv: day === yesterday ? 0n : 1n,
    });
    expect(ask(unusual, { ...quiet, on: sparse }).isAlarm).toBe(false);
  });

  it('is never found among identical days', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 6n), fc.bigInt(0n, 10n ** 14n), (orders, gmv) => {
        const days = daysWith({}, { on: () => ({ ...plain, orders, gmv }) });
        for (const metric of ['gmv', 'orders', 'aov', 'cancellation_rate'] as const) {
          expect(ask(unusual, days, metric).isAlarm).toBe(false);
        }
      }),
    );
  });
});

it('alerts once a day, and once a week about the last seven days', () => {
  const condition: AlertCondition = { kind: 'above', period: 'last_7_days', threshold: '1' };
  expect(periodKey({ ...condition, period: 'yesterday' }, yesterday)).toBe(yesterday);
  const asOf = Array.from({ length: 14 }, (_, index) => addDays(today, -index)).toReversed();
  const rule = { metric: 'gmv', condition, thresholdE4: thresholdOf(condition) } as const;
  const alarms = judgeDays(rule, asOf, daysWith({})).filter(({ isAlarm }) => isAlarm);
  expect(alarms).toHaveLength(3);
});
