import { matchRoute } from './matchedRoute.ts';
import type { AppRouter } from './router.tsx';

/** Returns the link under an event if it leads to a screen of this application. */
function findScreenLink(router: AppRouter, event: Event): HTMLAnchorElement | null {
  if (!(event.target instanceof Element)) return null;
  const link = event.target.closest('a[href]');
  if (!(link instanceof HTMLAnchorElement)) return null;
  if (link.origin !== window.location.origin || link.hasAttribute('download')) return null;
  if (link.dataset['load'] === 'page') return null;
  if (link.target !== '' && link.target !== '_self') return null;
  return matchRoute(router, link.pathname) ? link : null;
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * Follows plain links to screens without a page load, and preloads a screen's chunk on hover or focus. The components
 * of `ui`, which know no router, and links inside texts therefore need no special handling. Returns the function that
 * stops it.
 */
export function interceptLinks(router: AppRouter): () => void {
  const ended = new AbortController();
  const { signal } = ended;

  document.addEventListener(
    'click',
    (event) => {
      if (event.defaultPrevented || !isPlainClick(event)) return;
      const link = findScreenLink(router, event);
      if (!link) return;
      const samePage =
        link.pathname === window.location.pathname && link.search === window.location.search;
      // The browser handles jumps within the page.
      if (samePage && link.hash !== '') return;
      event.preventDefault();
      router.history.push(`${link.pathname}${link.search}${link.hash}`);
    },
    { signal },
  );

  const prepare = (event: Event) => {
    const link = findScreenLink(router, event);
    // A failed preload is retried when the link is followed.
    if (link) router.preloadRoute({ to: link.pathname }).catch(() => undefined);
  };
  document.addEventListener('pointerover', prepare, { signal, passive: true });
  document.addEventListener('focusin', prepare, { signal, passive: true });
  return () => ended.abort();
}
