import { sql } from '../../platform/database/database.ts';
import { pictureUrlSql } from '../pictures/picture-store.ts';
import { bucketRange, coveringBucketsSql, salesInBucketsSql } from '../ingest/sku-buckets.ts';

/**
 * Avoids sorting: tens of thousands of rows fall into a few groups, and sorting them took twice as long as everything
 * else.
 */
export const preferHashing = sql(
  'reporting.prefer_hashing',
  `select set_config('enable_sort', 'off', true)`,
);

const sums = `sum(orders)::bigint as orders, sum(units)::bigint as units, sum(gmv_e4)::bigint as gmv_e4,
  sum(net_sales_e4)::bigint as net_sales_e4`;

/** Sales of SKUs in the currency $3. */
const currentSalesSql = salesInBucketsSql('now', {
  tenant: '$1',
  columns: 'a.sku_key, a.orders, a.units, a.gmv_e4, a.net_sales_e4',
  which: { a: 'a.currency = $3', piece: 'true' },
});

/** The CTE `sku_brand`: the brand of each SKU of the tenant $1 and its shops $2, from its newest listing. */
export const skuBrandsSql = `sku_brand as materialized (
     select distinct on (shop_id, sku_key) shop_id, sku_key, brand from reporting.listing
      where tenant_id = $1 and shop_id = any($2::uuid[])
      order by shop_id, sku_key, version_at desc, item_id
   )`;

/**
 * Ranks the SKUs of `source` (the days $5 to $6), returns the $7 with the highest GMV and their GMV of the days $4 to
 * $8.
 */
const rankSkusSql = (
  source: string,
) => `${coveringBucketsSql('before', bucketRange('$4', '$8'))}, best as materialized (
     select shop_id, sku_key, ${sums}, count(*) over () as total
       from ${source}
      group by shop_id, sku_key
      order by sum(gmv_e4) desc, sum(units) desc, shop_id, sku_key
      limit $7)
   select best.*, sku.seller_sku, sku.name, coalesce(earlier.gmv_e4, 0) as previous_gmv_e4,
          ${pictureUrlSql('best.shop_id', 'best.sku_key')} as picture
     from best
    cross join lateral (
      select sum(part.gmv_e4)::bigint as gmv_e4 from (${salesInBucketsSql('before', {
        tenant: '$1',
        columns: 'a.gmv_e4',
        which: {
          a: 'a.sku_key = best.sku_key and a.currency = $3',
          piece: 'piece.shop_id = best.shop_id',
        },
      })}) part) earlier
     left join reporting.sku on sku.tenant_id = $1 and sku.shop_id = best.shop_id
      and sku.sku_key = best.sku_key
    order by best.gmv_e4 desc, best.units desc, best.shop_id, best.sku_key`;

export const topSkus = sql(
  'reporting.best_skus',
  `with ${coveringBucketsSql('now', bucketRange('$5', '$6'))}, ${rankSkusSql(`(${currentSalesSql}) part`)}`,
);

/**
 * Like `topSkus`, for the brand $9: empty for products without one, null for products whose marketplace does not say.
 */
export const topSkusOfBrand = sql(
  'reporting.best_skus_of_brand',
  `with ${coveringBucketsSql('now', bucketRange('$5', '$6'))}, ${skuBrandsSql}, of_brand as (
     select part.* from (${currentSalesSql}) part left join sku_brand using (shop_id, sku_key)
      where sku_brand.brand is not distinct from $9::text
   ), ${rankSkusSql('of_brand')}`,
);

/**
 * Totals of the days $4 to $5 by brand, from the newest listing of each SKU: empty for products without a brand, null
 * for products whose marketplace does not say.
 */
export const brandTotals = sql(
  'reporting.brand_totals',
  `with ${coveringBucketsSql('now', bucketRange('$4', '$5'))}, sold as materialized (
     select shop_id, sku_key, sum(units)::bigint as units, sum(gmv_e4)::bigint as gmv_e4,
            sum(net_sales_e4)::bigint as net_sales_e4
       from (${currentSalesSql}) part group by shop_id, sku_key
   ), ${skuBrandsSql}
   select sku_brand.brand, sum(units)::bigint as units, sum(gmv_e4)::bigint as gmv,
          sum(net_sales_e4)::bigint as net_sales
     from sold left join sku_brand using (shop_id, sku_key)
    group by sku_brand.brand
    order by sum(gmv_e4) desc, sku_brand.brand`,
);
