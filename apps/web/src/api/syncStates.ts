import type { SyncState } from '@seller-connect/contract';

/** Returns whether a sync is running or will start without user interaction. */
export function isSyncPending(state: SyncState): boolean {
  return state === 'syncing' || state === 'waiting';
}
