import { afterAll, expect, it, vi } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { openEvents } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { startJobQueue } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { createCollector } from '../index.ts';
import { linkedShop } from '../testing/linked-shop.ts';
import { createCollectorQueues, enqueueStreams } from './worker.ts';

const log = createLog('silent');
const { url, database } = await openTestDatabase({ poolSize: 3 });
const owner = await connectOwner(url);
const boss = await startJobQueue({ url, poolSize: 8, log });
await createCollectorQueues(boss);
afterAll(() => boss.stop({ graceful: false }));

it('enqueues the same streams of several callers once, in whatever order they name them', async () => {
  for (let round = 0; round < 10; round += 1) {
    const keys = Array.from({ length: 500 }, () => ({
      tenantId: newId(),
      shopId: newId(),
      stream: 'orders' as const,
    }));
    await Promise.all(
      [keys, keys.toReversed(), keys, keys.toReversed()].map((each) => enqueueStreams(boss, each)),
    );
  }
  const { rows } = await owner.query('select count(*)::integer as jobs from pgboss.job');
  expect(rows).toEqual([{ jobs: 5000 }]);
});

it('starts a run although the queue fails: the workers find its streams at their next poll', async () => {
  const tenantId = newId();
  const shop = linkedShop({ shopId: newId() });
  const events = openEvents({ url, database, log });
  const collector = await createCollector({
    database,
    boss,
    shopAccess: {
      listShops: async () => [shop],
      withShopAccess: () => Promise.reject(new Error('No worker runs here')),
    },
    events,
    log,
  });
  const insert = vi.spyOn(boss, 'insert').mockRejectedValueOnce(new Error('deadlock detected'));
  const run = await collector.start(tenantId);
  expect([run.state, run.shopIds]).toEqual(['running', [shop.shopId]]);
  expect(insert).toHaveBeenCalledOnce();
  await events.close();
});
