import type {
  PayoutsMissingReason,
  PayoutState,
  ReportMoney,
  ReportQuery,
  ShopMoney,
} from '@seller-connect/contract';
import { toDecimal, sumBy, compareAmounts, absolute } from '../../platform/money.ts';
import {
  loadingDays,
  payoutCoverageOfShops,
  oldestInstant,
  type ReportDependencies,
} from '../metrics/coverage.ts';
import { countDays } from '../../platform/calendar.ts';
import type { Period } from '../metrics/period.ts';
import { scopeValues } from '../metrics/scope.ts';
import { resolveReportScope, daysOf } from '../reports/reports.ts';
import { partialComparisonDay } from '../metrics/partial-day.ts';
import {
  overdueAfterDays,
  overdueCutoff,
  feeClassesStatement,
  openBalancesStatement,
  payoutStatesStatement,
  expectedPayoutsStatement,
  type FeeClassRow,
  type OpenBalanceRow,
  type PayoutStateRow,
  type ExpectedPayoutRow,
} from './report-money.sql.ts';

const states: readonly PayoutState[] = [
  'not_due',
  'due',
  'overdue',
  'matched',
  'under',
  'over',
  'unknown',
];
const settledStates = new Set<PayoutState>(['matched', 'under', 'over']);

/** Returns payouts and fees of a period by payout day, and the payout states of its orders. */
export async function reportMoney(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
): Promise<ReportMoney> {
  const { scope, ...resolved } = await resolveReportScope(dependencies, tenantId, query);
  const { period, past, previous, today } = resolved;
  const { database } = dependencies;
  const values = scopeValues(tenantId, scope);
  const [rows, openBalances, expectedPayouts, stateRows, coverage] = await Promise.all([
    database.tenantRead<FeeClassRow>(tenantId, feeClassesStatement, [
      ...values,
      previous.from,
      past.to,
    ]),
    database.tenantRead<OpenBalanceRow>(tenantId, openBalancesStatement, values),
    database.tenantRead<ExpectedPayoutRow>(tenantId, expectedPayoutsStatement, values),
    database.tenantRead<PayoutStateRow>(tenantId, payoutStatesStatement, [
      ...values,
      period.from,
      period.to,
      overdueCutoff(dependencies.now()),
    ]),
    dependencies.readCoverage(tenantId, 'money'),
  ]);
  const covered = payoutCoverageOfShops(scope.shops, coverage, dependencies.now());
  const loadingOf = (of: Period) =>
    covered.map((each) => loadingDays(each, of, each.shop.timeZone));
  const loading = loadingOf(past);
  const unread = new Set(loading.flatMap((days) => [...days]));
  const isComparable = loadingOf(previous).every((days) => days.size === 0);
  const reason = unavailableReason(covered.length > 0, past, unread.size);
  // Payouts for orders of the period may have come on any day since.
  const sinceThen = { from: period.from, to: today, days: countDays(period.from, today) };
  const isLoadingSince = loadingOf(sinceThen).some((days) => days.size > 0);

  const now = rows.filter((row) => row.day >= period.from && row.day <= period.to);
  const before = rows.filter((row) => row.day >= previous.from && row.day <= previous.to);
  const byDay = Map.groupBy(now, (row) => row.day);
  const amountOrNull = (amount: bigint) => (reason === null ? toDecimal(amount) : null);
  const previousOrNull = (amount: bigint) =>
    reason === null && isComparable ? toDecimal(amount) : null;
  const lastDays = openBalances.flatMap((row) => row.lastDay ?? []).toSorted();
  return {
    period,
    previous,
    againstWholeDay: partialComparisonDay(resolved) !== null,
    currency: scope.currency,
    currencies: scope.currencies,
    timeZone: scope.timeZone,
    basis: 'settled',
    asOf: oldestInstant(covered.map((each) => each.asOf)),
    partial: unread.size > 0 || past.days < period.days || isLoadingSince,
    daysLoading: unread.size,
    reason,
    lastPaidDay: lastDays.at(-1) ?? null,
    payout: { value: amountOrNull(payoutOf(now)), previous: previousOrNull(payoutOf(before)) },
    fees: { value: amountOrNull(feesOf(now)), previous: previousOrNull(feesOf(before)) },
    classes: reason === null ? feeClassTotals(now, before, isComparable) : [],
    days: daysOf(period).map((day) => {
      const isRead = reason === null && day <= today && !unread.has(day);
      const ofDay = byDay.get(day) ?? [];
      return {
        day,
        payout: isRead ? toDecimal(payoutOf(ofDay)) : null,
        fees: isRead ? toDecimal(feesOf(ofDay)) : null,
        complete: isRead && day < today,
      };
    }),
    takeRate: takeRateOf(stateRows),
    states: states.map((state) => {
      const ofState = stateRows.filter((row) => row.state === state);
      return {
        state,
        orders: Number(sumBy(ofState, ({ orders }) => orders)),
        netSales: toDecimal(sumBy(ofState, ({ netSalesE4 }) => netSalesE4)),
      };
    }),
    pending: amountOrNull(sumBy(openBalances, ({ pendingE4 }) => pendingE4)),
    estimated: toDecimal(sumBy(openBalances, ({ estimatedE4 }) => estimatedE4)),
    waiting: expectedPayouts.map(({ platform, reason: shopReason, orders, amountE4 }) => ({
      platform,
      reason: shopReason,
      orders: Number(orders),
      amount: toDecimal(amountE4),
    })),
    shops: scope.shops
      .map((shop): { payoutE4: bigint; shop: ShopMoney } => {
        const index = covered.findIndex((each) => each.shop.shopId === shop.shopId);
        const isOwn = (row: { shopId: string }) => row.shopId === shop.shopId;
        const part = {
          rows: now.filter(isOwn),
          openBalance: openBalances.find(isOwn),
          states: stateRows.filter(isOwn),
        };
        const daysLoading = loading[index]?.size ?? 0;
        const shopReason = unavailableReason(index >= 0, past, daysLoading);
        return {
          payoutE4: payoutOf(part.rows),
          shop: {
            shopId: shop.shopId,
            name: shop.name,
            platform: shop.platform,
            reason: shopReason,
            asOf: covered[index]?.asOf?.toISOString() ?? null,
            daysLoading,
            ...(shopReason === null ? shopMetrics(part) : noMetrics),
          },
        };
      })
      .toSorted((a, b) => compareAmounts(b.payoutE4, a.payoutE4))
      .map(({ shop }) => shop),
    overdueAfterDays,
  };
}

