import { maxCountedOrders, maxFoundOrders, type OrderFilter } from '@seller-connect/contract';
import { addDays, startOfDay } from '../../platform/calendar.ts';
import { coveringBucketsSql, salesInBucketsSql } from '../ingest/sku-buckets.sql.ts';
import { sql, type Statement } from '../../platform/database/database.ts';
import { SqlParameters } from '../query/condition.ts';
import { pictureUrlSql } from '../pictures/picture-store.ts';
import { orderColumns, orderJoins } from './order-rows.ts';

/** Returns the shops of a team with their time zones; all of them, or only $2. */
export const shopsOfScope = sql(
  'reporting.list_shops',
  `select s.shop_id, s.platform, s.time_zone,
          (select a.day from reporting.agg_shop_day a
            where a.tenant_id = $1 and a.shop_id = s.shop_id order by a.day desc limit 1) as last_day
     from reporting.shop s where s.tenant_id = $1 and ($2::uuid is null or s.shop_id = $2)`,
);

/** A shop with the requested days of its calendar, both ends included. */
export interface ShopDayRange {
  shopId: string;
  timeZone: string;
  from: string;
  to: string;
  /** The last of these days with an order. */
  lastDay: string;
}

export interface SkuKey {
  shopId: string;
  skuKey: string;
}

/** Which orders are selected. A page is counted; without one, all orders are selected with the columns of files. */
export interface OrdersQuery {
  tenantId: string;
  scope: readonly ShopDayRange[];
  filter: Pick<OrderFilter, 'stage' | 'odd'>;
  page: { size: number; from: number } | null;
}

/** A statement with its parameters. Each filter has its own, so that its index is used. */
export interface OrdersSql extends Statement {
  values: unknown[];
}

/** Adds the parameters of the scope: the shops with the instants at which their days begin and end. */
function scopeSql(values: SqlParameters, { scope, filter: { stage, odd } }: OrdersQuery) {
  const perShop = (of: (shop: ShopDayRange) => unknown, type: string) =>
    values.add(scope.map(of), type);
  const columns = [
    perShop(({ shopId }) => shopId, 'uuid[]'),
    perShop(({ from, timeZone }) => startOfDay(from, timeZone), 'timestamptz[]'),
    perShop(({ to, timeZone }) => startOfDay(addDays(to, 1), timeZone), 'timestamptz[]'),
  ];
  const conditions = [
    'o.tenant_id = $1 and o.shop_id = scope.shop_id',
    'o.created_at >= scope.from_at and o.created_at < scope.until_at',
    ...(stage === undefined ? [] : [`o.stage = ${values.add(stage, 'text')}`]),
    ...(odd ? ['cardinality(o.flags) > 0'] : []),
  ];
  return { columns: columns.join(', '), inScope: conditions.join(' and '), perShop };
}

/**
 * Builds the statement of a page or of all orders.
 * @param find adds its parameters and returns a CTE `found`; with `count` if `found` is the page only
 */
function ordersSql(
  nameSuffix: string,
  { tenantId, page }: Pick<OrdersQuery, 'tenantId' | 'page'>,
  find: (values: SqlParameters, limitSql: string) => { found: string; count?: string },
): OrdersSql {
  const values = new SqlParameters();
  // Must be $1: the SQL fragments refer to it.
  values.add(tenantId, 'uuid');
  const limits =
    page && ([values.add(page.size, 'integer'), values.add(page.from, 'integer')] as const);
  const { found, count } = find(values, limits ? `limit ${limits.join(' + ')}` : '');
  const rows = limits ? pageSql(newest, limits, count) : exportRowsSql;
  const name = `reporting.${limits ? 'list_orders' : 'every_order'}${nameSuffix}`;
  return { ...sql(name, `with ${found}, ${rows}`), values: values.all };
}

function filterName({ filter: { stage, odd } }: OrdersQuery): string {
  if (stage === undefined) return odd ? 'odd' : 'all';
  return odd ? 'stageAndOdd' : 'stage';
}

