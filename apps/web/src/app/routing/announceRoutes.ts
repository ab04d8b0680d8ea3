import { sharedTexts } from '../../i18n/index.ts';
import { matchRoute } from './matchedRoute.ts';
import type { AppRouter } from './router.tsx';
import { screenName } from './routeTable.ts';

/**
 * Updates the document title after each navigation and moves the focus to the heading, so that screen readers
 * announce the page and keyboard navigation continues from there.
 */
export function announceRoutes(router: AppRouter): () => void {
  return router.subscribe('onRendered', ({ toLocation, fromLocation, pathChanged }) => {
    const name = screenName(matchRoute(router, toLocation.pathname));
    document.title = name === null ? sharedTexts.product : `${name} · ${sharedTexts.product}`;
    if (!fromLocation || !pathChanged || toLocation.hash !== '') return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.focus({ preventScroll: true });
  });
}
