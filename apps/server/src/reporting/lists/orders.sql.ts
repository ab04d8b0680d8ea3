import { maxCountedOrders, maxFoundOrders, type OrderFilter } from '@seller-connect/contract';
import { sql, type Statement } from '../../platform/database/database.ts';
import { orderColumns, orderJoins } from './order-rows.ts';

/** Returns the shops of a team with their time zones; all of them, or only $2. */
export const shopsOfScope = sql(
  'reporting.list_shops',
  `select s.shop_id, s.platform, s.time_zone,
          (select a.day from reporting.agg_shop_day a
            where a.tenant_id = $1 and a.shop_id = s.shop_id order by a.day desc limit 1) as last_day
     from reporting.shop s where s.tenant_id = $1 and ($2::uuid is null or s.shop_id = $2)`,
);

// $2 to $4 are the shops with the instants at which their days begin and end. Each filter has its own statement, so
// that its index is used: a shared statement would be planned for all filters.
const filterConditions = {
  all: '$5::text is null and not $6::boolean',
  stage: 'o.stage = $5 and not $6::boolean',
  odd: '$5::text is null and $6::boolean and cardinality(o.flags) > 0',
  stageAndOdd: 'o.stage = $5 and $6::boolean and cardinality(o.flags) > 0',
};
type FilterVariant = keyof typeof filterConditions;

/** Returns which of the statements of a kind applies. */
export function filterVariantOf({ stage, odd = false }: OrderFilter): FilterVariant {
  if (stage === undefined) return odd ? 'odd' : 'all';
  return odd ? 'stageAndOdd' : 'stage';
}

const scopeSql = `unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as scope (shop_id, from_at, until_at)`;
const inScopeSql = (narrowing: FilterVariant) => `
  o.tenant_id = $1 and o.shop_id = scope.shop_id and o.created_at >= scope.from_at and o.created_at < scope.until_at
    and ${filterConditions[narrowing]}`;
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
  select ${orderColumns}, part.found, lines.products, lines.product_count
    from part ${orderOfPart}
    cross join lateral (
      select (array_agg(name order by worth desc, name))[1:3] as products, count(*)::int as product_count
        from (select i.sku_key, min(i.product_name) as name, sum(i.seller_price_e4) as worth
                from reporting.order_item i
               where i.tenant_id = $1 and i.shop_id = o.shop_id and i.order_id = o.order_id
               group by i.sku_key) as product
    ) as lines
   order by ${order('part.')}, part.shop_id`;
const pageParameters = ['$7', '$8'] as const;
const defaultPageSql = pageSql(newest, pageParameters);

/**
 * Selects the columns that files have of all orders in `found`. `limit` lets a statement refer to parameters that it
 * has to use.
 */
export const exportRowsSql = (limit: string) => `
  part as (select shop_id, order_id from found ${limit})
  select ${orderColumns}, o.created_day, o.committed_day, o.payment_method, lines.products
    from part ${orderOfPart}
    cross join lateral (
      select array_agg(distinct i.product_name) as products from reporting.order_item i
       where i.tenant_id = $1 and i.shop_id = o.shop_id and i.order_id = o.order_id
    ) as lines`;
/** For exports, $7 is null and $8 is 0. */
const allRowsSql = exportRowsSql('limit $7::integer offset $8');

/**
 * Selects the newest orders of each shop from the index with this order, so that a large shop is never read in full.
 * Each shop contributes up to the limit, because the newest orders overall may all be of one shop.
 */
const newestPerShopSql = (narrowing: FilterVariant, limitSql: string) => `
    select newest.* from ${scopeSql} cross join lateral (
      select o.shop_id, o.order_id, o.created_at from reporting.sales_order o
       where ${inScopeSql(narrowing)} ${newestFirst} ${limitSql}) as newest`;

/** Counts rows up to a maximum. A page has fewer rows of each shop to sort. */
export const boundedCountSql = (rows: string, maxRows: number) =>
  `(select count(*) from (${rows} limit ${maxRows}) as counted)`;

const countLimit = maxCountedOrders + 1;
export const listOrdersStatements = perFilterVariant(
  'reporting.list_orders',
  (narrowing) => `with found as (${newestPerShopSql(narrowing, 'limit $7::integer + $8::integer')}),
    ${pageSql(newest, pageParameters, boundedCountSql(newestPerShopSql(narrowing, `limit ${countLimit}`), countLimit))}`,
);
/**
 * Shop by shop, each shop's newest orders first: sorting all of them would delay the first row until the last is
 * read.
 */
export const exportOrders = perFilterVariant(
  'reporting.every_order',
  (narrowing) => `with found as (${newestPerShopSql(narrowing, '')}), ${allRowsSql}`,
);

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

/**
 * Selects orders with one of the SKUs $9 of the shops $10 (pairwise), from the SKUs of each day with orders between
 * $11 and $12 of each shop: sales by their sales day, other orders by the day they were placed. `offset 0` keeps each
 * part an index scan.
 */
const ordersOfSkusSql = (narrowing: FilterVariant, limitSql: string) => `
  with sku as materialized (
    select shop_id, array_agg(sku_key) as keys
      from unnest($9::text[], $10::uuid[]) as sku (sku_key, shop_id) group by shop_id
  ), scope as materialized (
    select given.*, sku.keys
      from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[], $11::date[], $12::date[])
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
     where ${inScopeSql(narrowing)}
     ${newestFirst} ${limitSql}
  )`;

export const listBySkus = perFilterVariant(
  'reporting.list_orders_of_skus',
  (narrowing) => `${ordersOfSkusSql(narrowing, `limit ${maxFoundOrders + 1}`)}, ${defaultPageSql}`,
);
export const exportBySkus = perFilterVariant(
  'reporting.every_order_of_skus',
  (narrowing) => `${ordersOfSkusSql(narrowing, '')}, ${allRowsSql}`,
);

/** Finds an order by its number regardless of other filters: a user who pastes a number wants that order. */
const orderByNumberSql = `
  with found as (
    select o.shop_id, o.order_id, o.created_at from reporting.sales_order o
     where o.tenant_id = $1 and o.shop_id = any($2::uuid[]) and o.order_id = $9
       and $3::timestamptz[] is not null and $4::timestamptz[] is not null
       and $5::text is not distinct from $5 and $6::boolean is not null
  )`;
export const listByNumber = sql(
  'reporting.list_orders_by_number',
  `${orderByNumberSql}, ${defaultPageSql}`,
);
export const exportByNumber = sql(
  'reporting.every_order_by_number',
  `${orderByNumberSql}, ${allRowsSql}`,
);

function perFilterVariant(
  name: string,
  text: (narrowing: FilterVariant) => string,
): Readonly<Record<FilterVariant, Statement>> {
  const of = (narrowing: FilterVariant) => sql(`${name}.${narrowing}`, text(narrowing));
  return {
    all: of('all'),
    stage: of('stage'),
    odd: of('odd'),
    stageAndOdd: of('stageAndOdd'),
  };
}
