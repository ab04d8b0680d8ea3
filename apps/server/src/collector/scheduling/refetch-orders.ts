import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Database } from '../../platform/database/database.ts';
import { unknownId, maxHintsPerStream, enqueueHint } from '../leases/hint-store.ts';
import { keyParameters, type StreamKey } from '../leases/stream-store.ts';

export interface RefetchOptions {
  /** How long to wait for the orders. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Called with the number of orders fetched so far, whenever it grows. */
  onProgress?: (read: number) => void;
}

export interface RefetchedOrders {
  /** Orders that were fetched in time. */
  fetched: ReadonlySet<string>;
  /** Orders that the partner was asked for by their ids and did not return. */
  absent: ReadonlySet<string>;
}

interface PendingRefetch {
  externalId: string;
  attempts: number;
  failures: number;
}

const pollIntervalMs = 150;

// Same condition as in collector.hinted_streams.
const isSyncedStatement = sql(
  'collector.is_synced',
  `select from collector.stream
    where tenant_id = $1 and shop_id = $2 and stream = $3
      and next_run_at is not null and current_at is not null and failures = 0`,
);
const pendingStatement = sql(
  'collector.pending_refetches',
  `select external_id, attempts, failures from collector.hint
    where tenant_id = $1 and shop_id = $2 and stream = $3 and external_id = any($4::text[])`,
);

/**
 * Enqueues hints for orders of a shop, as if the partner had pushed them, and waits until a worker has fetched them. If
 * there are more than `maxHintsPerStream`, all recent changes are fetched instead. Stops waiting once every remaining
 * order was fetched at least once without success.
 * @param wake enqueues the stream for a worker
 * @returns what came of the orders; nothing if the shop's orders cannot be synced now
 * @throws the reason of `signal` when it is aborted
 */
export async function refetchOrders(
  database: Pick<Database, 'tenant' | 'tenantRead'>,
  shop: { tenantId: string; shopId: string },
  orderIds: readonly string[],
  wake: (keys: readonly StreamKey[]) => void,
  { timeoutMs, signal, onProgress }: RefetchOptions,
): Promise<RefetchedOrders> {
  const key: StreamKey = { ...shop, stream: 'orders' };
  const ids = orderIds.length > maxHintsPerStream ? [] : orderIds;
  const isEnqueued = await database.tenant(shop.tenantId, async (tx) => {
    if ((await tx.query(isSyncedStatement, keyParameters(key))).length === 0) return false;
    await enqueueHint(tx, { ...key, ids, changedAt: null, isOurs: true });
    return true;
  });
  if (!isEnqueued) return { fetched: new Set(), absent: new Set() };
  wake([key]);
  const deadline = performance.now() + timeoutMs;
  for (let lastCount = 0; ;) {
    const pending = await database.tenantRead<PendingRefetch>(key.tenantId, pendingStatement, [
      ...keyParameters(key),
      [...ids, unknownId],
    ]);
    const pendingIds = new Set(pending.map((row) => row.externalId));
    const fetched = orderIds.filter((id) => !pendingIds.has(id) && !pendingIds.has(unknownId));
    if (fetched.length > lastCount) onProgress?.(fetched.length);
    lastCount = fetched.length;
    const wasTried = ({ attempts, failures }: PendingRefetch) => attempts + failures > 0;
    const isOver = pending.every(wasTried) || performance.now() >= deadline;
    if (isOver) {
      const absent = pending.filter(({ attempts }) => attempts > 0);
      return {
        fetched: new Set(fetched),
        absent: new Set(absent.map((row) => row.externalId)),
      };
    }
    await delay(pollIntervalMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}
