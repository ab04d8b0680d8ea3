import type { Guarded } from './routeAccess.ts';

/** The frame around a screen. */
export type LayoutName =
  /** Side menu, header, breadcrumbs; only for who is signed in. */
  | 'main'
  /** Nothing but the screen; for anyone. */
  | 'bare';

/** A screen's module, loaded when it is needed. */
export type ScreenLoader = () => Promise<{ readonly default: React.ComponentType }>;

/** One line of the map of the product. */
export interface RouteItem extends Guarded {
  /** Whole path; `:name` stands for a parameter. A group of screens that has none of its own lacks it. */
  readonly path?: string;
  /** What people call it; parameters (`:code`) are filled in. */
  readonly name: string;
  readonly component?: ScreenLoader;
  readonly layout?: LayoutName;
  /** Shown with this icon in the side menu, or in the list of its section. */
  readonly icon?: MenuIcon;
  /** Its children stand beside a list of all of them; its own screen is that list on a phone. */
  readonly section?: boolean;
  /** What a screen of a section is for, where the list has the room to say so. */
  readonly summary?: string;
  /** What the menu or a section lists under it. */
  readonly children?: readonly RouteItem[];
  /** Screens that are reached from its own. They are no children: for the visibility rule it is a leaf. */
  readonly pages?: readonly RouteItem[];
}

export type MenuIcon =
  | 'home'
  | 'store'
  | 'orders'
  | 'box'
  | 'settings'
  | 'tag'
  | 'coins'
  | 'wallet'
  | 'user'
  | 'palette'
  | 'bell'
  | 'lock'
  | 'devices'
  | 'users'
  | 'shield'
  | 'history'
  | 'chart'
  | 'scale';

/** One step of a breadcrumb trail. */
export interface BreadcrumbItem {
  readonly name: string;
  /** Null for a group without a screen of its own. */
  readonly path: string | null;
}

/** Fills `:name` parts of a path or a name; what is not given stays as it is. */
export function fillParameters(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/:([a-zA-Z]\w*)/g, (whole, name: string) => params[name] ?? whole);
}

export interface MatchedRoute {
  /** From the top of the table down to the matched item. */
  readonly chain: readonly RouteItem[];
  readonly params: Readonly<Record<string, string>>;
}

/** The section that a matched path belongs to; null when it is in none. */
export function findSection(match: MatchedRoute | null): RouteItem | null {
  return match?.chain.find((item) => item.section === true) ?? null;
}

/** Spec 2: breadcrumbs are built from the matched route, with its parameters filled in. */
export function buildBreadcrumbs(match: MatchedRoute): BreadcrumbItem[] {
  return match.chain.map((item) => ({
    name: fillParameters(item.name, match.params),
    path: item.path === undefined ? null : fillParameters(item.path, encoded(match.params)),
  }));
}

/** The name of the matched screen with its parameters filled in; null without a match. */
export function screenName(match: MatchedRoute | null): string | null {
  const last = match?.chain.at(-1);
  return match && last ? fillParameters(last.name, match.params) : null;
}

/** Every permission string that a line of the table names, each once. */
export function collectPermissions(items: readonly RouteItem[]): string[] {
  const all = items.flatMap((item) => [
    ...(item.permissions === undefined ? [] : [item.permissions]),
    ...collectPermissions(itemsUnder(item)),
  ]);
  return [...new Set(all)];
}

/** Every item that has a screen, as the chain from the top of the table down to it. */
export function screenChains(
  items: readonly RouteItem[],
  above: readonly RouteItem[] = [],
): (readonly RouteItem[])[] {
  return items.flatMap((item) => {
    const chain = [...above, item];
    const under = screenChains(itemsUnder(item), chain);
    return item.path !== undefined && item.component ? [chain, ...under] : under;
  });
}

/** Every item that has a screen, wherever it stands in the tree. */
export function collectScreens(items: readonly RouteItem[]): RouteItem[] {
  return screenChains(items).flatMap((chain) => chain.at(-1) ?? []);
}

function itemsUnder(item: RouteItem): readonly RouteItem[] {
  return [...(item.children ?? []), ...(item.pages ?? [])];
}

function encoded(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)]),
  );
}

/** What the side menu lists: items with an icon, those of a group without a screen in its place. */
export function menuItems(items: readonly RouteItem[]): RouteItem[] {
  return items
    .flatMap((item) => (item.path === undefined ? (item.children ?? []) : [item]))
    .filter((item) => item.icon !== undefined);
}
