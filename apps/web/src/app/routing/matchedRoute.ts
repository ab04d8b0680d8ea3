import { useMatches, type AnyRouter } from '@tanstack/react-router';
import type { MatchedRoute, RouteItem } from './routeTable.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** From the top of the route table down to the item that the route was made of; none for unmatched paths. */
    chain?: readonly RouteItem[];
  }
}

/**
 * The item of the route table that the router shows now; null for an unmatched path. While the router is
 * on its way to another page this is still the page that is shown, and not the one in the address.
 */
export function useMatchedRoute(): MatchedRoute | null {
  const match = useMatches({ select: (matches) => matches.at(-1) });
  const chain = match?.staticData.chain;
  return match && chain ? { chain, params: match.params } : null;
}

/** The item of the route table that a path belongs to; null for an unmatched path. */
export function matchRoute(router: AnyRouter, path: string): MatchedRoute | null {
  const [, params, route] = router.getMatchedRoutes(path);
  const chain = route?.options.staticData?.chain;
  return chain ? { chain, params } : null;
}
