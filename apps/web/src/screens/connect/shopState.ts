import type { Shop, ShopProgress, SyncState } from '@seller-connect/contract';

/**
 * The one word of six for a linked shop: its link first, then how its synchronisation stands. `progress` is undefined
 * before there is any, and null when it could not be asked for: then nothing is said of it.
 */
export function shopSyncState(
  shop: Shop,
  progress: ShopProgress | undefined | null,
): SyncState | null {
  if (shop.status === 'disconnected') return 'paused';
  if (shop.status === 'needs_reauthorization') return 'needs_you';
  return progress === null ? null : (progress?.state ?? 'waiting');
}

/** What several shops are in together: the first of these that any of them is in. */
const stateSeverity: readonly SyncState[] = [
  'needs_you',
  'late',
  'syncing',
  'waiting',
  'up_to_date',
  'paused',
];

/** The one word for all shops of a partner; null where there is none. */
export function partnerSyncState(states: readonly (SyncState | null)[]): SyncState | null {
  return stateSeverity.find((state) => states.includes(state)) ?? null;
}

/** Items committed so far, over all streams. */
export function countRows(progress: ShopProgress | undefined): number {
  return (progress?.streams ?? []).reduce((sum, stream) => sum + stream.rows, 0);
}

/** The first instant of the given kind, over all streams; null when there is none. */
function earliest(instants: readonly (string | null)[]): string | null {
  return instants.filter((instant) => instant !== null).toSorted()[0] ?? null;
}

/** When the shop is read next; null while that is not planned or already due. */
export function nextRunOf(progress: ShopProgress | undefined, now = Date.now()): string | null {
  const next = earliest((progress?.streams ?? []).map((stream) => stream.nextRunAt));
  return next !== null && Date.parse(next) > now ? next : null;
}

/** How changes of the shop's orders become known; undefined before everything is in. */
export function orderUpdates(progress: ShopProgress | undefined) {
  return progress?.streams.find(({ stream }) => stream === 'orders')?.updates;
}

/** What holds the shop up, in the server's words. */
export function firstProblem(progress: ShopProgress | undefined) {
  return progress?.streams.find((stream) => stream.problem !== null)?.problem ?? null;
}

const expiryNoticeMs = 7 * 86_400_000;

/** When the permission ends, if that is near enough to be said; null otherwise. */
export function expiresSoonAt(shop: Shop, now = Date.now()): string | null {
  const { permissionEndsAt: ends, status } = shop;
  if (ends === null || status !== 'connected') return null;
  const left = Date.parse(ends) - now;
  return left > 0 && left <= expiryNoticeMs ? ends : null;
}
