import type pg from 'pg';
import { newId } from '../../../apps/server/src/platform/ids.ts';
import {
  rebuildShopDays,
  rebuildAllSkusOfDays,
} from '../../../apps/server/src/reporting/ingest/apply-orders.sql.ts';
import { addDays } from '../../../apps/server/src/platform/calendar.ts';
import { buildSkuBuckets } from '../../../apps/server/src/reporting/index.ts';
import { ownerPool, type BenchmarkDatabase } from '../harness/database.ts';

export interface TenantSize {
  orders: number;
  shops: number;
  days: number;
  /** Per shop. */
  skus: number;
}

/** Ten shops with 18 months of orders. */
export const bigTenant = { shops: 10, days: 540, skus: 1000 };
/** The smallest tenant for which every call still returns something. */
export const smallTenant: TenantSize = { orders: 240, shops: 4, days: 30, skus: 20 };
export const lastDay = '2026-11-11';
const zone = 'Asia/Ho_Chi_Minh';
/** Days of a shop inserted per transaction. */
const daysPerBatch = 30;
/** The number of cores of the smallest supported machine. */
const concurrentShops = 2;
/** `buildSkuBuckets` sums a limited number of weeks per call. A shop with 18 months needs several calls. */
const rollupCallsPerShop = 3;

export interface BigTenant {
  tenantId: string;
  shopIds: string[];
  /** The actual number, which differs slightly from the requested one. */
  orders: number;
  /** An order from the middle of the first shop's days. */
  orderId: string;
}

/**
 * Creates a team with about `size.orders` orders of one or two lines each. Canonical rows and facts are generated in
 * the database by `insert … select`, rollups by the product's own statements. Ten million orders take about 20 GB and
 * 15 minutes.
 *
 * @param until the last day with orders
 */
export async function createBigTenant(
  given: BenchmarkDatabase,
  size: TenantSize,
  until = lastDay,
): Promise<BigTenant> {
  const tenantId = newId();
  const shopIds = Array.from({ length: size.shops }, () => newId());
  const perDay = Math.max(1, Math.round(size.orders / size.shops / size.days));
  const firstDay = addDays(until, 1 - size.days);
  const owner = ownerPool(given.url, concurrentShops);
  try {
    await insertShops(owner, tenantId, shopIds, size.skus);
    const waiting = [...shopIds.entries()];
    const insertRemaining = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [number, shopId] = next;
        await insertOrders(owner, { tenantId, shopId, number, firstDay, perDay, size });
        process.stderr.write(`shop ${number + 1} of ${size.shops} has its orders\n`);
      }
    };
    await Promise.all(Array.from({ length: concurrentShops }, insertRemaining));
    const from = new Date(`${firstDay}T00:00:00Z`);
    const now = new Date(`${until}T05:00:00Z`);
    for (const shopId of shopIds) {
      for (let call = 0; call < rollupCallsPerShop; call += 1) {
        await given.database.tenant(tenantId, (tx) => buildSkuBuckets(tx, shopId, from, now));
      }
    }
    // On a running server, autovacuum does this within minutes after rows arrive.
    await owner.query('vacuum analyze');
  } finally {
    await owner.end();
  }
  const middle = addDays(firstDay, Math.floor(size.days / 2));
  return {
    tenantId,
    shopIds,
    orders: perDay * size.days * size.shops,
    orderId: `100${middle.replaceAll('-', '')}000001`,
  };
}

async function insertOrders(
  owner: pg.Pool,
  shop: {
    tenantId: string;
    shopId: string;
    number: number;
    firstDay: string;
    perDay: number;
    size: TenantSize;
  },
): Promise<void> {
  const { days: dayCount, skus } = shop.size;
  const client = await owner.connect();
  try {
    for (let done = 0; done < dayCount; done += daysPerBatch) {
      const days = Array.from({ length: Math.min(daysPerBatch, dayCount - done) }, (_, later) =>
        addDays(shop.firstDay, done + later),
      );
      const key = [shop.tenantId, shop.shopId, days];
      await client.query('begin');
      await client.query(ordersOfDays, [...key, shop.perDay, shop.number, skus, zone]);
      for (const { text } of [rebuildShopDays, rebuildAllSkusOfDays]) await client.query(text, key);
      await client.query('commit');
    }
  } finally {
    client.release();
  }
}

async function insertShops(
  owner: pg.Pool,
  tenantId: string,
  shopIds: string[],
  skus: number,
): Promise<void> {
  await owner.query(
    `insert into reporting.shop (tenant_id, shop_id, platform, name, region, currency, time_zone, updated_at)
     select $1, shop_id, (array['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'])[1 + number % 4], 'Gian hàng ' || number, 'VN', 'VND',
            $3, now()
       from unnest($2::uuid[]) with ordinality as given (shop_id, number)`,
    [tenantId, shopIds, zone],
  );
  await owner.query(
    `insert into reporting.shop_currency (tenant_id, shop_id, currency)
     select $1, shop_id, 'VND' from unnest($2::uuid[]) shop_id`,
    [tenantId, shopIds],
  );
  await owner.query(
    `insert into reporting.sku (tenant_id, shop_id, sku_key, seller_sku, name, name_key, named_at)
     select $1, shop_id, 'sku-' || sku, 'S' || sku, ${skuName('sku')}, reporting.search_key(${skuName('sku')}), now()
       from unnest($2::uuid[]) shop_id, generate_series(0, $3::int - 1) sku`,
    [tenantId, shopIds, skus],
  );
  await owner.query(
    `insert into reporting.listing (tenant_id, shop_id, item_id, sku_key, seller_sku, name, name_key, status, currency, price_e4,
       special_price_e4, stock, version_at, observed_at, content_hash, mapping_version, seen_at)
     select $1, shop_id, 'item-' || sku, 'sku-' || sku, 'S' || sku, ${skuName('sku')},
            reporting.search_key(${skuName('sku')}), 'active', 'VND', ${skuPrice('sku')},
            case when sku % 5 = 0 then ${skuPrice('sku')} / 2 end, sku % 40, now(), now(), gen_random_uuid(), 1, now()
       from unnest($2::uuid[]) shop_id, generate_series(0, $3::int - 1) sku`,
    [tenantId, shopIds, skus],
  );
}

