import { setTimeout as delay } from 'node:timers/promises';
import {
  createTikiConnector,
  tikiHosts,
  type MarketplaceConnector,
} from '@seller-connect/partners';
import { createTestEnvironment } from '@seller-connect/partners/testing';
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { openEvents } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { startJobQueue } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { linkedShop } from '../testing/linked-shop.ts';
import { createCollector, type LinkedShop } from '../index.ts';

const log = createLog(process.env['LOG_LEVEL'] ?? 'silent');
const dayMs = 86_400_000;

/** Pages are empty, so a page costs only the partner's response time and the commit. */
const pagesPerWindow = 1000;
const responseDelayMs = { corner: 20, whale: 250 };
/** Shops whose backfill takes some 40,000 pages. */
const whales = [1, 2, 3].map((index) => ({
  tenantId: newId(),
  shopId: newId(),
  name: `whale ${index}`,
}));
const corners = [1, 2].map((index) => ({
  tenantId: newId(),
  shopId: newId(),
  name: `corner shop ${index}`,
}));

/** Backfill pages fetched so far. */
let pages = 0;

function partner(isWhale: boolean): MarketplaceConnector {
  const answer = () => delay(isWhale ? responseDelayMs.whale : responseDelayMs.corner);
  const tiki = createTikiConnector(
    {
      ...tikiHosts,
      clientId: '1',
      clientSecret: '1',
      clientAuthentication: 'client_secret_basic',
    },
    createTestEnvironment(),
  );
  return {
    ...tiki,
    async readShop(access) {
      await answer();
      return {
        shop: {
          externalShopId: access.externalShopId,
          name: 'Shop',
          region: 'VN',
          currency: 'VND',
          timeZone: 'Asia/Ho_Chi_Minh',
          status: 'ACTIVE',
        },
        raw: {
          entity: 'shop',
          externalId: access.externalShopId,
          updatedAt: null,
          payload: Buffer.from('{}'),
        },
      };
    },
    async firstOrderAt() {
      await answer();
      return new Date(Date.now() - (isWhale ? 10_000 : 20) * dayMs);
    },
    newestChangeAt: async () => null,
    countOrders: async () => 0,
    estimateOrders: async () => ({ orders: isWhale ? 4_000_000 : 0, isExact: !isWhale }),
    async readProducts() {
      await answer();
      return { products: [], rejects: [], total: 0, next: null };
    },
    async readOrders(_access, window, from) {
      await answer();
      const isHistory = window.field === 'created' && window.to.getTime() < Date.now() - dayMs;
      const page = Number(from ?? 0) + 1;
      if (isWhale && isHistory) pages += 1;
      const isLast = !isWhale || !isHistory || page >= pagesPerWindow;
      return { orders: [], rejects: [], total: 0, next: isLast ? null : String(page) };
    },
  };
}

const { url, database } = await openTestDatabase({ poolSize: 6 });
const boss = await startJobQueue({ url, poolSize: 8, log });
const events = openEvents({ url, database, log });
const linked = (tenantId: string): LinkedShop[] =>
  [...whales, ...corners]
    .filter((shop) => shop.tenantId === tenantId)
    .map(({ shopId, name }) => linkedShop({ shopId, name, platform: 'TIKI' }));
const connectors = { whale: partner(true), corner: partner(false) };
const collector = await createCollector({
  database,
  boss,
  events,
  log,
  shopAccess: {
    listShops: async (tenantId) => linked(tenantId),
    withShopAccess: (tenantId, shopId, work) =>
      work(
        { accessToken: '', externalShopId: shopId, region: 'VN' },
        connectors[whales.some((whale) => whale.tenantId === tenantId) ? 'whale' : 'corner'],
      ),
  },
});
// A stream that had to wait for the end of a backfill's slice would time out the test.
const worker = await collector.work({
  concurrency: 2,
  sliceMs: 600_000,
  minReportPollMs: 500,
  maxSliceMs: 600_000,
  pollIntervalMs: 200,
});
afterAll(async () => {
  await worker.stop();
  collector.close();
  await boss.stop({ graceful: true, timeout: 5000, close: true });
  await events.close();
});

const readStatement = sql(
  'test.fair_syncs',
  `select count(*) filter (where last_succeeded_at > $2) as read from collector.stream where tenant_id = $1`,
);
const ordersStatement = sql(
  'test.fair_histories',
  `select current_at is not null and backfilled_at is null as filling from collector.stream
    where tenant_id = $1 and stream = 'orders'`,
);

/** Syncs a corner shop. Returns how long that took and how many backfill pages were fetched meanwhile. */
async function timeSync(index: number): Promise<{ ms: number; pages: number }> {
  const { tenantId } = corners[index] ?? { tenantId: newId() };
  const requestedAt = new Date();
  const before = pages;
  await collector.start(tenantId);
  await expect
    .poll(() => database.tenantRead(tenantId, readStatement, [tenantId, requestedAt]), {
      timeout: 60_000,
      interval: 50,
    })
    .toEqual([{ read: 3n }]);
  return { ms: Date.now() - requestedAt.getTime(), pages: pages - before };
}

async function areBackfilling(): Promise<boolean[]> {
  const found = await Promise.all(
    whales.map(({ tenantId }) =>
      database.tenantRead<{ filling: boolean }>(tenantId, ordersStatement, [tenantId]),
    ),
  );
  return found.flat().map(({ filling }) => filling);
}

it('three backfills do not delay small shops, and proceed meanwhile', async () => {
  const alone = await timeSync(0);
  for (const { tenantId } of whales) await collector.start(tenantId);
  // There are more backfills than slots for them: one waits, or borrows an interactive slot.
  await expect.poll(areBackfilling, { timeout: 60_000, interval: 50 }).toEqual([true, true, true]);
  const first = await timeSync(1);
  const again = await timeSync(0);
  const soFar = pages;
  await expect.poll(() => pages, { timeout: 60_000 }).toBeGreaterThan(soFar);
  // The corner shops finished before any backfill did, and before a large part of the 120,000 pages was fetched.
  expect(await areBackfilling()).toEqual([true, true, true]);
  expect(first.pages + again.pages).toBeLessThan(10_000);
  log.info({ alone, first, again }, 'corner shops beside three that are filled');
});
