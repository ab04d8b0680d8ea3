/** Modal dialogs that are open, the topmost last. */
let openDialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** Calls `listener` whenever a modal dialog opens or closes, while its element is in the page. */
export function subscribeToModals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The modal dialog above all others; everything outside of it is inert. */
export function topModal(): HTMLDialogElement | null {
  return openDialogs.at(-1) ?? null;
}

/** Opens a dialog over the page, which stops to scroll. Returns the function that closes it. */
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

/** The room of a scrollbar that takes any stays, so that nothing on the page moves. */
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
