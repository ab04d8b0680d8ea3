/** Position of a floating element relative to its anchor. */
export interface Placement {
  readonly side: 'below' | 'above';
  readonly align: 'start' | 'center' | 'end';
}

const gapPx = 6;
const edgePx = 8;

/**
 * Positions `floating` (in the top layer, `position: fixed`) beside `anchor`: on the preferred side if it
 * fits there, otherwise on the other one, and never beyond the edges of the window: it covers the anchor where it fits
 * on neither.
 */
function updatePosition(floating: HTMLElement, anchor: Element, { side, align }: Placement): void {
  const anchorRect = anchor.getBoundingClientRect();
  const width = floating.offsetWidth;
  const height = floating.offsetHeight;
  const below = anchorRect.bottom + gapPx;
  const above = anchorRect.top - gapPx - height;
  const fitsBelow = below + height <= window.innerHeight - edgePx;
  const fitsAbove = above >= edgePx;
  const goesBelow = side === 'below' ? fitsBelow || !fitsAbove : !fitsAbove;
  const preferredLeft =
    align === 'start'
      ? anchorRect.left
      : align === 'end'
        ? anchorRect.right - width
        : anchorRect.left + (anchorRect.width - width) / 2;
  const lastLeft = Math.max(edgePx, document.documentElement.clientWidth - edgePx - width);
  floating.style.left = `${Math.min(Math.max(edgePx, preferredLeft), lastLeft)}px`;
  const lastTop = Math.max(edgePx, window.innerHeight - edgePx - height);
  floating.style.top = `${Math.min(Math.max(edgePx, goesBelow ? below : above), lastTop)}px`;
  floating.dataset.placed = '';
}

/**
 * Keeps `floating` beside `anchor` while the page scrolls, or while the window or `floating` is resized. Returns a
 * function that stops it.
 */
export function autoUpdatePosition(
  floating: HTMLElement,
  anchor: Element,
  placement: Placement,
): () => void {
  const update = () => updatePosition(floating, anchor, placement);
  update();
  window.addEventListener('scroll', update, { capture: true, passive: true });
  window.addEventListener('resize', update);
  const observer = new ResizeObserver(update);
  observer.observe(floating);
  return () => {
    observer.disconnect();
    window.removeEventListener('scroll', update, { capture: true });
    window.removeEventListener('resize', update);
    delete floating.dataset.placed;
  };
}
