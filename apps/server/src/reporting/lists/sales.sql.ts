import { maxCountedOrders, type OrderFilter, type OrderSort } from '@seller-connect/contract';
import type { SqlQuery } from '../query/query-sql.ts';
import { SqlParameters } from '../query/condition.ts';
import {
  boundedCountSql,
  boundedSql,
  exportRowsSql,
  isByTime,
  pageSql,
  totalsSql,
} from './orders.sql.ts';

/** Filters of sales: some shops, from one sales day to another, both included. */
export interface SalesQuery {
  tenantId: string;
  shopIds: readonly string[];
  from: string;
  to: string;
  filter: Pick<OrderFilter, 'stage' | 'odd' | 'payout' | 'outcome' | 'hour' | 'until' | 'currency'>;
  /** Orders without a payout that arrived before this instant are overdue. */
  overdueBefore: Date;
  /** SKUs that a sale must contain one of; null for any. */
  skus: readonly { shopId: string; skuKey: string }[] | null;
}

/** A page of sales; with `maxFound`, only so many of the newest ones are listed. */
export interface SalesPage {
  size: number;
  from: number;
  sort: OrderSort;
  maxFound: number | null;
}

/** Builds the SQL for a page of sales. The total is counted up to one more than are listed. */
export function salesPageSql(
  question: SalesQuery,
  { size, from, sort, maxFound }: SalesPage,
): SqlQuery {
  const values = new SqlParameters();
  const isOldestFirst = sort === 'time' && maxFound === null;
  const sales = salesSql(question, values, isOldestFirst ? 'asc' : 'desc');
  const limits = [values.add(size, 'integer'), values.add(from, 'integer')] as const;
  const page = { sort, timeOrder, limits };
  if (maxFound !== null && sort !== '-time') {
    const found = sales.ordered(`limit ${maxFound + 1}`);
    const rows = pageSql({ ...page, maxShown: maxFound });
    return { text: `${sales.scope}, found as (${found}), ${rows}`, values: values.all };
  }
  if (!isByTime(sort)) {
    const found = boundedSql(sales.ordered(''));
    return { text: `${sales.scope}, found as (${found}), ${pageSql(page)}`, values: values.all };
  }
  const countLimit = (maxFound ?? maxCountedOrders) + 1;
  const count = boundedCountSql(sales.ordered(`limit ${countLimit}`), countLimit);
  const found = sales.ordered(`limit ${limits.join(' + ')}`);
  const text = `${sales.scope}, found as (${found}), ${pageSql({ ...page, count })}`;
  return { text, values: values.all };
}

/** Builds the SQL for the sums of all sales, or of the newest `maxFound`. */
export function salesTotalsSql(question: SalesQuery, maxFound: number | null): SqlQuery {
  const values = new SqlParameters();
  const { scope, ordered } = salesSql(question, values, 'desc');
  const found = maxFound === null ? boundedSql(ordered('')) : ordered(`limit ${maxFound + 1}`);
  return { text: `${scope}, found as (${found}), ${totalsSql}`, values: values.all };
}

/** Builds the SQL for all sales, shop by shop. */
export function allSalesSql(question: SalesQuery): SqlQuery {
  const values = new SqlParameters();
  const { scope, ordered } = salesSql(question, values, 'desc');
  return { text: `${scope}, found as (${ordered('')}), ${exportRowsSql}`, values: values.all };
}

type Direction = 'asc' | 'desc';

/** By day and time of the shop's own clock. Order numbers sort by bytes: a locale's collation is expensive. */
const timeOrder = (of: string, direction: Direction) =>
  `${of}sold_day ${direction}, ${of}sold_time ${direction}, ${of}order_id collate "C" ${direction}`;

/** An index scan that returns sales by time, so that it stops once enough are counted. */
interface SalesScan {
  from: string;
  where: readonly string[];
  /** Order number, sales day and time of that day, in the order of the scan. */
  columns: readonly [orderId: string, day: string, time: string];
  /** The row that the scan itself provides: the fact `f` or the order `o`. */
  gives: 'f' | 'o';
}

