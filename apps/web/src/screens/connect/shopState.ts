import type { Shop, ShopProgress, SyncState } from '@seller-connect/contract';

/** The one word of six for a linked shop: its link first, then how its synchronisation stands. */
export function stateOfShop(shop: Shop, progress: ShopProgress | undefined): SyncState {
  if (shop.status === 'disconnected') return 'paused';
  if (shop.status === 'needs_reauthorization') return 'needs_you';
  return progress?.state ?? 'waiting';
}

/** Items committed so far, over all streams. */
export function rowsOf(progress: ShopProgress | undefined): number {
  return (progress?.streams ?? []).reduce((sum, stream) => sum + stream.rows, 0);
}

/** The first instant of the given kind, over all streams; null when there is none. */
function first(instants: readonly (string | null)[]): string | null {
  return instants.filter((instant) => instant !== null).toSorted()[0] ?? null;
}

/** When the shop is read next; null while that is not planned or already due. */
export function nextRunOf(progress: ShopProgress | undefined, now = Date.now()): string | null {
  const next = first((progress?.streams ?? []).map((stream) => stream.nextRunAt));
  return next !== null && Date.parse(next) > now ? next : null;
}

/** What holds the shop up, in the server's words. */
export function problemOf(progress: ShopProgress | undefined) {
  return progress?.streams.find((stream) => stream.problem !== null)?.problem ?? null;
}
