/** Whether the command palette is open. A place of its own, so that any part of the shell may open it. */
let open = false;
const listeners = new Set<() => void>();

/** Opens or closes the command palette. */
export function openPalette(next = true): void {
  if (open === next) return;
  open = next;
  for (const listener of listeners) listener();
}

export const paletteIsOpen = (): boolean => open;

/** Calls back when the palette opens or closes. Returns the function that stops it. */
export function onPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
