import { maxCountedOrders, maxFoundOrders, type OrderFilter } from '@seller-connect/contract';
import { sql, type Statement } from '../../platform/database/database.ts';
import { orderColumns, orderJoins } from './order-rows.ts';

/** The shops of a team with their calendars; $2 one of them, or null. */
export const shopsOfScope = sql(
  'reporting.list_shops',
  `select s.shop_id, s.platform, s.time_zone,
          (select a.day from reporting.agg_shop_day a
            where a.tenant_id = $1 and a.shop_id = s.shop_id order by a.day desc limit 1) as last_day
     from reporting.shop s where s.tenant_id = $1 and ($2::uuid is null or s.shop_id = $2)`,
);

// $2 to $4 are the shops with the instants that their days begin and end at. Each filter is a statement of its own, so
// that its index is walked: one for all would be planned for all.
const filterConditions = {
  all: '$5::text is null and not $6::boolean',
  stage: 'o.stage = $5 and not $6::boolean',
  odd: '$5::text is null and $6::boolean and cardinality(o.flags) > 0',
  stageAndOdd: 'o.stage = $5 and $6::boolean and cardinality(o.flags) > 0',
};
type FilterVariant = keyof typeof filterConditions;

/** Which of the statements of a kind is meant. */
export function filterVariantOf({ stage, odd = false }: OrderFilter): FilterVariant {
  if (stage === undefined) return odd ? 'odd' : 'all';
  return odd ? 'stageAndOdd' : 'stage';
}

const scopeSql = `unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as scope (shop_id, from_at, until_at)`;
const inScopeSql = (narrowing: FilterVariant) => `
  o.tenant_id = $1 and o.shop_id = scope.shop_id and o.created_at >= scope.from_at and o.created_at < scope.until_at
    and ${filterConditions[narrowing]}`;
/** The order of a list, of columns of `of`. */
type OrderBy = (of: string) => string;
const newest: OrderBy = (of) => `${of}created_at desc, ${of}order_id desc`;
const newestFirst = `order by ${newest('')}`;

const orderOfPart = `
    join reporting.sales_order o
      on o.tenant_id = $1 and o.shop_id = part.shop_id and o.order_id = part.order_id
    ${orderJoins}`;

/** What lists show of the orders of `found` in an order, page by page: `size` rows from `from` on, of `count` in all. */
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

/** What files say of all orders of `found`, as they come; `limit` for parameters that have to be somewhere. */
export const exportRowsSql = (limit: string) => `
  part as (select shop_id, order_id from found ${limit})
  select ${orderColumns}, o.created_day, o.committed_day, o.payment_method, lines.products
    from part ${orderOfPart}
    cross join lateral (
      select array_agg(distinct i.product_name) as products from reporting.order_item i
       where i.tenant_id = $1 and i.shop_id = o.shop_id and i.order_id = o.order_id
    ) as lines`;
/** $7 and $8 are null and 0. */
const allRowsSql = exportRowsSql('limit $7::integer offset $8');

/**
 * Each shop gives its newest from the index that is in this order, so that a large shop is never read whole; and so many
 * of each, for the newest of all may be any shop's.
 */
const newestPerShopSql = (narrowing: FilterVariant, limitSql: string) => `
    select newest.* from ${scopeSql} cross join lateral (
      select o.shop_id, o.order_id, o.created_at from reporting.sales_order o
       where ${inScopeSql(narrowing)} ${newestFirst} ${limitSql}) as newest`;

/** How many rows there are, as far as they are counted: fewer of each are sorted for a page. */
export const boundedCountSql = (rows: string, maxRows: number) =>
  `(select count(*) from (${rows} limit ${maxRows}) as counted)`;

const countLimit = maxCountedOrders + 1;
export const listOrdersStatements = perFilterVariant(
  'reporting.list_orders',
  (narrowing) => `with found as (${newestPerShopSql(narrowing, 'limit $7::integer + $8::integer')}),
    ${pageSql(newest, pageParameters, boundedCountSql(newestPerShopSql(narrowing, `limit ${countLimit}`), countLimit))}`,
);
/** Shop by shop, each shop's newest first: sorting them all would keep the first row back until the last is read. */
export const exportOrders = perFilterVariant(
  'reporting.every_order',
  (narrowing) => `with found as (${newestPerShopSql(narrowing, '')}), ${allRowsSql}`,
);

/** The SKUs that $4 or a part of a name, the key $3, stands for. */
export const findSkusByTerm = sql(
  'reporting.find_skus_by_term',
  `select shop_id, sku_key from reporting.sku
    where tenant_id = $1 and shop_id = any($2::uuid[])
      and (lower(seller_sku) = lower($4)
           or strpos(coalesce(name_key, reporting.search_key(name)), $3) > 0)`,
);

/** The product with the id $3, under the name of its newest order. */
export const findSkuByIdStatement = sql(
  'reporting.list_sku_of_id',
  `select shop_id, sku_key, name from reporting.sku
    where tenant_id = $1 and shop_id = any($2::uuid[]) and sku_key = $3 order by named_at desc`,
);

/**
 * Orders that hold one of the SKUs $9 of the shops $10, pairwise, by the products of each day with orders, $11 to $12 for
 * each shop: of sales by the day they became one, of others by the day they were placed. `offset 0` keeps each part a
 * walk along its key.
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

/** A number is looked up whatever else the list is narrowed to: whoever pastes one wants that order. */
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
