import { useMatches, type AnyRouter } from '@tanstack/react-router';
import type { MatchedRoute, RouteItem } from './routeTable.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Route items from the top of the route table down to this route's own; absent for unmatched paths. */
    chain?: readonly RouteItem[];
  }
}

/**
 * Returns the matched item of the route table, or null for an unmatched path. During a navigation this is still the
 * displayed page, not the one in the address.
 */
export function useMatchedRoute(): MatchedRoute | null {
  const match = useMatches({ select: (matches) => matches.at(-1) });
  const chain = match?.staticData.chain;
  return match && chain ? { chain, params: match.params } : null;
}

/** Returns the item of the route table that matches a path, or null. */
export function matchRoute(router: AnyRouter, path: string): MatchedRoute | null {
  const [, params, route] = router.getMatchedRoutes(path);
  const chain = route?.options.staticData?.chain;
  return chain ? { chain, params } : null;
}
