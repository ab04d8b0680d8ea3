import type { CanonicalOrder } from '@seller-connect/partners';
import { commitOrders, packPages } from './commit-orders.ts';
import type { Holding } from '../leases/stream-lease.ts';
import { anything, dropHints, putOff, type WaitingHint } from '../leases/hint-store.ts';
import { readChanges } from './order-changes.ts';

/** Answers lag a little behind what a partner tells: an order that does not show it yet is read again after these. */
const waitsMs = [3_000, 20_000, 120_000];
/** Clocks and roundings of one partner differ by this much at most. */
const toleranceMs = 5_000;

/**
 * Reads the orders that a partner told of. Few are asked for by their ids; for many, and where it was not said
 * which, what changed is read, so that a storm of messages costs no more calls than a quiet reading.
 */
export async function readHintedOrders(
  holding: Holding,
  hints: readonly WaitingHint[],
): Promise<void> {
  if (hints.length === 0) return;
  const ids = hints.map((hint) => hint.externalId);
  const isTold = hints.some((hint) => !hint.isOurs);
  const read = ids.includes(anything) ? null : await readByIds(holding, ids);
  if (read === null) {
    await readChanges(holding);
    await holding.commit(async (tx, next) => {
      await dropHints(tx, next, hints);
      if (isTold) next.hintedAt = holding.now();
    });
    return;
  }
  const { packed, found } = read;
  const unchanged = hints.filter((hint) => !shows(found.get(hint.externalId), hint));
  const again = unchanged.flatMap((hint) => {
    const waitMs = waitsMs[hint.attempts];
    return waitMs === undefined ? [] : [{ ...hint, waitMs }];
  });
  const later = new Set(again.map((hint) => hint.externalId));
  await holding.commit(async (tx, next) => {
    if (packed) await commitOrders(tx, next, packed);
    const done = hints.filter((hint) => !later.has(hint.externalId));
    await dropHints(tx, next, done);
    await putOff(tx, next, again);
    if (isTold) next.hintedAt = holding.now();
  });
}

/** Null: they are too many, or the partner cannot be asked for single orders. */
async function readByIds(holding: Holding, ids: readonly string[]) {
  let mappingVersion = 0;
  const answer = await holding.ask(async (connector, access) => {
    mappingVersion = connector.mappingVersion;
    const { ordersById } = connector;
    if (!ordersById || ids.length > ordersById.most) return null;
    return ordersById.read(access, ids, holding.signal);
  });
  if (answer === null) return null;
  const count = answer.orders.length + answer.rejects.length;
  return {
    packed: count > 0 ? await packPages([answer], holding.now(), mappingVersion) : null,
    found: new Map(answer.orders.map(({ canonical }) => [canonical.orderId, canonical])),
  };
}

function shows(order: CanonicalOrder | undefined, hint: WaitingHint): boolean {
  if (!order) return false;
  if (!hint.changedAt) return true;
  return order.updatedAt.getTime() >= hint.changedAt.getTime() - toleranceMs;
}
