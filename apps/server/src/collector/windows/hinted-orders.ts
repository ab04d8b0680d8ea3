import type { CanonicalOrder } from '@seller-connect/partners';
import { commitOrders, packOrderPages } from './commit-orders.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import { unknownId, deleteHints, postponeHints, type PendingHint } from '../leases/hint-store.ts';
import { syncChanges } from './order-changes.ts';

/** Answers lag a little behind what a partner tells: an order that does not show it yet is read again after these. */
const retryDelaysMs = [3_000, 20_000, 120_000];
/** Clocks and roundings of one partner differ by this much at most. */
const toleranceMs = 5_000;

/**
 * Reads the orders that a partner told of. Few are asked for by their ids; for many, and where it was not said
 * which, what changed is read, so that a storm of messages costs no more calls than a quiet reading.
 */
export async function syncHintedOrders(
  lease: StreamLease,
  hints: readonly PendingHint[],
): Promise<void> {
  if (hints.length === 0) return;
  const ids = hints.map((hint) => hint.externalId);
  const hasPartnerHint = hints.some((hint) => !hint.isOurs);
  const fetched = ids.includes(unknownId) ? null : await fetchByIds(lease, ids);
  if (fetched === null) {
    await syncChanges(lease);
    await lease.commit(async (tx, next) => {
      await deleteHints(tx, next, hints);
      if (hasPartnerHint) next.hintedAt = lease.now();
    });
    return;
  }
  const { packed, found } = fetched;
  const unreflected = hints.filter((hint) => !reflectsHint(found.get(hint.externalId), hint));
  const postponed = unreflected.flatMap((hint) => {
    const waitMs = retryDelaysMs[hint.attempts];
    return waitMs === undefined ? [] : [{ ...hint, waitMs }];
  });
  const postponedIds = new Set(postponed.map((hint) => hint.externalId));
  await lease.commit(async (tx, next) => {
    if (packed) await commitOrders(tx, next, packed);
    const completed = hints.filter((hint) => !postponedIds.has(hint.externalId));
    await deleteHints(tx, next, completed);
    await postponeHints(tx, next, postponed);
    if (hasPartnerHint) next.hintedAt = lease.now();
  });
}

/** Null: they are too many, or the partner cannot be asked for single orders. */
async function fetchByIds(lease: StreamLease, ids: readonly string[]) {
  let mappingVersion = 0;
  const answer = await lease.ask(async (connector, access) => {
    mappingVersion = connector.mappingVersion;
    const { ordersById } = connector;
    if (!ordersById || ids.length > ordersById.maxIds) return null;
    return ordersById.read(access, ids, lease.signal);
  });
  if (answer === null) return null;
  const count = answer.orders.length + answer.rejects.length;
  return {
    packed: count > 0 ? await packOrderPages([answer], lease.now(), mappingVersion) : null,
    found: new Map(answer.orders.map(({ canonical }) => [canonical.orderId, canonical])),
  };
}

function reflectsHint(order: CanonicalOrder | undefined, hint: PendingHint): boolean {
  if (!order) return false;
  if (!hint.changedAt) return true;
  return order.updatedAt.getTime() >= hint.changedAt.getTime() - toleranceMs;
}