const outcomeConditions = {
  cancelled: 'f.cancelled_e4 > 0',
  failed: 'f.failed_e4 > 0',
  returned: 'f.returned_e4 > 0',
  kept: 'f.is_valid',
} as const;

const joinOrderSql = (orderId: string) => `
  cross join lateral (
    select o.* from reporting.sales_order o
     where o.tenant_id = $1 and o.shop_id = scope.shop_id and o.order_id = ${orderId} offset 0) as o`;
const joinFactSql = `
  cross join lateral (
    select f.* from reporting.fact_order f
     where f.tenant_id = $1 and f.shop_id = scope.shop_id and f.created_day = o.created_day
       and f.order_id = o.order_id offset 0) as f`;
const joinPayoutSql = `
  left join reporting.order_payout p on p.tenant_id = $1 and p.shop_id = scope.shop_id
   and p.order_id = o.order_id and p.currency = f.currency`;
/** Joins the orders of all facts of the days. The planner chooses the join method by their number. */
const joinAllOrdersSql = `
  join reporting.sales_order o on o.tenant_id = $1 and o.shop_id = scope.shop_id and o.order_id = f.order_id`;

/** Returns the CTE of the requested shops, and a query of each shop's first sales by time up to a limit. */
function salesSql(
  question: SalesQuery,
  values: SqlParameters,
  direction: Direction,
): { scope: string; ordered(limit: string): string } {
  const { tenantId, shopIds, filter, skus } = question;
  const { stage, odd = false, payout, outcome, hour, until, currency } = filter;
  // Must be $1: the SQL fragments above refer to it.
  values.add(tenantId, 'uuid');
  const shops = values.add(shopIds, 'uuid[]');
  const scan = chooseScan(question, values, direction);
  // Facts flag cancelled orders, so a scan of facts does not need the order.
  const ofFact = stage === 'cancelled' && scan.gives === 'f';
  const needsOrder = odd || payout !== undefined || (stage !== undefined && !ofFact);
  const needsFact = [outcome, hour, until, payout].some((each) => each !== undefined);
  const joins = [
    scan.gives === 'f' &&
      needsOrder &&
      (payout === undefined ? joinOrderSql('f.order_id') : joinAllOrdersSql),
    scan.gives === 'o' && needsFact && joinFactSql,
    payout !== undefined && joinPayoutSql,
  ];
  const where = [
    ...scan.where,
    stage !== undefined && (ofFact ? 'f.is_cancelled' : `o.stage = ${values.add(stage, 'text')}`),
    odd && 'cardinality(o.flags) > 0',
    outcome !== undefined && outcomeConditions[outcome],
    until !== undefined && untilSql(question.to, until, values),
    currency !== undefined && `${scan.gives}.currency = ${values.add(currency, 'text')}`,
    payout !== undefined && payoutSql(payout, question.overdueBefore, values),
  ].filter((each) => each !== false);
  const [orderId, day, time] = scan.columns;
  const scope = skus
    ? `select shop_id, array_agg(sku_key) as keys
         from unnest(${values.add(
           skus.map((sku) => sku.shopId),
           'uuid[]',
         )}, ${values.add(
           skus.map((sku) => sku.skuKey),
           'text[]',
         )}) as sku (shop_id, sku_key)
        where shop_id = any(${shops}) group by shop_id`
    : `select shop_id, null::text[] as keys from unnest(${shops}) as shop (shop_id)`;
  return {
    scope: `
  with scope as materialized (
    select shop.*, exists (select from reporting.agg_fee_day a
             where a.tenant_id = $1 and a.shop_id = shop.shop_id) as has_payouts
      from (${scope}) as shop
  )`,
    ordered: (limit) => `
    select first.* from scope cross join lateral (
      select scope.shop_id, ${orderId} as order_id, ${day} as sold_day, ${time} as sold_time
        from ${scan.from} ${joins.filter(Boolean).join('')}
       where ${where.length === 0 ? 'true' : where.join(' and ')}
       order by ${day} ${direction}, ${time} ${direction}, ${orderId} ${direction} ${limit}) as first`,
  };
}

