import type { CanonicalOrder } from '@seller-connect/partners';
import { commitPages, packPages } from './commit-pages.ts';
import { ordersSource, toFetchedPage } from './order-windows.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import { unknownId, deleteHints, postponeHints, type PendingHint } from '../leases/hint-store.ts';
import { syncChanges } from './sync-changes.ts';

/** Responses lag behind pushes: an order that does not show the change yet is fetched again after these delays. */
const retryDelaysMs = [3_000, 20_000, 120_000];
/** Tolerance for differences between a partner's clocks and for rounding. */
const toleranceMs = 5_000;

/**
 * Follows hints for orders. A few are fetched by their ids. If there are many, or the ids are unknown, all changes
 * are fetched instead, so a storm of pushes costs no more calls than a sync of changes. An order that still does not
 * show the change after the last delay is given up.
 */
export async function syncHintedOrders(
  lease: StreamLease,
  hints: readonly PendingHint[],
): Promise<void> {
  if (hints.length === 0) return;
  const ids = hints.map((hint) => hint.externalId);
  const partnerHints = hints.filter((hint) => !hint.isOurs).length;
  const fetched = ids.includes(unknownId) ? null : await fetchByIds(lease, ids);
  if (fetched === null) {
    await syncChanges(lease, ordersSource);
    await lease.commit(async (tx, next) => {
      await deleteHints(tx, next, hints);
      if (partnerHints > 0) next.hintedAt = lease.now();
    });
    lease.pushes.recordAnnounced(lease.shop.platform, partnerHints);
    return;
  }
  const { batch, found } = fetched;
  const unreflected = hints.filter((hint) => !reflectsHint(found.get(hint.externalId), hint));
  const postponed = unreflected.flatMap((hint) => {
    const waitMs = retryDelaysMs[hint.attempts];
    return waitMs === undefined ? [] : [{ ...hint, waitMs }];
  });
  const postponedIds = new Set(postponed.map((hint) => hint.externalId));
  await lease.commit(async (tx, next) => {
    if (batch) await commitPages(tx, next, batch);
    const completed = hints.filter((hint) => !postponedIds.has(hint.externalId));
    await deleteHints(tx, next, completed);
    await postponeHints(tx, next, postponed, 'unreflected');
    if (partnerHints > 0) next.hintedAt = lease.now();
  });
  lease.pushes.recordAnnounced(lease.shop.platform, partnerHints);
}

/** Fetches orders by their ids; null if there are too many or the partner has no such call. */
async function fetchByIds(lease: StreamLease, ids: readonly string[]) {
  const page = await lease.callMarketplace(async ({ ordersById, mappingVersion }, access) => {
    if (!ordersById || ids.length > ordersById.maxIds) return null;
    const found = await ordersById.read(access, ids, lease.signal);
    return toFetchedPage({ ...found, total: null, next: null }, mappingVersion);
  });
  if (page === null) return null;
  return {
    batch: page.raw.length > 0 ? await packPages(ordersSource, [page], lease.now()) : null,
    found: new Map(page.content.map((order) => [order.orderId, order])),
  };
}

function reflectsHint(order: CanonicalOrder | undefined, hint: PendingHint): boolean {
  if (!order) return false;
  if (!hint.changedAt) return true;
  return order.updatedAt.getTime() >= hint.changedAt.getTime() - toleranceMs;
}
