import { sql, type Statement, type TenantTransaction } from '../../platform/database/database.ts';
import { ctidCondition, qualifyColumns, preferIndexScans } from './shop-rows.sql.ts';
import { lockShop } from './apply-orders.sql.ts';
import { localDays } from '../../platform/calendar.ts';

/** Bucket lengths in days; each divides the next. */
const [weekDays, fourWeekDays, maxBucketDays] = [7, 28, 112] as const;
const bucketLengthsSql = `(values (${weekDays}), (${fourWeekDays}), (${maxBucketDays})) as length (bucket_days)`;

/** Returns SQL for the first day of the bucket that contains a day. */
const bucketStart = (day: string, days: number | string) =>
  `${day} - (${day} - date '1970-01-05') % ${days}`;

const sumColumns = [
  'orders',
  'units',
  'gmv_e4',
  'cancelled_e4',
  'failed_e4',
  'returned_e4',
  'nmv_e4',
  'kept_seller_voucher_e4',
  'net_sales_e4',
];
const amounts = sumColumns.join(', ');
const sums = sumColumns.map((name) => `sum(${name})::bigint as ${name}`).join(', ');

/** The first day of a shop's oldest bucket; null without any. */
export const firstBucketDay = sql(
  'reporting.first_span_day',
  `select min(first_day) as day from reporting.sku_bucket where tenant_id = $1 and shop_id = $2`,
);

/**
 * Rebuilds buckets of one length for SKUs whose days ($3 days, $4 SKU keys, pairwise) were touched. The parts are
 * days or the next shorter buckets. Unchanged rows are not written.
 */
function rebuildBucketsStatement(
  days: number,
  parts: { days: number; table: string; key: string },
) {
  return sql(
    `reporting.rebuild_sku_buckets_of_${days}`,
    `with touched as materialized (
       select distinct span.first_day, pair.sku_key
         from unnest($3::date[], $4::text[]) as pair (day, sku_key)
        cross join lateral (
          select one.first_day from reporting.sku_bucket one
           where one.tenant_id = $1 and one.shop_id = $2 and one.first_day = ${bucketStart('pair.day', days)}
             and one.bucket_days = ${days} offset 0) span
     ), truth as materialized (
       select touched.first_day, touched.sku_key, sum.*
         from touched
        cross join lateral (
          select currency, ${sums}
            from generate_series(0, ${days - 1}, ${parts.days}) as later
           cross join lateral (
             select * from reporting.${parts.table} one
              where one.tenant_id = $1 and one.shop_id = $2 and ${parts.key}
                and one.sku_key = touched.sku_key offset 0) part
           group by currency) sum
     ), emptied as (
       delete from reporting.agg_sku_bucket
        where ${ctidCondition(
          'agg_sku_bucket',
          `(select span.* from touched cross join lateral (
             select one.first_day, one.sku_key, one.currency from reporting.agg_sku_bucket one
              where one.tenant_id = $1 and one.shop_id = $2 and one.first_day = touched.first_day
                and one.bucket_days = ${days} and one.sku_key = touched.sku_key offset 0) span
            except select first_day, sku_key, currency from truth) gone`,
          `one.first_day = gone.first_day and one.bucket_days = ${days} and one.sku_key = gone.sku_key
          and one.currency = gone.currency`,
        )}
     )
     insert into reporting.agg_sku_bucket as known (tenant_id, shop_id, first_day, bucket_days, sku_key, currency,
       ${amounts})
     select $1, $2, first_day, ${days}, sku_key, currency, ${amounts} from truth
     on conflict (tenant_id, shop_id, first_day, bucket_days, sku_key, currency) do update set
       (${amounts}) = row (${qualifyColumns('excluded', amounts)})
     where (${qualifyColumns('known', amounts)}) is distinct from (${qualifyColumns('excluded', amounts)})`,
  );
}

const fromDays = { days: 1, table: 'agg_sku_day', key: 'one.day = touched.first_day + later' };
const fromBuckets = (days: number) => ({
  days,
  table: 'agg_sku_bucket',
  key: `one.first_day = touched.first_day + later and one.bucket_days = ${days}`,
});

/** In this order: longer buckets are sums of the shorter ones. */
export const rebuildSkuBuckets: readonly Statement[] = [
  rebuildBucketsStatement(weekDays, fromDays),
  rebuildBucketsStatement(fourWeekDays, fromBuckets(weekDays)),
  rebuildBucketsStatement(maxBucketDays, fromBuckets(fourWeekDays)),
];

/**
 * Builds the newest $5 missing buckets with sales that begin on the days $3 to $4, together with all shorter buckets
 * that they consist of, also those without sales: a bucket always has its parts. The inserts return rows because Citus
 * copies the rows of others to their node, which row-level security forbids.
 */
export const buildMissingBuckets = sql(
  'reporting.add_up_spans',
  `with wanted as materialized (
     select distinct ${bucketStart('sold.day', 'length.bucket_days')} as first_day, length.bucket_days
       from reporting.agg_shop_day sold
      cross join ${bucketLengthsSql}
      where sold.tenant_id = $1 and sold.shop_id = $2 and sold.day between $3 and $4
        and ${bucketStart('sold.day', 'length.bucket_days')} >= $3
        and (${bucketStart('sold.day', 'length.bucket_days')}, length.bucket_days) not in (
          select first_day, bucket_days from reporting.sku_bucket where tenant_id = $1 and shop_id = $2)
      order by 1 desc, 2 limit $5
   ), missing as materialized (
     select wanted.first_day + later as first_day, length.bucket_days
       from wanted join ${bucketLengthsSql} on length.bucket_days <= wanted.bucket_days
      cross join generate_series(0, wanted.bucket_days - 1, length.bucket_days) as later
     except
     select first_day, bucket_days from reporting.sku_bucket where tenant_id = $1 and shop_id = $2
   ), recorded as (
     insert into reporting.sku_bucket (tenant_id, shop_id, first_day, bucket_days)
     select $1, $2, first_day, bucket_days from missing returning first_day
   ), added_up as (
     insert into reporting.agg_sku_bucket (tenant_id, shop_id, first_day, bucket_days, sku_key, currency,
       ${amounts})
     select $1, $2, missing.first_day, missing.bucket_days, sum.*
       from missing
      cross join lateral (
        select sku_key, currency, ${sums}
          from reporting.agg_sku_day d
         where d.tenant_id = $1 and d.shop_id = $2
           and d.day between missing.first_day and missing.first_day + missing.bucket_days - 1
         group by sku_key, currency order by sku_key, currency) sum
     returning first_day
   )
   select count(*)::integer as rows from added_up`,
);

