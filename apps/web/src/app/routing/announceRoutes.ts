import { sharedTexts } from '../../i18n/index.ts';
import { matchRoute } from './matchedRoute.ts';
import type { AppRouter } from './router.tsx';
import { screenName } from './routeTable.ts';

/**
 * After a change of screen the title of the tab names it and the focus goes to its heading, so that
 * a screen reader says where one is and the keyboard goes on from there.
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
