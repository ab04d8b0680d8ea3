/** Whether the command palette is open. A module-level store, so that any part of the shell can open it. */
let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the command palette. */
export function setCommandPaletteOpen(next = true): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const listener of listeners) listener();
}

export const isCommandPaletteOpen = (): boolean => isOpen;

/** Notifies the listener when the palette opens or closes. Returns the unsubscribe function. */
export function subscribeToCommandPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
