import type { PayoutState, ReportMoney, ReportQuery } from '@seller-connect/contract';
import { sql } from '../../platform/database.ts';
import { toDecimal } from '../amount.ts';
import { ask, daysOf, scopeValues, type ReportDependencies } from '../reports.ts';
import { feeClasses } from './apply-settlements.sql.ts';

/** A marketplace pays within this time of the delivery; later an order without a payout is worth a question. */
const overdueAfterDays = 15;

const dayMs = 86_400_000;

type Class = ReportMoney['classes'][number]['feeClass'];

const scopeFilter = `tenant_id = $1 and shop_id = any($2::uuid[]) and currency = $3`;

const classesStatement = sql(
  'reporting.money_days',
  `select settled_day::text as day, fee_class, sum(lines)::bigint as lines,
          sum(amount_e4)::bigint as amount_e4
     from reporting.agg_fee_day
    where ${scopeFilter} and settled_day between $4 and $5 group by 1, 2`,
);

const standingStatement = sql(
  'reporting.money_standing',
  `select (select coalesce(sum(amount_e4), 0)::bigint from reporting.fact_settlement_line
            where ${scopeFilter} and settled_day is null and not is_estimate) as pending_e4,
          (select max(settled_day)::text from reporting.agg_fee_day where ${scopeFilter}) as last_day`,
);

/**
 * Orders of sales days by how far their money is. That an order arrived is told by its stage, and when by its last
 * change: until the buyer confirms it, that is the delivery.
 */
const statesStatement = sql(
  'reporting.money_states',
  `with sold as (
     select f.gmv_e4 - f.cancelled_e4 - f.failed_e4 - f.returned_e4 - f.kept_seller_voucher_e4
              as net_sales_e4,
            o.stage in ('delivered', 'completed') as arrived, o.version_at < $6 as long_ago,
            p.settled_lines, p.settled_goods_e4, p.settled_fees_e4
       from reporting.fact_order f
       join reporting.sales_order o
         on o.tenant_id = f.tenant_id and o.shop_id = f.shop_id and o.order_id = f.order_id
       left join reporting.order_payout p
         on p.tenant_id = f.tenant_id and p.shop_id = f.shop_id and p.order_id = f.order_id
        and p.currency = f.currency
      where f.tenant_id = $1 and f.shop_id = any($2::uuid[]) and f.currency = $3
        and f.committed_day between $4 and $5)
   select case
            when settled_lines > 0 and settled_goods_e4 = net_sales_e4 then 'matched'
            when settled_lines > 0 and settled_goods_e4 > net_sales_e4 then 'over'
            when settled_lines > 0 then 'under'
            when arrived and long_ago then 'overdue'
            when arrived or settled_lines is not null then 'due'
            else 'not_due' end as state,
          count(*) as orders, sum(net_sales_e4)::bigint as net_sales_e4,
          coalesce(sum(settled_fees_e4) filter (where settled_lines > 0), 0)::bigint as fees_e4
     from sold group by 1`,
);

interface ClassRow {
  day: string;
  fee_class: Class;
  lines: bigint;
  amount_e4: bigint;
}

interface StateRow {
  state: PayoutState;
  orders: bigint;
  net_sales_e4: bigint;
  fees_e4: bigint;
}

const states: readonly PayoutState[] = ['not_due', 'due', 'overdue', 'matched', 'under', 'over'];
const settled = new Set<PayoutState>(['matched', 'under', 'over']);
const kept = new Set<string>(feeClasses);

/** Payouts and fees of a period by the day they were paid, and how far the money of its orders is. */
export async function reportMoney(
  deps: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
): Promise<ReportMoney> {
  const { scope, period, previous } = await ask(deps, tenantId, query);
  const values = scopeValues(tenantId, scope);
  const longAgo = new Date(deps.now().getTime() - overdueAfterDays * dayMs);
  const [rows, [standing], stateRows] = await Promise.all([
    deps.database.tenantRead<ClassRow>(tenantId, classesStatement, [
      ...values,
      previous.from,
      period.to,
    ]),
    deps.database.tenantRead<{ pending_e4: bigint; last_day: string | null }>(
      tenantId,
      standingStatement,
      values,
    ),
    deps.database.tenantRead<StateRow>(tenantId, statesStatement, [
      ...values,
      period.from,
      period.to,
      longAgo,
    ]),
  ]);
  const now = rows.filter((row) => row.day >= period.from && row.day <= period.to);
  const before = rows.filter((row) => row.day >= previous.from && row.day <= previous.to);
  const byDay = Map.groupBy(now, (row) => row.day);
  const byState = new Map(stateRows.map((row) => [row.state, row]));
  const paid = stateRows.filter((row) => settled.has(row.state));
  const paidFees = paid.reduce((sum, row) => sum + row.fees_e4, 0n);
  const paidSales = paid.reduce((sum, row) => sum + row.net_sales_e4, 0n);
  return {
    period,
    previous,
    currency: scope.currency,
    currencies: scope.currencies,
    timeZone: scope.timeZone,
    lastPaidDay: standing?.last_day ?? null,
    payout: { value: toDecimal(payoutOf(now)), previous: toDecimal(payoutOf(before)) },
    fees: { value: toDecimal(feesOf(now)), previous: toDecimal(feesOf(before)) },
    classes: classesOf(now, before),
    days: daysOf(period).map((day) => ({
      day,
      payout: toDecimal(payoutOf(byDay.get(day) ?? [])),
      fees: toDecimal(feesOf(byDay.get(day) ?? [])),
    })),
    takeRate: {
      value: paidSales > 0n ? Number(paidFees) / Number(paidSales) : null,
      fees: toDecimal(paidFees),
      netSales: toDecimal(paidSales),
      orders: paid.reduce((sum, row) => sum + Number(row.orders), 0),
    },
    states: states.map((state) => ({
      state,
      orders: Number(byState.get(state)?.orders ?? 0n),
      netSales: toDecimal(byState.get(state)?.net_sales_e4 ?? 0n),
    })),
    pending: toDecimal(standing?.pending_e4 ?? 0n),
    overdueAfterDays,
  };
}

function payoutOf(rows: readonly ClassRow[]): bigint {
  return rows.reduce((sum, row) => sum + row.amount_e4, 0n);
}

function feesOf(rows: readonly ClassRow[]): bigint {
  return -payoutOf(rows.filter((row) => kept.has(row.fee_class)));
}

function classesOf(now: readonly ClassRow[], before: readonly ClassRow[]): ReportMoney['classes'] {
  const size = (amount: bigint) => (amount < 0n ? -amount : amount);
  const earlier = Map.groupBy(before, (row) => row.fee_class);
  const current = Map.groupBy(now, (row) => row.fee_class);
  return [...new Set([...current.keys(), ...earlier.keys()])]
    .map((feeClass) => {
      const rows = current.get(feeClass) ?? [];
      return {
        feeClass,
        amount: payoutOf(rows),
        previous: payoutOf(earlier.get(feeClass) ?? []),
        lines: rows.reduce((sum, row) => sum + Number(row.lines), 0),
      };
    })
    .toSorted((a, b) => {
      const [left, right] = [size(a.amount), size(b.amount)];
      return left < right ? 1 : left > right ? -1 : a.feeClass.localeCompare(b.feeClass);
    })
    .map((row) => ({
      ...row,
      amount: toDecimal(row.amount),
      previous: toDecimal(row.previous),
    }));
}
