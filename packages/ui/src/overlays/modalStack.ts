import { createStore } from '../createStore.ts';

/** Open modal dialogs, the topmost last. */
const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

/**
 * Calls `listener` when a modal dialog opens or closes, while its element is still in the document. Returns
 * a function that unsubscribes.
 */
export const subscribeToModals = openDialogs.subscribe;

/** Returns the topmost modal dialog; everything outside it is inert. */
export function topModal(): HTMLDialogElement | null {
  return openDialogs.get().at(-1) ?? null;
}

/** Opens a dialog and locks the scroll position of the page. Returns a function that closes it. */
export function openModal(element: HTMLDialogElement): () => void {
  if (openDialogs.get().length === 0) lockScroll();
  element.showModal();
  openDialogs.set([...openDialogs.get(), element]);
  return () => {
    openDialogs.set(openDialogs.get().filter((each) => each !== element));
    if (openDialogs.get().length === 0) unlockScroll();
    element.close();
  };
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