function skuName(sku: string): string {
  return `(array['Áo thun', 'Nón lá', 'Trà sen', 'Đèn lồng', 'Khăn lụa'])[1 + ${sku} % 5] || ' mẫu ' || ${sku}`;
}

/** SQL for a price of 50,000 to 1,049,000 đồng, in ten-thousandths. */
function skuPrice(sku: string): string {
  return `((50 + ${sku}) * 10000000::bigint)`;
}

// Of 20 orders, one each is canceled, failed delivery, unpaid, returned, and to be shipped. Every other order has a
// second line. Few SKUs have most of the sales.
const voucher = '10000000::bigint';
const measures = [
  'sum(price)',
  'sum(price) filter (where kind = 0)',
  'sum(price) filter (where kind = 1)',
  'sum(price) filter (where kind = 3)',
  `sum(${voucher}) filter (where kept)`,
  'count(*) filter (where kept)',
]
  .map((measure) => `coalesce(${measure}, 0)`)
  .join(', ');

const ordersOfDays = `
  with made as (
    select day, n, line, n % 20 as kind, n % 20 not in (0, 1, 3) as kept,
           format('%s%s%s', 100 + $5::int, to_char(day, 'YYYYMMDD'), lpad(n::text, 6, '0')) as order_id,
           (day + make_interval(secs => 86399.0 * n / $4::int)) at time zone $7 as created_at,
           ((abs(hashint4(n)::bigint + day_number) % $6::int) * (abs(hashint4(n + 7)::bigint + day_number) % $6::int)
             / $6::int + 7 * (line - 1)) % $6::int as sku
      from unnest($3::date[]) with ordinality as given (day, day_number), generate_series(1, $4::int) n,
           generate_series(1, 1 + n % 2) line
  ), line as materialized (
    select made.*, ${skuPrice('sku')} as price,
           case when kind = 2 then null else day end as committed_day,
           case when kind = 2 then null else 1439 * n / $4::int end as committed_minute,
           case kind when 0 then 'cancelled' when 1 then 'failed_delivery' when 2 then 'unpaid' when 4 then 'to_ship'
                     else 'completed' end as stage
      from made
  ), orders as (
    insert into reporting.sales_order (tenant_id, shop_id, created_at, committed_at, version_at, observed_at,
      content_hash, mapping_version, created_day, committed_day, shipping_fee_e4, is_cod, is_split, order_id, currency,
      payment_method, stage, buyer_key, flags)
    select $1, $2, created_at, case when committed_day is null then null else created_at end, created_at, created_at,
           gen_random_uuid(), 1, day, committed_day, 300000000, n % 2 = 0, false, order_id, 'VND', 'COD', stage,
           md5(order_id),
           case when n = 1 and extract(day from day) = 1 then array['voucher_parts_mismatch'] else '{}' end
      from line where line = 1
  ), items as (
    insert into reporting.order_item (tenant_id, shop_id, updated_at, list_price_e4, seller_price_e4, seller_voucher_e4,
      platform_voucher_e4, quantity, order_id, line_id, sku_key, seller_sku, product_name, stage, return_state, raw_status,
      cancelled_by)
    select $1, $2, created_at, price, price, ${voucher}, 0, 1, order_id, order_id || '-' || line, 'sku-' || sku,
           'S' || sku, ${skuName('sku')}, stage, case when kind = 3 then 'refunded' else 'none' end, stage,
           case when kind = 0 then 'buyer' end
      from line
  ), order_facts as (
    insert into reporting.fact_order (tenant_id, shop_id, created_day, committed_day, committed_minute, order_id, currency, is_valid,
      is_cancelled, unknown_items, gmv_e4, cancelled_e4, failed_e4, returned_e4, kept_seller_voucher_e4, units)
    select $1, $2, day, committed_day, committed_minute, order_id, 'VND', kept, kind = 0, 0, ${measures}
      from line group by order_id, day, committed_day, committed_minute, kind, kept
  ), unsold as (
    insert into reporting.unsold_order_item (tenant_id, shop_id, created_day, sku_key, order_id)
    select distinct $1::uuid, $2::uuid, day, 'sku-' || sku, order_id from line where committed_day is null
  )
  insert into reporting.fact_order_item (tenant_id, shop_id, committed_day, sku_key, order_id, currency, gmv_e4,
    cancelled_e4, failed_e4, returned_e4, kept_seller_voucher_e4, units)
  select $1, $2, committed_day, 'sku-' || sku, order_id, 'VND', ${measures}
    from line where committed_day is not null group by committed_day, sku, order_id`;
