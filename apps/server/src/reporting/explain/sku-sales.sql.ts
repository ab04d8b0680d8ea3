import { sql } from '../../platform/database/database.ts';
import { bucketRange, coveringBucketsSql, salesInBucketsSql } from '../ingest/sku-buckets.ts';
import { pictureUrlSql } from '../pictures/picture-store.ts';
import { skuBrandsSql } from '../reports/top-skus.sql.ts';

const columns = [
  'units',
  'gmv_e4',
  'cancelled_e4',
  'failed_e4',
  'returned_e4',
  'kept_seller_voucher_e4',
] as const;

const columnsOf = (row: string) =>
  ['sku_key', ...columns].map((column) => `${row}.${column}`).join(', ');

const fullDaysSql = (name: string) =>
  salesInBucketsSql(name, {
    tenant: '$1',
    columns: columnsOf('a'),
    which: { a: 'a.currency = $3', piece: 'true' },
  });

/** Sales of SKUs on the day $9 before the minute that belongs to their shop ($2 and $8, pairwise). */
const partialDaySql = `
  select cut.shop_id, sold.*
    from unnest($2::uuid[], $8::integer[]) as cut (shop_id, minute)
   cross join lateral (
     select ${columnsOf('i')} from reporting.fact_order f
       join reporting.fact_order_item i
         on i.tenant_id = f.tenant_id and i.shop_id = f.shop_id and i.committed_day = f.committed_day
        and i.order_id = f.order_id
      where f.tenant_id = $1 and f.shop_id = cut.shop_id and f.committed_day = $9::date
        and f.committed_minute < cut.minute and f.currency = $3 and i.currency = $3 offset 0) sold`;

const sumsOf = (period: string, prefix: string) =>
  columns
    .map(
      (column) =>
        `coalesce(sum(${column}) filter (where ${period}), 0)::bigint as ${prefix}${column}`,
    )
    .join(', ');

/**
 * Sales of each SKU with its brand, in the currency $3: on the days $4 to $5, and on the comparison days $6 to $7 with a part of the
 * day $9, which may be null.
 */
export const comparedSkuSales = sql(
  'reporting.compared_sku_sales',
  `with ${coveringBucketsSql('now', bucketRange('$4', '$5'))},
     ${coveringBucketsSql('before', bucketRange('$6', '$7'))}, part as (
       select true as is_now, sold.* from (${fullDaysSql('now')}) sold
       union all
       select false, sold.* from (${fullDaysSql('before')}) sold
       union all
       select false, sold.* from (${partialDaySql}) sold
     ), sku as materialized (
       select shop_id, sku_key, ${sumsOf('is_now', '')}, ${sumsOf('not is_now', 'previous_')}
         from part group by shop_id, sku_key
     ), ${skuBrandsSql}
   select sku.*, sku_brand.brand from sku left join sku_brand using (shop_id, sku_key)`,
);

/** Names and pictures of the SKUs $2 and $3, pairwise. */
export const skuNames = sql(
  'reporting.sku_names',
  `select wanted.shop_id, wanted.sku_key, sku.seller_sku, sku.name,
          ${pictureUrlSql('wanted.shop_id', 'wanted.sku_key')} as picture
     from unnest($2::uuid[], $3::text[]) as wanted (shop_id, sku_key)
     left join reporting.sku on sku.tenant_id = $1 and sku.shop_id = wanted.shop_id
      and sku.sku_key = wanted.sku_key`,
);