/** SQL expressions for the tenant, its shops, and the first and last day of the period. */
interface BucketRange {
  tenant: string;
  shops: string;
  from: string;
  to: string;
}

/** The tenant $1 and its shops $2, with parameters for the first and the last day. */
export const bucketRange = (from: string, to: string): BucketRange => ({
  tenant: '$1',
  shops: '$2::uuid[]',
  from,
  to,
});

/**
 * Returns the CTEs `<name>_span` and `<name>_day`: the fewest buckets and days that make up a period, shop by shop. A
 * bucket may extend beyond the period if nothing was sold on its other days, as with the bucket that contains today.
 * `offset 0` keeps each part an index scan.
 */
export const coveringBucketsSql = (
  name: string,
  { tenant, shops, from, to }: BucketRange,
) => `${name}_reach as materialized (
     select shop.shop_id,
            coalesce((select a.day + 1 from reporting.agg_shop_day a
              where a.tenant_id = ${tenant} and a.shop_id = shop.shop_id and a.day < ${from}
              order by a.day desc limit 1), '-infinity') as first_day,
            coalesce((select a.day - 1 from reporting.agg_shop_day a
              where a.tenant_id = ${tenant} and a.shop_id = shop.shop_id and a.day > ${to}
              order by a.day limit 1), 'infinity') as last_day
       from unnest(${shops}) as shop (shop_id)
   ), ${name}_fitting as materialized (
     select span.* from ${name}_reach reach cross join lateral (
       select one.shop_id, one.first_day, one.bucket_days from reporting.sku_bucket one
        where one.tenant_id = ${tenant} and one.shop_id = reach.shop_id
          and one.first_day between ${from}::date - ${maxBucketDays - 1} and ${to}
          and one.first_day >= reach.first_day and one.first_day + one.bucket_days - 1 >= ${from}
          and one.first_day + one.bucket_days - 1 <= reach.last_day offset 0) span
   ), ${name}_span as materialized (
     select * from ${name}_fitting
      where (bucket_days >= ${maxBucketDays} or (shop_id, ${bucketStart('first_day', maxBucketDays)})
              not in (select shop_id, first_day from ${name}_fitting where bucket_days = ${maxBucketDays}))
        and (bucket_days >= ${fourWeekDays} or (shop_id, ${bucketStart('first_day', fourWeekDays)})
              not in (select shop_id, first_day from ${name}_fitting where bucket_days = ${fourWeekDays}))
   ), ${name}_day as materialized (
     select shop.shop_id, sold.day
       from unnest(${shops}) as shop (shop_id) cross join lateral (
         select a.day from reporting.agg_shop_day a
          where a.tenant_id = ${tenant} and a.shop_id = shop.shop_id and a.day between ${from} and ${to} offset 0) sold
     except
     select shop_id, first_day + later from ${name}_span, generate_series(0, bucket_days - 1) as later
   )`;

/** Selects the sales in the buckets and days of a period, SKU by SKU. `which` filters `a`, the rows of a `piece`. */
export const salesInBucketsSql = (
  name: string,
  {
    tenant,
    columns,
    which,
  }: { tenant: string; columns: string; which: { a: string; piece: string } },
) => `
     select piece.shop_id, sold.*
       from ${name}_span piece cross join lateral (
         select ${columns} from reporting.agg_sku_bucket a
          where a.tenant_id = ${tenant} and a.shop_id = piece.shop_id and a.first_day = piece.first_day
            and a.bucket_days = piece.bucket_days and ${which.a} offset 0) sold
      where ${which.piece}
     union all
     select piece.shop_id, sold.*
       from ${name}_day piece cross join lateral (
         select ${columns} from reporting.agg_sku_day a
          where a.tenant_id = ${tenant} and a.shop_id = piece.shop_id and a.day = piece.day
            and ${which.a} offset 0) sold
      where ${which.piece}`;

/** Bounds one transaction; the shorter buckets that these consist of are not counted. The next call builds the rest. */
const maxBucketsPerCall = 40;

/**
 * Builds the buckets (7, 28 and 112 days) of a shop's SKU sales that begin between `from` and today and do not exist
 * yet. Reports stay the same and become faster; later changes keep the buckets up to date. Call it only for days
 * whose backfill is complete: every page that touches a bucket has to update it.
 * @throws Error if the shop is not registered
 */
export async function buildSkuBuckets(
  tx: TenantTransaction,
  shopId: string,
  from: Date,
  now: Date,
): Promise<void> {
  const key = [tx.tenantId, shopId] as const;
  const [[shop]] = await Promise.all([
    tx.query<{ timeZone: string }>(lockShop, key),
    tx.query(preferIndexScans),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const dayOf = localDays(shop.timeZone);
  await tx.execute(buildMissingBuckets, [...key, dayOf(from), dayOf(now), maxBucketsPerCall]);
}
