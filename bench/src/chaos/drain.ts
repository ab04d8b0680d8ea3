import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isFullySynced } from '../../../apps/server/src/collector/testing/linked-seller.ts';
import { ownerPool } from '../harness/database.ts';
import type { ChaosWorld } from './world.ts';

const maxWaitMs = 1_200_000;
const maxHintWaitMs = 240_000;
const nightCount = 2;

/**
 * Waits until a worker has synced everything, then simulates nights.
 * @param relink links shops again that need a new consent; a lost token may be detected late
 */
export async function drain(
  databaseUrl: string,
  { seller }: ChaosWorld,
  relink: () => Promise<void>,
): Promise<void> {
  const owner = ownerPool(databaseUrl, 1);
  /** Requests a sync and waits until every stream has succeeded after `since`. */
  async function syncSince(since: number): Promise<void> {
    await seller.post('/collector/getData');
    const deadline = performance.now() + maxWaitMs;
    for (;;) {
      await relink();
      const data = await seller.progress();
      const streams = data.shops.flatMap((shop) => shop.streams);
      const hasSucceeded = streams.every(
        ({ lastSucceededAt }) => Date.parse(lastSucceededAt ?? '') > since,
      );
      if (hasSucceeded && isFullySynced(data)) return;
      if (performance.now() > deadline) {
        throw new Error(`Not synced after ${maxWaitMs} ms: ${JSON.stringify(data)}`);
      }
      await delay(500);
    }
  }
  try {
    await syncSince(0);
    process.stdout.write('everything is synced\n');
    for (let night = 1; night <= nightCount; night += 1) {
      await simulateNight(owner, seller.tenantId);
      await syncSince(Date.now());
      process.stdout.write(`night ${night} has passed\n`);
    }
    await waitForHints(owner, seller.tenantId);
  } finally {
    await owner.end();
  }
}

/** Lets streams fetch again what they fetch again every night: rows that can still change, and unproven windows. */
export async function simulateNight(owner: Pool, tenantId: string): Promise<void> {
  await owner.query(
    `update collector.stream
        set backfilled_at = (backfilled_at at time zone 'UTC' - interval '2 days') at time zone 'UTC',
            watermark = case when stream <> 'insights' then watermark
                             else (watermark at time zone 'UTC' - interval '2 days') at time zone 'UTC' end
      where tenant_id = $1`,
    [tenantId],
  );
  await owner.query(
    `delete from collector.time_window where tenant_id = $1 and stream = 'settlements' and field = 'updated'`,
    [tenantId],
  );
  await owner.query(
    `update collector.time_window set reread_at = now() - interval '1 minute'
      where tenant_id = $1 and state = 'closed' and not is_proven`,
    [tenantId],
  );
}

/** Waits for hints that the fetched orders did not confirm yet; they are retried. Gives up after `maxHintWaitMs`. */
async function waitForHints(owner: Pool, tenantId: string): Promise<void> {
  const deadline = performance.now() + maxHintWaitMs;
  for (;;) {
    const { rows } = await owner.query(
      `select from collector.hint where tenant_id = $1 and stream = 'orders'`,
      [tenantId],
    );
    if (rows.length === 0 || performance.now() > deadline) return;
    await delay(500);
  }
}
