import type { Guarded } from './permission.ts';

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
  /** False where the specification hides the breadcrumbs. */
  readonly breadcrumb?: boolean;
  /** Its children stand beside a list of all of them; its own screen is that list on a phone. */
  readonly section?: boolean;
  /** What a screen of a section is for, where the list has the room to say so. */
  readonly summary?: string;
  readonly children?: readonly RouteItem[];
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
export interface Crumb {
  readonly name: string;
  /** Null for a group without a screen of its own. */
  readonly path: string | null;
}

/** Fills `:name` parts of a path or a name; what is not given stays as it is. */
export function fillParameters(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/:([a-zA-Z]\w*)/g, (whole, name: string) => params[name] ?? whole);
}

/** The parameters of a path that matches the pattern, decoded; null when it does not. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== value) return null;
      continue;
    }
    try {
      params[part.slice(1)] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return params;
}

export interface MatchedRoute {
  /** From the top of the table down to the matched item. */
  readonly chain: readonly RouteItem[];
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the line of the table that a path belongs to; one without parameters wins. */
export function matchRoute(items: readonly RouteItem[], path: string): MatchedRoute | null {
  let found: MatchedRoute | null = null;
  const visit = (list: readonly RouteItem[], above: readonly RouteItem[]) => {
    for (const item of list) {
      const chain = [...above, item];
      const params = item.path === undefined ? null : matchPath(item.path, path);
      const exact = params !== null && Object.keys(params).length === 0;
      if (params && (found === null || exact)) found = { chain, params };
      if (item.children) visit(item.children, chain);
    }
  };
  visit(items, []);
  return found;
}

/** The section that a matched path belongs to; null when it is in none. */
export function sectionOf(match: MatchedRoute | null): RouteItem | null {
  return match?.chain.find((item) => item.section === true) ?? null;
}

/** Spec 2: breadcrumbs are built from the matched route, with its parameters filled in. */
export function breadcrumbsOf(match: MatchedRoute | null): Crumb[] {
  const last = match?.chain.at(-1);
  if (!match || !last || last.breadcrumb === false) return [];
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
export function permissionsOf(items: readonly RouteItem[]): string[] {
  const all = items.flatMap((item) => [
    ...(item.permissions === undefined ? [] : [item.permissions]),
    ...permissionsOf(item.children ?? []),
  ]);
  return [...new Set(all)];
}

/** Every line that has a screen, wherever it stands in the tree. */
export function screensOf(items: readonly RouteItem[]): RouteItem[] {
  return items.flatMap((item) => [
    ...(item.path !== undefined && item.component ? [item] : []),
    ...screensOf(item.children ?? []),
  ]);
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
