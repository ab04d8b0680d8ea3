import { setTimeout as delay } from 'node:timers/promises';
import { createCollector, type LinkedShop } from '../../../apps/server/src/collector/index.ts';
import { createQuotaConnector } from '../../../apps/server/src/collector/testing/quota-connector.ts';
import { sampleOrder } from '../../../apps/server/src/collector/testing/sample-order.ts';
import { createRateLimiter } from '../../../apps/server/src/partners/limits/rate-limiter.ts';
import { openDatabase, sql } from '../../../apps/server/src/platform/database/database.ts';
import { openEvents } from '../../../apps/server/src/platform/events.ts';
import { newId } from '../../../apps/server/src/platform/ids.ts';
import { startJobQueue } from '../../../apps/server/src/platform/jobs/jobs.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { registerShop } from '../../../apps/server/src/reporting/index.ts';
import { createRandom } from '../../../apps/server/test/random.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { Lateness } from './lateness.ts';
import type { Marketplace } from './marketplaces.ts';
import { PermitLine } from './quotas.ts';
import type { Fleet, OrderChange } from './traffic.ts';

export interface RealStackOptions {
  url: string;
  /** All shops are of Tiki, which has no money streams. */
  fleet: Fleet;
  marketplace: Marketplace;
  /** Generates the changes once the shops are synced for the first time. */
  changes(from: number, to: number): Iterable<OrderChange>;
  warmUpMs: number;
  countMs: number;
  concurrency: number;
  changesEveryMs: number;
  pollIntervalMs: number;
  answerMs: number;
}

export interface RealStackResult {
  lateness: Lateness;
  calls: number;
  overQuota: number;
}

interface FleetShop {
  shop: LinkedShop;
  tenantId: string;
  /** Orders that the marketplace shows, oldest change first. */
  orders: ReturnType<typeof sampleOrder>[];
}

const syncedStatement = sql(
  'bench.fleet_synced',
  `select count(*) as synced from collector.stream where tenant_id = $1 and last_succeeded_at is not null`,
);
// As the twin starts: the syncs are spread evenly, and no shop relies on pushes yet.
const resetStatement = sql(
  'bench.fleet_reset',
  `update collector.stream
      set quiet = 0, next_run_at = now() + random() * case stream
            when 'orders' then $2 * interval '1 millisecond'
            when 'products' then interval '1 hour' else interval '6 hours' end
    where tenant_id = $1`,
);
const fetchedStatement = sql(
  'bench.fleet_fetched',
  `select i.external_id, min(p.fetched_at) as fetched_at
     from collector.raw_item i
     join collector.raw_page p on p.tenant_id = i.tenant_id and p.shop_id = i.shop_id and p.page_id = i.page_id
    where i.tenant_id = $1 and i.entity = 'order' group by 1`,
);