/** Returns the sort columns of a list, prefixed with `of`. */
type OrderBy = (of: string) => string;
const newest: OrderBy = (of) => `${of}created_at desc, ${of}order_id desc`;
const newestFirst = `order by ${newest('')}`;

const orderOfPart = `
    join reporting.sales_order o
      on o.tenant_id = $1 and o.shop_id = part.shop_id and o.order_id = part.order_id
    ${orderJoins}`;

/** Selects a page of the orders in `found`: `size` rows from offset `from`, with the total `count`. */
export const pageSql = (
  order: OrderBy,
  [size, from]: readonly [string, string],
  count = '(select count(*) from found)',
) => `
  part as (
    select found.*, ${count} as found
      from found order by ${order('found.')}, found.shop_id limit ${size} offset ${from}
  )
  select ${orderColumns}, part.found, lines.products, lines.product_count,
         ${pictureUrlSql('o.shop_id', 'lines.first_sku')} as picture
    from part ${orderOfPart}
    cross join lateral (
      select (array_agg(name order by worth desc, name))[1:3] as products, count(*)::int as product_count,
             (array_agg(sku_key order by worth desc, name))[1] as first_sku
        from (select i.sku_key, min(i.product_name) as name, sum(i.seller_price_e4) as worth
                from reporting.order_item i
               where i.tenant_id = $1 and i.shop_id = o.shop_id and i.order_id = o.order_id
               group by i.sku_key) as product
    ) as lines
   order by ${order('part.')}, part.shop_id`;

/** Selects the columns that files have of all orders in `found`. */
export const exportRowsSql = `
  part as (select shop_id, order_id from found)
  select ${orderColumns}, o.created_day, o.committed_day, o.payment_method, lines.products
    from part ${orderOfPart}
    cross join lateral (
      select array_agg(distinct i.product_name) as products from reporting.order_item i
       where i.tenant_id = $1 and i.shop_id = o.shop_id and i.order_id = o.order_id
    ) as lines`;

/** Counts rows up to a maximum. A page has fewer rows of each shop to sort. */
export const boundedCountSql = (rows: string, maxRows: number) =>
  `(select count(*) from (${rows} limit ${maxRows}) as counted)`;

const countLimit = maxCountedOrders + 1;

/**
 * Selects the newest orders of each shop from the index with this order, so that a large shop is never read in full.
 * Each shop contributes up to the limit, because the newest orders overall may all be of one shop. An export goes shop
 * by shop: sorting all orders would delay the first row until the last is read.
 */
export function newestOrdersSql(query: OrdersQuery): OrdersSql {
  return ordersSql(`.${filterName(query)}`, query, (values, pageLimitSql) => {
    const { columns, inScope } = scopeSql(values, query);
    const newestPerShop = (limitSql: string) => `
    select newest.* from unnest(${columns}) as scope (shop_id, from_at, until_at) cross join lateral (
      select o.shop_id, o.order_id, o.created_at from reporting.sales_order o
       where ${inScope} ${newestFirst} ${limitSql}) as newest`;
    return {
      found: `found as (${newestPerShop(pageLimitSql)})`,
      count: boundedCountSql(newestPerShop(`limit ${countLimit}`), countLimit),
    };
  });
}

/** Finds the SKUs whose seller SKU equals $4 or whose name contains the search key $3. */
export const findSkusByTerm = sql(
  'reporting.find_skus_by_term',
  `select shop_id, sku_key from reporting.sku
    where tenant_id = $1 and shop_id = any($2::uuid[])
      and (lower(seller_sku) = lower($4)
           or strpos(coalesce(name_key, reporting.search_key(name)), $3) > 0)`,
);

/** Finds the SKU with the id $3, with the name in its newest order. */
export const findSkuByIdStatement = sql(
  'reporting.list_sku_of_id',
  `select shop_id, sku_key, name from reporting.sku
    where tenant_id = $1 and shop_id = any($2::uuid[]) and sku_key = $3 order by named_at desc`,
);

