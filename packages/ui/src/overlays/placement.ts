/** Where a floating part stands relative to what opened it. */
export interface Placement {
  readonly side: 'below' | 'above';
  readonly align: 'start' | 'center' | 'end';
}

const gap = 6;
const edge = 8;

/**
 * Puts `floating` (in the top layer, `position: fixed`) beside `anchor`: on the wanted side when it
 * fits there, else on the other one, and never over the edge of the window.
 */
export function place(floating: HTMLElement, anchor: Element, { side, align }: Placement): void {
  const from = anchor.getBoundingClientRect();
  const width = floating.offsetWidth;
  const height = floating.offsetHeight;
  const below = from.bottom + gap;
  const above = from.top - gap - height;
  const fitsBelow = below + height <= window.innerHeight - edge;
  const fitsAbove = above >= edge;
  const goesBelow = side === 'below' ? fitsBelow || !fitsAbove : !fitsAbove;
  const wanted =
    align === 'start'
      ? from.left
      : align === 'end'
        ? from.right - width
        : from.left + (from.width - width) / 2;
  const lastLeft = Math.max(edge, document.documentElement.clientWidth - edge - width);
  floating.style.left = `${Math.min(Math.max(edge, wanted), lastLeft)}px`;
  floating.style.top = `${Math.max(edge, goesBelow ? below : above)}px`;
  floating.dataset.placed = '';
}

/** Keeps `floating` beside `anchor` while the page scrolls or changes size; returns how to stop. */
export function keepPlaced(
  floating: HTMLElement,
  anchor: Element,
  placement: Placement,
): () => void {
  const update = () => place(floating, anchor, placement);
  update();
  window.addEventListener('scroll', update, { capture: true, passive: true });
  window.addEventListener('resize', update);
  return () => {
    window.removeEventListener('scroll', update, { capture: true });
    window.removeEventListener('resize', update);
    delete floating.dataset.placed;
  };
}