/** Runs collector, queue, database and rate limits in real time against shops of which only the quotas are left. */
export async function runRealStack(options: RealStackOptions): Promise<RealStackResult> {
  const { url, fleet } = options;
  const log = createLog('error');
  const poolSize = 3 * options.concurrency;
  const database = openDatabase({ url, role: 'seller_connect_app', poolSize, log });
  const boss = await startJobQueue({ url, poolSize: 2 * options.concurrency + 4, log });
  const events = openEvents({ url, database, log });
  const shops = fleet.platforms.map((_, index): FleetShop => ({
    tenantId: newId(),
    orders: [],
    shop: {
      shopId: newId(),
      platform: 'TIKI',
      name: `Shop ${index}`,
      region: 'VN',
      currency: 'VND',
      timeZone: 'Asia/Ho_Chi_Minh',
      status: 'connected',
      reason: null,
    },
  }));
  const byTenant = new Map(shops.map((each) => [each.tenantId, each]));
  const { connectorOf, counts } = createQuotaMarketplace(options, database);
  const connectors = new Map(shops.map((each, index) => [each.tenantId, connectorOf(each, index)]));
  const collector = await createCollector({
    database,
    boss,
    events,
    log,
    shopAccess: {
      listShops: async (tenantId) => [byTenant.get(tenantId)?.shop].filter((each) => !!each),
      withShopAccess: (tenantId, shopId, work) => {
        const connector = connectors.get(tenantId);
        if (!connector) throw new Error('There is no such shop');
        return work({ accessToken: '', externalShopId: shopId, region: 'VN' }, connector);
      },
    },
  });
  const worker = await collector.work(options);
  try {
    for (const { tenantId, shop } of shops) {
      await database.tenant(tenantId, (tx) => registerShop(tx, shop, new Date()));
      await collector.start(tenantId);
    }
    for (const { tenantId } of shops) {
      await waitUntil(`shop of ${tenantId} is not synced`, async () => {
        const [streams] = await database.tenantRead<{ synced: bigint }>(tenantId, syncedStatement, [
          tenantId,
        ]);
        return streams?.synced === 3n;
      });
    }
    for (const { tenantId } of shops) {
      await database.tenant(tenantId, (tx) =>
        tx.execute(resetStatement, [tenantId, options.changesEveryMs]),
      );
    }
    const from = Date.now();
    const countFrom = from + options.warmUpMs;
    const to = countFrom + options.countMs;
    const calls = counts().calls;
    const placed: { orderId: string; at: number }[] = [];
    for (const change of options.changes(from, to)) {
      await delay(Math.max(0, change.at - Date.now()));
      const shop = shops[change.shop];
      if (!shop) continue;
      const orderId = String(placed.length + 1);
      const changedAt = new Date(change.at);
      shop.orders.push(sampleOrder(orderId, changedAt));
      placed.push({ orderId, at: change.at });
      if (!change.isPushed) continue;
      const key = { tenantId: shop.tenantId, shopId: shop.shop.shopId, stream: 'orders' as const };
      void database
        .tenant(shop.tenantId, (tx) =>
          collector.enqueueHint(tx, { ...key, ids: [orderId], changedAt }),
        )
        .then(() => collector.wake([key]));
    }
    await delay(Math.max(0, to - Date.now()));
    const lateness = await measureLateness(placed.filter(({ at }) => at >= countFrom));
    return { lateness, calls: counts().calls - calls, overQuota: counts().overQuota };
  } finally {
    await worker.stop();
    collector.close();
    await boss.stop({ graceful: true, timeout: 5000, close: true });
    await events.close();
    await database.close();
  }

  async function measureLateness(
    placed: readonly { orderId: string; at: number }[],
  ): Promise<Lateness> {
    const lateness = new Lateness();
    const now = Date.now();
    const fetchedAt = new Map<string, number>();
    for (const { tenantId } of shops) {
      const rows = await database.tenantRead<{ externalId: string; fetchedAt: Date }>(
        tenantId,
        fetchedStatement,
        [tenantId],
      );
      for (const row of rows) fetchedAt.set(row.externalId, row.fetchedAt.getTime());
    }
    for (const { orderId, at } of placed) lateness.add((fetchedAt.get(orderId) ?? now) - at);
    return lateness;
  }
}

/** Creates connectors that keep the quotas by the product's own rate limiter and count calls as a marketplace does. */
function createQuotaMarketplace(
  { marketplace, answerMs, fleet }: RealStackOptions,
  database: ReturnType<typeof openDatabase>,
) {
  const random = createRandom(5);
  const limiter = createRateLimiter({
    database,
    rates: () => ({ shop: marketplace.shopRate, app: marketplace.appRate }),
  });
  const shopLine = new PermitLine(fleet.platforms.length, marketplace.shopRate);
  const appLine = marketplace.appRate === null ? null : new PermitLine(1, marketplace.appRate);
  let calls = 0;
  function connectorOf({ shop, orders }: FleetShop, index: number) {
    const call = async () => {
      await limiter.beforeCall({
        platform: 'TIKI',
        app: 'fleet',
        shop: `VN:${shop.shopId}`,
        endpoint: 'orders',
      });
      const ms = answerMs * (0.5 + random());
      await delay(ms / 10);
      calls += 1;
      shopLine.count(index, Date.now());
      appLine?.count(0, Date.now());
      await delay(ms * 0.9);
    };
    const { ordersPerPage, maxIds } = marketplace;
    return createQuotaConnector({ shop, orders, ordersPerPage, maxIds, call });
  }
  return {
    connectorOf,
    counts: () => ({ calls, overQuota: shopLine.overQuota + (appLine?.overQuota ?? 0) }),
  };
}
