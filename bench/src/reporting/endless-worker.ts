/**
 * Syncs an endless shop in a process of its own, so that its memory can be measured from outside. The arguments are the
 * database URL, the tenant, the shop and its number of orders.
 */
import {
  createCollector,
  type ShopAccessProvider,
} from '../../../apps/server/src/collector/index.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { openEvents } from '../../../apps/server/src/platform/events.ts';
import { startJobQueue } from '../../../apps/server/src/platform/jobs/jobs.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { registerShop } from '../../../apps/server/src/reporting/index.ts';
import { createSyntheticShop } from '../../../apps/server/src/reporting/testing/synthetic-shop.ts';

const [url = '', tenantId = '', shopId = '', orders = '0'] = process.argv.slice(2);
const log = createLog(process.env['LOG_LEVEL'] ?? 'error');
const database = openDatabase({ url, role: 'seller_connect_app', poolSize: 8, log });
const connector = createSyntheticShop(Number(orders));
const shop = {
  shopId,
  platform: 'LAZADA' as const,
  name: 'Endless',
  region: 'VN',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
};
const shopAccess: ShopAccessProvider = {
  listShops: async () => [{ ...shop, status: 'connected', reason: null }],
  withShopAccess: (_tenant, _shop, work) =>
    work({ accessToken: '', externalShopId: 'endless', region: 'VN' }, connector),
};
const collector = await createCollector({
  database,
  boss: await startJobQueue({ url, poolSize: 4, log }),
  shopAccess,
  events: openEvents({ url, database, log }),
  log,
});
await database.tenant(tenantId, (tx) => registerShop(tx, shop, new Date()));
await collector.start(tenantId);
await collector.work({ concurrency: 3 });
// Any message requests a report of live memory (`alive`), in bytes. The resident size also includes garbage and free
// space of V8's heap (`heap`) and of the allocator (`rest`).
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, heapTotal, external, rss } = process.memoryUsage();
  process.send?.({ alive: heapUsed + external, heap: heapTotal, rest: rss - heapTotal });
});
process.stdout.write('working\n');