/** Returns why payouts are unavailable, or null. */
function unavailableReason(
  hasPayoutData: boolean,
  past: Period,
  daysLoading: number,
): PayoutsMissingReason | null {
  if (!hasPayoutData) return 'not_provided';
  if (past.days === 0) return 'to_come';
  return daysLoading >= past.days ? 'loading' : null;
}

type ShopMetrics = Pick<ShopMoney, 'payout' | 'fees' | 'takeRate' | 'pending' | 'overdueOrders'>;

const noMetrics: ShopMetrics = {
  payout: null,
  fees: null,
  takeRate: null,
  pending: null,
  overdueOrders: null,
};

function shopMetrics(part: {
  rows: readonly FeeClassRow[];
  openBalance: OpenBalanceRow | undefined;
  states: readonly PayoutStateRow[];
}): ShopMetrics {
  return {
    payout: toDecimal(payoutOf(part.rows)),
    fees: toDecimal(feesOf(part.rows)),
    takeRate: takeRateOf(part.states).value,
    pending: toDecimal(part.openBalance?.pendingE4 ?? 0n),
    overdueOrders: Number(part.states.find(({ state }) => state === 'overdue')?.orders ?? 0n),
  };
}

function takeRateOf(rows: readonly PayoutStateRow[]): ReportMoney['takeRate'] {
  const paid = rows.filter((row) => settledStates.has(row.state));
  const fees = sumBy(paid, ({ feesE4 }) => feesE4);
  const sales = sumBy(paid, ({ netSalesE4 }) => netSalesE4);
  return {
    value: sales > 0n ? Number(fees) / Number(sales) : null,
    fees: toDecimal(fees),
    netSales: toDecimal(sales),
    orders: Number(sumBy(paid, ({ orders }) => orders)),
  };
}

function payoutOf(rows: readonly FeeClassRow[]): bigint {
  return sumBy(rows, ({ amountE4 }) => amountE4);
}

function feesOf(rows: readonly FeeClassRow[]): bigint {
  return -payoutOf(rows.filter((row) => row.kept));
}

function feeClassTotals(
  now: readonly FeeClassRow[],
  before: readonly FeeClassRow[],
  isComparable: boolean,
): ReportMoney['classes'] {
  const earlier = Map.groupBy(before, (row) => row.feeClass);
  const current = Map.groupBy(now, (row) => row.feeClass);
  return [...new Set([...current.keys(), ...earlier.keys()])]
    .map((feeClass) => {
      const rows = current.get(feeClass) ?? [];
      const past = earlier.get(feeClass) ?? [];
      return {
        feeClass,
        kept: [...rows, ...past].some((row) => row.kept),
        amount: payoutOf(rows),
        previous: payoutOf(past),
        lines: Number(sumBy(rows, (row) => row.lines)),
      };
    })
    .toSorted(
      (a, b) =>
        compareAmounts(absolute(b.amount), absolute(a.amount)) ||
        a.feeClass.localeCompare(b.feeClass),
    )
    .map((row) => ({
      ...row,
      amount: toDecimal(row.amount),
      previous: isComparable ? toDecimal(row.previous) : null,
    }));
}
