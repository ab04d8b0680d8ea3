/** Whether the command palette is open. A place of its own, so that any part of the shell may open it. */
let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the command palette. */
export function setCommandPaletteOpen(next = true): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const listener of listeners) listener();
}

export const isCommandPaletteOpen = (): boolean => isOpen;

/** Calls back when the palette opens or closes. Returns the function that stops it. */
export function subscribeToCommandPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