/**
 * Chooses the scan. Each selective filter has its own. Days are scanned one by one where an index separates SKUs or
 * hours within a day.
 */
function chooseScan(question: SalesQuery, values: SqlParameters, direction: Direction): SalesScan {
  const { from, to, filter, skus } = question;
  const { stage, odd, outcome, hour } = filter;
  const between = `between ${values.add(from, 'date')} and ${values.add(to, 'date')}`;
  const days = `(
    select distinct a.day from reporting.agg_shop_day a
     where a.tenant_id = $1 and a.shop_id = scope.shop_id and a.day ${between}
     order by a.day ${direction}) as sold_on`;
  if (skus) {
    const lateralSql = `cross join lateral (
      select distinct i.order_id from reporting.fact_order_item i
       where i.tenant_id = $1 and i.shop_id = scope.shop_id and i.committed_day = sold_on.day
         and i.sku_key = any(scope.keys) offset 0) as item`;
    const ofHour = hour !== undefined && `f.committed_minute / 60 = ${values.add(hour, 'integer')}`;
    return {
      from: `${days} ${lateralSql} ${joinOrderSql('item.order_id')}`,
      where: ofHour ? [ofHour] : [],
      columns: ['item.order_id', 'sold_on.day', 'o.committed_at'],
      gives: 'o',
    };
  }
  const ofFacts = ['f.order_id', 'f.committed_day', 'f.committed_minute'] as const;
  if (hour !== undefined) {
    const first = values.add(hour * 60, 'integer');
    const lateralSql = `cross join lateral (
      select f.* from reporting.fact_order f
       where f.tenant_id = $1 and f.shop_id = scope.shop_id and f.committed_day = sold_on.day
         and f.committed_minute between ${first} and ${first} + 59 offset 0) as f`;
    const columns = ['f.order_id', 'sold_on.day', 'f.committed_minute'] as const;
    return { from: `${days} ${lateralSql}`, where: [], columns, gives: 'f' };
  }
  const ofShop = (row: 'f' | 'o') => [
    `${row}.tenant_id = $1`,
    `${row}.shop_id = scope.shop_id`,
    `${row}.committed_day ${between}`,
  ];
  if ((stage !== undefined && stage !== 'cancelled') || odd) {
    const columns = ['o.order_id', 'o.committed_day', 'o.committed_at'] as const;
    return { from: 'reporting.sales_order o', where: ofShop('o'), columns, gives: 'o' };
  }
  return {
    from: 'reporting.fact_order f',
    where: [
      ...ofShop('f'),
      // Repeats the predicate of the partial index `fact_order_lost`.
      ...(stage === 'cancelled' || (outcome !== undefined && outcome !== 'kept')
        ? ['(f.is_cancelled or f.cancelled_e4 > 0 or f.failed_e4 > 0 or f.returned_e4 > 0)']
        : []),
    ],
    columns: ofFacts,
    gives: 'f',
  };
}

/** Leaves out the sales of the last day from a time on. */
function untilSql(lastDay: string, until: string, values: SqlParameters): string {
  const [hours, minutes] = until.split(':').map(Number);
  const minute = values.add((hours ?? 0) * 60 + (minutes ?? 0), 'integer');
  return `(f.committed_day < ${values.add(lastDay, 'date')} or f.committed_minute < ${minute})`;
}

function payoutSql(
  payout: NonNullable<OrderFilter['payout']>,
  overdueBefore: Date,
  values: SqlParameters,
): string {
  if (payout === 'settled') return 'p.settled_lines > 0';
  return `reporting.payout_state(p.settled_lines, p.settled_goods_e4,
      f.gmv_e4 - f.cancelled_e4 - f.failed_e4 - f.returned_e4 - f.kept_seller_voucher_e4, o.stage, o.version_at,
      ${values.add(overdueBefore, 'timestamptz')}, scope.has_payouts) = ${values.add(payout, 'text')}`;
}
