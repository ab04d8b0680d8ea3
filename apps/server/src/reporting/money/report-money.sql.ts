import type { FeeClass, PayoutState, Platform } from '@seller-connect/contract';
import { sql } from '../../platform/database/database.ts';
import { scopeFilter } from '../metrics/scope.ts';

export interface FeeClassRow {
  shopId: string;
  day: string;
  feeClass: FeeClass;
  /** The marketplace keeps it: a fee. */
  kept: boolean;
  lines: bigint;
  amountE4: bigint;
}

/** Paid-out amounts on the days $4 to $5, by fee class. */
export const feeClassesStatement = sql(
  'reporting.money_days',
  `select shop_id, settled_day::text as day, fee_class, reporting.is_fee(fee_class) as kept, lines, amount_e4
     from reporting.agg_fee_day
    where ${scopeFilter} and settled_day between $4 and $5`,
);

export interface OpenBalanceRow {
  shopId: string;
  pendingE4: bigint;
  estimatedE4: bigint;
  lastDay: string | null;
}

/** Amounts that are not paid out yet, by shop. */
export const openBalancesStatement = sql(
  'reporting.money_standing',
  `select shop.shop_id, coalesce(open.pending_e4, 0)::bigint as pending_e4,
          coalesce(open.estimated_e4, 0)::bigint as estimated_e4, paid.last_day
     from unnest($2::uuid[]) as shop (shop_id)
    cross join lateral (
      select sum(amount_e4) filter (where not is_estimate) as pending_e4,
             sum(amount_e4) filter (where is_estimate) as estimated_e4
        from reporting.settlement_line l
       where l.tenant_id = $1 and l.shop_id = shop.shop_id and l.currency = $3 and l.settled_day is null
         and l.counts) open
    cross join lateral (
      select max(settled_day)::text as last_day from reporting.agg_fee_day a
       where a.tenant_id = $1 and a.shop_id = shop.shop_id and a.currency = $3) paid`,
);

export interface ExpectedPayoutRow {
  platform: Platform;
  reason: string;
  orders: bigint;
  amountE4: bigint;
}

/** Estimates that count, by the reason why nothing is booked yet. */
export const expectedPayoutsStatement = sql(
  'reporting.money_waiting',
  `select s.platform, coalesce(l.waiting_reason, '') as reason, count(distinct l.order_id) as orders,
          sum(l.amount_e4)::bigint as amount_e4
     from unnest($2::uuid[]) as shop (shop_id)
     join reporting.shop s on s.tenant_id = $1 and s.shop_id = shop.shop_id
    cross join lateral (
      select * from reporting.settlement_line one
       where one.tenant_id = $1 and one.shop_id = shop.shop_id and one.currency = $3
         and one.is_estimate and one.counts offset 0) l
    group by 1, 2 order by amount_e4 desc, 1, 2`,
);

export interface PayoutStateRow {
  shopId: string;
  state: PayoutState;
  orders: bigint;
  netSalesE4: bigint;
  feesE4: bigint;
}

/** Marketplaces pay within this time after the delivery. Orders without a payout after that are overdue. */
export const overdueAfterDays = 15;

/**
 * Returns the instant before which an unpaid order must have arrived to be overdue. The view `rpt.order_payouts` uses
 * the same interval.
 */
export function overdueCutoff(now: Date): Date {
  return new Date(now.getTime() - overdueAfterDays * 86_400_000);
}

/**
 * Orders with a sales day from $4 to $5, by payout state. Orders that arrived before $6 without a payout are overdue.
 */
export const payoutStatesStatement = sql(
  'reporting.money_states',
  `with shop_payouts as materialized (
     select shop.shop_id, exists (select from reporting.agg_fee_day a
              where a.tenant_id = $1 and a.shop_id = shop.shop_id) as has_payouts
       from unnest($2::uuid[]) as shop (shop_id)
   ), sold as (
     select f.shop_id, f.gmv_e4 - f.cancelled_e4 - f.failed_e4 - f.returned_e4 - f.kept_seller_voucher_e4
              as net_sales_e4,
            o.stage, o.version_at, p.settled_lines, p.settled_goods_e4, p.settled_fees_e4
       from reporting.fact_order f
       join reporting.sales_order o
         on o.tenant_id = f.tenant_id and o.shop_id = f.shop_id and o.order_id = f.order_id
       left join reporting.order_payout p
         on p.tenant_id = f.tenant_id and p.shop_id = f.shop_id and p.order_id = f.order_id
        and p.currency = f.currency
      where f.tenant_id = $1 and f.shop_id = any($2::uuid[]) and f.currency = $3
        and f.committed_day between $4 and $5)
   select sold.shop_id,
          reporting.payout_state(settled_lines, settled_goods_e4, net_sales_e4, stage, version_at, $6, has_payouts) as state,
          count(*) as orders, sum(net_sales_e4)::bigint as net_sales_e4,
          coalesce(sum(settled_fees_e4) filter (where settled_lines > 0), 0)::bigint as fees_e4
     from sold join shop_payouts using (shop_id) group by 1, 2`,
);
