import type { SyncState } from '@seller-connect/contract';

/** Whether something is being read, or will be without anybody's doing. */
export function isSyncPending(state: SyncState): boolean {
  return state === 'syncing' || state === 'waiting';
}
