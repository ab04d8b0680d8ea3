/**
 * Why this page is out of date: a new version of the application was installed, or the language was
 * changed in another tab while a form was being filled in here. Both are mended by a reload, and
 * neither forces one.
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

/** Calls back when there is news, or none any more. Returns the function that stops it. */
export function subscribeToReloadReason(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
