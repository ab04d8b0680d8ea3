import {
  maxCountedOrders,
  maxFoundOrders,
  maxSummedOrders,
  type OrderFilter,
  type OrderSort,
} from '@seller-connect/contract';
import { addDays, startOfDay } from '../../platform/calendar.ts';
import { bucketRange, coveringBucketsSql, salesInBucketsSql } from '../ingest/sku-buckets.ts';
import { sql, type Statement } from '../../platform/database/database.ts';
import { SqlParameters } from '../query/condition.ts';
import { pictureUrlSql } from '../pictures/picture-store.ts';
import { netSalesSql, orderColumns, orderJoins } from './order-rows.ts';

/** Returns the shops of a team with their time zones; all of them, or those of $2. */
export const shopsOfScope = sql(
  'reporting.list_shops',
  `select s.shop_id, s.platform, s.time_zone,
          (select a.day from reporting.agg_shop_day a
            where a.tenant_id = $1 and a.shop_id = s.shop_id order by a.day desc limit 1) as last_day
     from reporting.shop s where s.tenant_id = $1 and ($2::uuid[] = '{}' or s.shop_id = any($2))`,
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

/** A page of a list, which is counted; or the sums of the whole list; or all its orders with the columns of files. */
export type OrdersPart = { size: number; from: number; sort: OrderSort } | 'totals' | 'file';

export interface OrdersQuery {
  tenantId: string;
  shops: readonly ShopDayRange[];
  filter: Pick<OrderFilter, 'stage' | 'odd'>;
  part: OrdersPart;
}

/** A statement with its parameters. Each filter has its own, so that its index is used. */
export interface OrdersSql extends Statement {
  values: unknown[];
}

/** Adds the parameters of the scope: the shops with the instants at which their days begin and end. */
function scopeSql(values: SqlParameters, { shops, filter: { stage, odd } }: OrdersQuery) {
  const perShop = (of: (shop: ShopDayRange) => unknown, type: string) =>
    values.add(shops.map(of), type);
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

/** A CTE `found`. */
interface FoundOrders {
  found: string;
  /** Their number, if `found` has a part of the orders only. */
  count?: string | undefined;
  /** Only so many of the newest orders are shown, whatever the list is sorted by. */
  maxShown?: number | undefined;
}

/** Builds the statement of a page, of the sums or of all orders; `find` adds its parameters. */
function ordersSql(
  nameSuffix: string,
  { tenantId, part }: Pick<OrdersQuery, 'tenantId' | 'part'>,
  find: (values: SqlParameters, limitSql: string) => FoundOrders,
): OrdersSql {
  const values = new SqlParameters();
  // Must be $1: the SQL fragments refer to it.
  values.add(tenantId, 'uuid');
  if (part === 'file' || part === 'totals') {
    const { found } = find(values, '');
    const [name, rows] =
      part === 'file' ? ['every_order', exportRowsSql] : ['sum_orders', totalsSql];
    return {
      ...sql(`reporting.${name}${nameSuffix}`, `with ${found}, ${rows}`),
      values: values.all,
    };
  }
  const { size, from, sort } = part;
  const limits = [values.add(size, 'integer'), values.add(from, 'integer')] as const;
  const { found, count, maxShown } = find(values, `limit ${limits.join(' + ')}`);
  const rows = pageSql({ sort, timeOrder: byTime, limits, count, maxShown });
  const name = `reporting.list_orders${nameSuffix}.${sort}`;
  return { ...sql(name, `with ${found}, ${rows}`), values: values.all };
}

/** Stops one order after those that are added up or sorted by an amount, over all shops. */
export const boundedSql = (rows: string) =>
  `select bounded.* from (${rows}) as bounded limit ${maxSummedOrders + 1}`;

export const isByTime = (sort: OrderSort) => sort === 'time' || sort === '-time';
const isAscending = (sort: OrderSort) => !sort.startsWith('-');

function filterName({ filter: { stage, odd } }: OrdersQuery): string {
  if (stage === undefined) return odd ? 'odd' : 'all';
  return odd ? 'stageAndOdd' : 'stage';
}

/** Returns the columns by which a list is sorted by time, prefixed with `of`. */
type TimeOrder = (of: string, direction: 'asc' | 'desc') => string;
const byTime: TimeOrder = (of, direction) =>
  `${of}created_at ${direction}, ${of}order_id ${direction}`;
const newestFirst = `order by ${byTime('', 'desc')}`;

const orderOfPart = `
    join reporting.sales_order o
      on o.tenant_id = $1 and o.shop_id = part.shop_id and o.order_id = part.order_id
    ${orderJoins}`;

/** What a list is sorted by, if not by time. Net sales of orders that are no sales are unknown. */
const sortedValueSql = {
  gmv: 'f.gmv_e4',
  netSales: `case when o.committed_at is not null then ${netSalesSql} end`,
  units: 'f.units',
};

function valueOf(sort: OrderSort): string | null {
  const name = (['gmv', 'netSales', 'units'] as const).find((each) => sort.endsWith(each));
  return name === undefined ? null : sortedValueSql[name];
}

export interface OrdersPage extends Pick<FoundOrders, 'count' | 'maxShown'> {
  sort: OrderSort;
  timeOrder: TimeOrder;
  /** Parameters of the number of rows and the offset. */
  limits: readonly [size: string, from: string];
}

/** Selects a page of the orders in `found`, with their number. */
export function pageSql({ sort, timeOrder, limits, count, maxShown }: OrdersPage): string {
  const value = valueOf(sort);
  const direction = isAscending(sort) ? 'asc' : 'desc';
  const order = (of: string) =>
    value === null
      ? timeOrder(of, direction)
      : `${of}currency, ${of}value ${direction} nulls last, ${of}order_id collate "C"`;
  const limitedSql =
    maxShown === undefined
      ? 'select * from found'
      : `select * from found order by ${timeOrder('', 'desc')} limit ${maxShown}`;
  const valued = `select part.*, o.currency, ${value} as value from (${limitedSql}) as part ${orderOfPart}`;
  return `
  part as (
    select shown.*, ${count ?? '(select count(*) from found)'} as found
      from (${value === null ? limitedSql : valued}) as shown
     order by ${order('shown.')}, shown.shop_id limit ${limits[0]} offset ${limits[1]}
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
}

/** Adds up the orders in `found` by currency. `of_all` counts them over all currencies. */
export const totalsSql = `
  part as (select shop_id, order_id from found)
  select o.currency, count(*) as orders, sum(f.units) as units, sum(f.gmv_e4)::bigint as gmv_e4,
         coalesce(sum(${netSalesSql}) filter (where o.committed_at is not null), 0)::bigint as net_sales_e4,
         (sum(count(*)) over ())::bigint as of_all
    from part ${orderOfPart}
   group by o.currency order by o.currency`;

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
 * Selects the newest or oldest orders of each shop from the index with this order, so that a large shop is never read in
 * full.
 * Each shop contributes up to the limit, because the newest orders overall may all be of one shop. An export goes shop
 * by shop: sorting all orders would delay the first row until the last is read.
 */
export function newestOrdersSql(query: OrdersQuery): OrdersSql {
  return ordersSql(`.${filterName(query)}`, query, (values, pageLimitSql) => {
    const { columns, inScope } = scopeSql(values, query);
    const { part } = query;
    const direction = typeof part === 'object' && part.sort === 'time' ? 'asc' : 'desc';
    const firstOfShops = (limitSql: string) => `
    select first.* from unnest(${columns}) as scope (shop_id, from_at, until_at) cross join lateral (
      select o.shop_id, o.order_id, o.created_at from reporting.sales_order o
       where ${inScope} order by ${byTime('', direction)} ${limitSql}) as first`;
    if (part === 'totals' || (part !== 'file' && !isByTime(part.sort))) {
      return { found: `found as (${boundedSql(firstOfShops(''))})` };
    }
    return {
      found: `found as (${firstOfShops(pageLimitSql)})`,
      count: boundedCountSql(firstOfShops(`limit ${countLimit}`), countLimit),
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
     ${newestFirst} ${query.part === 'file' ? '' : `limit ${maxFoundOrders + 1}`}
  )`;
    return { found, maxShown: maxFoundOrders };
  });
}

/** Selects an order by its number regardless of other filters: a user who pastes a number wants that order. */
export function orderByNumberSql(query: OrdersQuery, number: string): OrdersSql {
  return ordersSql('_by_number', query, (values) => {
    const shopIds = query.shops.map(({ shopId }) => shopId);
    return {
      found: `found as (
    select o.shop_id, o.order_id, o.created_at from reporting.sales_order o
     where o.tenant_id = $1 and o.shop_id = any(${values.add(shopIds, 'uuid[]')})
       and o.order_id = ${values.add(number, 'text')}
  )`,
    };
  });
}
