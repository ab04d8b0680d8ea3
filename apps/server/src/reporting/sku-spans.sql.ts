import { sql } from '../platform/database.ts';

/** The lengths of spans, and the first day of the one that holds a day. */
const lengths = '(values (7), (28)) as length (span_days)';
const startOf = (day: string) => `${day} - (${day} - date '1970-01-05') % length.span_days`;

const sums = `sum(orders)::bigint as orders, sum(units)::bigint as units, sum(gmv_e4)::bigint as gmv_e4,
  sum(net_sales_e4)::bigint as net_sales_e4`;

/** From which day on a shop has spans; null without any. */
export const firstSpanDay = sql(
  'reporting.first_span_day',
  `select min(first_day) as day from reporting.sku_span where tenant_id = $1 and shop_id = $2`,
);

/** Adds up anew what spans hold of SKUs whose days ($3 days, $4 SKU keys, pairwise) were touched. */
export const rebuildSkuSpans = sql(
  'reporting.rebuild_sku_spans',
  `with touched as materialized (
     select distinct span.first_day, span.span_days, pair.sku_key
       from unnest($3::date[], $4::text[]) as pair (day, sku_key)
      cross join ${lengths}
      cross join lateral (
        select * from reporting.sku_span one
         where one.tenant_id = $1 and one.shop_id = $2 and one.first_day = ${startOf('pair.day')}
           and one.span_days = length.span_days offset 0) span
   ), truth as materialized (
     select touched.*, sum.*
       from touched
      cross join lateral (
        select currency, ${sums}
          from generate_series(0, touched.span_days - 1) as later
         cross join lateral (
           select * from reporting.agg_sku_day one
            where one.tenant_id = $1 and one.shop_id = $2 and one.day = touched.first_day + later
              and one.sku_key = touched.sku_key offset 0) d
         group by currency) sum
   ), emptied as (
     delete from reporting.agg_sku_span a using touched
      where a.tenant_id = $1 and a.shop_id = $2 and a.first_day = touched.first_day
        and a.span_days = touched.span_days and a.sku_key = touched.sku_key
        and (a.first_day, a.span_days, a.sku_key, a.currency)
          not in (select first_day, span_days, sku_key, currency from truth)
   )
   insert into reporting.agg_sku_span (tenant_id, shop_id, first_day, span_days, sku_key, currency,
     orders, units, gmv_e4, net_sales_e4)
   select $1, $2, first_day, span_days, sku_key, currency, orders, units, gmv_e4, net_sales_e4
     from truth
   on conflict (tenant_id, shop_id, first_day, span_days, sku_key, currency) do update set
     orders = excluded.orders, units = excluded.units, gmv_e4 = excluded.gmv_e4,
     net_sales_e4 = excluded.net_sales_e4`,
);

/** Adds up the newest $5 spans with sales, wholly within the days $3 to $4, that are not added up yet. */
export const addUpSpans = sql(
  'reporting.add_up_spans',
  `with missing as materialized (
     select distinct ${startOf('sold.day')} as first_day, length.span_days
       from reporting.agg_shop_day sold
      cross join ${lengths}
      where sold.tenant_id = $1 and sold.shop_id = $2 and sold.day between $3 and $4
        and ${startOf('sold.day')} >= $3 and ${startOf('sold.day')} + length.span_days - 1 <= $4
        and (${startOf('sold.day')}, length.span_days) not in (
          select first_day, span_days from reporting.sku_span where tenant_id = $1 and shop_id = $2)
      order by 1 desc, 2 limit $5
   ), noted as (
     insert into reporting.sku_span (tenant_id, shop_id, first_day, span_days)
     select $1, $2, first_day, span_days from missing
   )
   insert into reporting.agg_sku_span (tenant_id, shop_id, first_day, span_days, sku_key, currency,
     orders, units, gmv_e4, net_sales_e4)
   select $1, $2, missing.first_day, missing.span_days, sum.*
     from missing
    cross join lateral (
      select sku_key, currency, ${sums}
        from reporting.agg_sku_day d
       where d.tenant_id = $1 and d.shop_id = $2
         and d.day between missing.first_day and missing.first_day + missing.span_days - 1
       group by sku_key, currency order by sku_key, currency) sum`,
);

/** Tens of thousands of rows fall into a few groups: sorting them for it took twice as long as all the rest. */
export const preferHashing = sql(
  'reporting.prefer_hashing',
  `select set_config('enable_sort', 'off', true)`,
);

