/**
 * Why this page is out of date: a new version was installed, or the language was changed in another tab while a form
 * was being filled in here. A reload fixes both, and neither forces one.
 */
export type ReloadReason = 'version' | 'language';

let reloadReason: ReloadReason | null = null;
const listeners = new Set<() => void>();

export function setReloadReason(next: ReloadReason | null): void {
  if (reloadReason === next) return;
  reloadReason = next;
  for (const listener of listeners) listener();
}

export const getReloadReason = (): ReloadReason | null => reloadReason;

/** Notifies the listener when the reason changes. Returns the unsubscribe function. */
export function subscribeToReloadReason(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