const keptInSql = (name: string) =>
  salesInBucketsSql(name, {
    tenant: '$1',
    columns: 'a.sku_key',
    which: { a: 'a.units > 0 and ($3::text is null or a.currency = $3)', piece: 'true' },
  });
const bucketRange = (from: string, to: string) => ({
  tenant: '$1',
  shops: '$2::uuid[]',
  from,
  to,
});

/** The SKUs that buyers kept in the days $4 to $5 and, if $8, also in the days $6 to $7, otherwise not in the latter. */
export const keptSkus = sql(
  'reporting.list_kept_skus',
  `with ${coveringBucketsSql('now', bucketRange('$4', '$5'))},
     ${coveringBucketsSql('other', bucketRange('$6', '$7'))},
     other as materialized (${keptInSql('other')})
   select distinct shop_id, sku_key, null as name from (${keptInSql('now')}) kept
    where $8 = ((shop_id, sku_key) in (select shop_id, sku_key from other))`,
);

/** Buyers pay at most this many days after they placed the order. */
const maxPaymentDelayDays = 31;

/**
 * Selects orders with one of the SKUs, from the SKUs of each day with orders of each shop: sales by their sales day,
 * other orders by the day they were placed. `offset 0` keeps each part an index scan.
 */
export function ordersOfSkusSql(query: OrdersQuery, skus: readonly SkuKey[]): OrdersSql {
  return ordersSql(`_of_skus.${filterName(query)}`, query, (values) => {
    const { columns, inScope, perShop } = scopeSql(values, query);
    const firstDays = perShop(({ from }) => from, 'date[]');
    const lastDays = perShop(({ to }) => addDays(to, maxPaymentDelayDays), 'date[]');
    const [keys, shopIds] = [skus.map((sku) => sku.skuKey), skus.map((sku) => sku.shopId)];
    const found = `sku as materialized (
    select shop_id, array_agg(sku_key) as keys
      from unnest(${values.add(keys, 'text[]')}, ${values.add(shopIds, 'uuid[]')}) as sku (sku_key, shop_id)
     group by shop_id
  ), scope as materialized (
    select given.*, sku.keys
      from unnest(${columns}, ${firstDays}, ${lastDays})
             as given (shop_id, from_at, until_at, from_day, until_day)
      join sku on sku.shop_id = given.shop_id
  ), matching as materialized (
    select distinct scope.shop_id, item.order_id
      from scope
     cross join lateral (
       select a.day from reporting.agg_shop_day a
        where a.tenant_id = $1 and a.shop_id = scope.shop_id
          and a.day between scope.from_day and scope.until_day offset 0) as placed
     cross join lateral (
       select f.order_id from reporting.fact_order_item f
        where f.tenant_id = $1 and f.shop_id = scope.shop_id and f.committed_day = placed.day
          and f.sku_key = any(scope.keys)
       union all
       select u.order_id from reporting.unsold_order_item u
        where u.tenant_id = $1 and u.shop_id = scope.shop_id and u.created_day = placed.day
          and u.sku_key = any(scope.keys) offset 0) as item
  ), found as (
    select o.shop_id, o.order_id, o.created_at
      from matching join scope on scope.shop_id = matching.shop_id
     cross join lateral (
       select o.* from reporting.sales_order o
        where o.tenant_id = $1 and o.shop_id = matching.shop_id and o.order_id = matching.order_id offset 0) as o
     where ${inScope}
     ${newestFirst} ${query.page ? `limit ${maxFoundOrders + 1}` : ''}
  )`;
    return { found };
  });
}

/** Selects an order by its number regardless of other filters: a user who pastes a number wants that order. */
export function orderByNumberSql(query: OrdersQuery, number: string): OrdersSql {
  return ordersSql('_by_number', query, (values) => {
    const shopIds = query.scope.map(({ shopId }) => shopId);
    return {
      found: `found as (
    select o.shop_id, o.order_id, o.created_at from reporting.sales_order o
     where o.tenant_id = $1 and o.shop_id = any(${values.add(shopIds, 'uuid[]')})
       and o.order_id = ${values.add(number, 'text')}
  )`,
    };
  });
}