/** The best-sold SKUs of what `source` gives for the days $5 to $6, with what they sold from $4 to $8. */
const best = (source: string) => `sold as (
     select shop_id, sku_key, ${sums}, count(*) over () as total
       from ${source}
      group by shop_id, sku_key
      order by sum(gmv_e4) desc, sum(units) desc, shop_id, sku_key
      limit $7)
   select sold.*, sku.seller_sku, sku.name,
          coalesce((select sum(before.gmv_e4) from reporting.agg_sku_day before
            where before.tenant_id = $1 and before.shop_id = sold.shop_id
              and before.sku_key = sold.sku_key and before.currency = $3
              and before.day between $4 and $8), 0)::bigint as previous_gmv_e4
     from sold
     left join reporting.sku on sku.tenant_id = $1 and sku.shop_id = sold.shop_id
      and sku.sku_key = sold.sku_key
    order by sold.gmv_e4 desc, sold.units desc, sold.shop_id, sold.sku_key`;

/** For periods too short to hold spans: one walk through their days. */
export const bestSkusByDay = sql(
  'reporting.best_skus_by_day',
  `with ${best(`reporting.agg_sku_day where tenant_id = $1 and shop_id = any($2::uuid[])
         and currency = $3 and day between $5 and $6`)}`,
);

/**
 * `part`: what the SKUs of the shops $2 sold in the currency $3 on the days between two parameters. What is added up is
 * read from the longest spans that fit, the rest by day; which that is, is up to each shop. `offset 0` keeps each part a
 * walk along its key.
 */
const parts = (from: string, to: string) => `span as materialized (
     select shop_id, first_day, span_days from reporting.sku_span
      where tenant_id = $1 and shop_id = any($2::uuid[]) and first_day >= ${from}
        and first_day + span_days - 1 <= ${to}
   ), read as materialized (
     select * from span
      where span_days = 28 or (shop_id, first_day - (first_day - date '1970-01-05') % 28)
        not in (select shop_id, first_day from span where span_days = 28)
   ), spanned as materialized (
     select shop_id, first_day + later as day from read, generate_series(0, span_days - 1) as later
   ), single as materialized (
     select shop_id, ${from}::date + later as day
       from unnest($2::uuid[]) as shop_id, generate_series(0, ${to}::date - ${from}::date) as later
     except select shop_id, day from spanned
   ), part as (
     select read.shop_id, sold.*
       from read cross join lateral (
         select sku_key, orders, units, gmv_e4, net_sales_e4 from reporting.agg_sku_span a
          where a.tenant_id = $1 and a.shop_id = read.shop_id and a.first_day = read.first_day
            and a.span_days = read.span_days and a.currency = $3 offset 0) sold
     union all
     select single.shop_id, sold.*
       from single cross join lateral (
         select sku_key, orders, units, gmv_e4, net_sales_e4 from reporting.agg_sku_day a
          where a.tenant_id = $1 and a.shop_id = single.shop_id and a.day = single.day
            and a.currency = $3 offset 0) sold
   )`;

export const bestSkus = sql('reporting.best_skus', `with ${parts('$5', '$6')}, ${best('part')}`);

/** The brand of each SKU, as its newest listing tells it. */
const told = `told as materialized (
     select distinct on (shop_id, sku_key) shop_id, sku_key, brand from reporting.listing
      where tenant_id = $1 and shop_id = any($2::uuid[])
      order by shop_id, sku_key, version_at desc, item_id
   )`;

/** The same of one brand, $9: empty for products without one, null for those of which it is not told. */
export const bestSkusOfBrand = sql(
  'reporting.best_skus_of_brand',
  `with ${parts('$5', '$6')}, ${told}, of_brand as (
     select part.* from part left join told using (shop_id, sku_key)
      where told.brand is not distinct from $9::text
   ), ${best('of_brand')}`,
);

/**
 * The days $4 to $5 by brand, as the newest listing of each SKU tells it: empty for products without one, null for those
 * of which it is not told.
 */
export const brandTotals = sql(
  'reporting.brand_totals',
  `with ${parts('$4', '$5')}, sold as materialized (
     select shop_id, sku_key, sum(units)::bigint as units, sum(gmv_e4)::bigint as gmv_e4,
            sum(net_sales_e4)::bigint as net_sales_e4
       from part group by shop_id, sku_key
   ), ${told}
   select told.brand, sum(units)::bigint as units, sum(gmv_e4)::bigint as gmv,
          sum(net_sales_e4)::bigint as net_sales
     from sold left join told using (shop_id, sku_key)
    group by told.brand
    order by sum(gmv_e4) desc, told.brand`,
);
