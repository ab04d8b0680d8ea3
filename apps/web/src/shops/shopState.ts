import type { Shop, ShopProgress, SyncState } from '@seller-connect/contract';

/**
 * Returns the state of a linked shop. The state of the link takes precedence over the sync state. `progress` is
 * undefined before the first sync, and null if it could not be fetched; then the state is null.
 */
export function shopSyncState(
  shop: Shop,
  progress: ShopProgress | undefined | null,
): SyncState | null {
  if (shop.status === 'disconnected') return 'paused';
  if (shop.status === 'needs_reauthorization') return 'needs_you';
  return progress === null ? null : (progress?.state ?? 'waiting');
}

/** Returns the number of items committed so far, over all streams. */
export function countRows(progress: ShopProgress | undefined): number {
  return (progress?.streams ?? []).reduce((sum, stream) => sum + stream.rows, 0);
}

/** Returns the earliest instant, or null if there is none. */
function earliest(instants: readonly (string | null)[]): string | null {
  return instants.filter((instant) => instant !== null).toSorted()[0] ?? null;
}

/** Returns the next sync of the shop; null if none is planned or it is already due. */
export function nextRunOf(progress: ShopProgress | undefined, now = Date.now()): string | null {
  const next = earliest((progress?.streams ?? []).map((stream) => stream.nextRunAt));
  return next !== null && Date.parse(next) > now ? next : null;
}

/** How updates of the shop's orders arrive; undefined until the backfill is complete. */
export function orderUpdates(progress: ShopProgress | undefined) {
  return progress?.streams.find(({ stream }) => stream === 'orders')?.updates;
}

/** The first problem of the shop, with the server's message. */
export function firstProblem(progress: ShopProgress | undefined) {
  return progress?.streams.find((stream) => stream.problem !== null)?.problem ?? null;
}

const expiryNoticeMs = 7 * 86_400_000;

/** Returns when the consent expires if that is within seven days; null otherwise. */
export function expiresSoonAt(shop: Shop, now = Date.now()): string | null {
  const { permissionEndsAt: ends, status } = shop;
  if (ends === null || status !== 'connected') return null;
  const left = Date.parse(ends) - now;
  return left > 0 && left <= expiryNoticeMs ? ends : null;
}
