import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Database } from '../../platform/database/database.ts';
import { anything, mostNoted, noteHint } from '../leases/hint-store.ts';
import { keyOf, type StreamKey } from '../leases/stream-store.ts';

export interface RefreshOptions {
  /** How long the reading is waited for. */
  withinMs: number;
  signal?: AbortSignal | undefined;
  /** Called with the number of orders that are read so far, whenever it grows. */
  onProgress?: (read: number) => void;
}

const pollIntervalMs = 150;

// The same condition as in collector.hinted_streams.
const isReadStatement = sql(
  'collector.is_read',
  `select from collector.stream
    where tenant_id = $1 and shop_id = $2 and stream = $3
      and next_run_at is not null and current_at is not null and failures = 0`,
);
const waitingStatement = sql(
  'collector.orders_to_refresh',
  `select external_id, attempts from collector.hint
    where tenant_id = $1 and shop_id = $2 and stream = $3 and external_id = any($4::text[])`,
);

/**
 * Has orders of a shop read at once by whatever worker is free, as if the partner had told of them, and waits for it.
 * More than can be asked for one by one are read as everything that changed. Stops waiting for orders that the partner
 * does not know or does not answer for.
 * @param wake has the stream looked at now
 * @returns the orders that were read in time; none of a shop whose orders cannot be read now
 */
export async function refreshOrders(
  database: Pick<Database, 'tenant' | 'tenantRead'>,
  shop: { tenantId: string; shopId: string },
  orderIds: readonly string[],
  wake: (keys: readonly StreamKey[]) => void,
  { withinMs, signal, onProgress }: RefreshOptions,
): Promise<ReadonlySet<string>> {
  const key: StreamKey = { ...shop, stream: 'orders' };
  const ids = orderIds.length > mostNoted ? [] : orderIds;
  const isNoted = await database.tenant(shop.tenantId, async (tx) => {
    if ((await tx.query(isReadStatement, keyOf(key))).length === 0) return false;
    await noteHint(tx, { ...key, ids, changedAt: null, isOurs: true });
    return true;
  });
  if (!isNoted) return new Set();
  wake([key]);
  const end = performance.now() + withinMs;
  for (let before = 0; ;) {
    const waiting = await database.tenantRead<{ external_id: string; attempts: number }>(
      key.tenantId,
      waitingStatement,
      [...keyOf(key), [...ids, anything]],
    );
    const unread = new Set(waiting.map((row) => row.external_id));
    const read = orderIds.filter((id) => !unread.has(id) && !unread.has(anything));
    if (read.length > before) onProgress?.(read.length);
    before = read.length;
    const isOver = waiting.every(({ attempts }) => attempts > 0) || performance.now() >= end;
    if (isOver) return new Set(read);
    await delay(pollIntervalMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}
