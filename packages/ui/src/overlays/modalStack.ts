/** Open modal dialogs, the topmost last. */
let openDialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/**
 * Calls `listener` when a modal dialog opens or closes, while its element is still in the document. Returns
 * a function that unsubscribes.
 */
export function subscribeToModals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the topmost modal dialog; everything outside it is inert. */
export function topModal(): HTMLDialogElement | null {
  return openDialogs.at(-1) ?? null;
}

/** Opens a dialog and locks the scroll position of the page. Returns a function that closes it. */
export function openModal(element: HTMLDialogElement): () => void {
  if (openDialogs.length === 0) lockScroll();
  element.showModal();
  setOpenDialogs([...openDialogs, element]);
  return () => {
    setOpenDialogs(openDialogs.filter((each) => each !== element));
    if (openDialogs.length === 0) unlockScroll();
    element.close();
  };
}

function setOpenDialogs(next: readonly HTMLDialogElement[]): void {
  openDialogs = next;
  for (const listener of listeners) listener();
}

/** Reserves the space of a classic scrollbar, so that the layout does not shift. */
function lockScroll(): void {
  const { style, clientWidth } = document.documentElement;
  if (window.innerWidth > clientWidth) style.scrollbarGutter = 'stable';
  style.overflow = 'hidden';
}

function unlockScroll(): void {
  const { style } = document.documentElement;
  style.scrollbarGutter = '';
  style.overflow = '';
}
