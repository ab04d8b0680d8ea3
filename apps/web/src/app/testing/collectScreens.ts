import { screenChains, type RouteItem } from '../routing/routeTable.ts';

/** Returns every item with a screen, at any depth. */
export function collectScreens(items: readonly RouteItem[]): RouteItem[] {
  return screenChains(items).flatMap((chain) => chain.at(-1) ?? []);
}
