import type { CanonicalOrder } from '@seller-connect/partners';
import { openTestDatabase } from '../../../test/open-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import { buildFacts, netSalesE4, nmvE4 } from '../ingest/facts.ts';
import { localTimes } from '../../platform/calendar.ts';
import type { QueryDependencies } from '../query/query-reports.ts';
import { registerShop } from '../ingest/register-shop.ts';
import { generateOrders } from './generate-orders.ts';

export const now = new Date('2026-11-11T05:00:00Z');
const zone = 'Asia/Ho_Chi_Minh';
const timeOf = localTimes(zone);

/** A committed order as a report counts it, with its shop. Tests check sums against these. */
export interface ExpectedSale {
  day: string;
  shop_id: string;
  shop_name: string;
  platform: string;
  currency: string;
  order_id: string;
  orders: bigint;
  valid_orders: bigint;
  cancelled_orders: bigint;
  units: bigint;
  gmv: bigint;
  nmv: bigint;
  net_sales: bigint;
}

export interface SampleTenant {
  url: string;
  database: Database;
  dependencies: QueryDependencies & { database: Database };
  tenantId: string;
  /** Another team. */
  neighbour: string;
  shopIds: string[];
  /** Sales of `tenantId`; amounts in ten-thousandths. */
  sold: ExpectedSale[];
  orders: { shopId: string; order: CanonicalOrder }[];
}

/**
 * Creates a database with the shops of two teams, for the tests of a file: three that sell in VND, one in USD, and one of a neighbor. The
 * neighbor's orders have the same ids as ours.
 */
export async function createSampleTenant(count = 120): Promise<SampleTenant> {
  const { url, database } = await openTestDatabase();
  const [tenantId, neighbour] = [newId(), newId()];
  const shops = [
    { name: 'Nhà Nón', platform: 'LAZADA', currency: 'VND', tenantId },
    { name: 'Trà Việt', platform: 'SHOPEE', currency: 'VND', tenantId },
    { name: 'Áo Dài, "Huế"', platform: 'SHOPEE', currency: 'VND', tenantId },
    { name: 'Gốm Mỹ', platform: 'TIKTOK', currency: 'USD', tenantId },
    { name: 'Hàng xóm', platform: 'LAZADA', currency: 'VND', tenantId: neighbour },
  ] as const;
  const sold: ExpectedSale[] = [];
  const known: SampleTenant['orders'] = [];
  const shopIds: string[] = [];
  for (const [index, shop] of shops.entries()) {
    const shopId = newId();
    const dateRange = { from: new Date('2026-09-20T00:00:00Z'), to: now };
    const orders = generateOrders({
      count,
      seed: 40 + index,
      skus: 12,
      prefix: '1234567',
      ...dateRange,
    }).map((order) => ({ ...order, currency: shop.currency }));
    await database.tenant(shop.tenantId, async (tx) => {
      const { name, platform, currency } = shop;
      await registerShop(
        tx,
        { shopId, name, platform, region: 'VN', currency, timeZone: zone },
        now,
      );
      await applyOrders(tx, shopId, orders, { observedAt: now, mappingVersion: 1 });
    });
    if (shop.tenantId !== tenantId) continue;
    shopIds.push(shopId);
    known.push(...orders.map((order) => ({ shopId, order })));
    for (const { order: fact } of orders.map((order) => buildFacts(order, timeOf))) {
      if (!fact.committedDay) continue;
      sold.push({
        day: fact.committedDay,
        shop_id: shopId,
        shop_name: shop.name,
        platform: shop.platform,
        currency: shop.currency,
        order_id: fact.orderId,
        orders: 1n,
        valid_orders: BigInt(fact.isValid),
        cancelled_orders: BigInt(fact.isCancelled),
        units: BigInt(fact.units),
        gmv: fact.gmvE4,
        nmv: nmvE4(fact),
        net_sales: netSalesE4(fact),
      });
    }
  }
  return {
    url,
    database,
    dependencies: { database, readCoverage: async () => [], now: () => now },
    tenantId,
    neighbour,
    shopIds,
    sold,
    orders: known,
  };
}

type Sums = 'orders' | 'valid_orders' | 'cancelled_orders' | 'units' | 'gmv' | 'nmv' | 'net_sales';

/** Sums sales by some of their columns. Keys are the values joined by `|`. */
export function sumSales(
  sold: readonly ExpectedSale[],
  by: readonly ('day' | 'shop_id' | 'shop_name' | 'platform' | 'currency')[],
): Map<string, Record<Sums, bigint>> {
  const groups = Map.groupBy(sold, (each) => by.map((part) => each[part]).join('|'));
  return new Map(
    [...groups].map(([key, each]) => {
      const total = (part: Sums) => each.reduce((sum, one) => sum + one[part], 0n);
      return [
        key,
        {
          orders: total('orders'),
          valid_orders: total('valid_orders'),
          cancelled_orders: total('cancelled_orders'),
          units: total('units'),
          gmv: total('gmv'),
          nmv: total('nmv'),
          net_sales: total('net_sales'),
        },
      ];
    }),
  );
}
