import type { IconProps } from '@seller-connect/ui';
import type { ComponentType } from 'react';
import type { Guarded } from './routeAccess.ts';

/** The layout around a screen. */
export type LayoutName =
  /** Side menu, header, breadcrumbs; requires a signed-in user. */
  | 'main'
  /** The screen alone; public. */
  | 'bare';

/** Loads a screen's module on demand. */
export type ScreenLoader = () => Promise<{ readonly default: ComponentType }>;

export interface RouteItem extends Guarded {
  /** Full path; `:name` is a parameter. Absent for a group without a screen of its own. */
  readonly path?: string;
  /** Display name; parameters (`:code`) are filled in. */
  readonly name: string;
  readonly component?: ScreenLoader;
  readonly layout?: LayoutName;
  /** Heading above the item in the side menu; items with the same one follow each other. */
  readonly group?: string;
  /** Icon in the side menu or in the section's list. Items without one are not listed. */
  readonly icon?: ComponentType<IconProps>;
  /** Shows its children beside a list of them; on a phone, its own screen is that list. */
  readonly section?: boolean;
  /** Short description in the section's list. */
  readonly summary?: string;
  /** Items listed under this one in the menu or section. */
  readonly children?: readonly RouteItem[];
  /** Screens reached from this one. They are not children: the visibility rule treats this item as a leaf. */
  readonly pages?: readonly RouteItem[];
}

export interface BreadcrumbItem {
  readonly name: string;
  /** Null for a group without a screen of its own. */
  readonly path: string | null;
}

/** Fills the `:name` parameters of a path or a name; unknown parameters stay as they are. */
function fillParameters(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/:([a-zA-Z]\w*)/g, (whole, name: string) => params[name] ?? whole);
}

export interface MatchedRoute {
  /** From the top of the table down to the matched item. */
  readonly chain: readonly RouteItem[];
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the section that contains a matched path, or null. */
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

/** Returns the name of the matched screen with its parameters filled in, or null without a match. */
export function screenName(match: MatchedRoute | null): string | null {
  const last = match?.chain.at(-1);
  return match && last ? fillParameters(last.name, match.params) : null;
}

/** Returns all permission strings of the table, without duplicates. */
export function collectPermissions(items: readonly RouteItem[]): string[] {
  const all = items.flatMap((item) => [
    ...(item.permissions === undefined ? [] : [item.permissions]),
    ...collectPermissions(itemsUnder(item)),
  ]);
  return [...new Set(all)];
}

/** Returns the chain from the top of the table down to each item with a screen. */
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

function itemsUnder(item: RouteItem): readonly RouteItem[] {
  return [...(item.children ?? []), ...(item.pages ?? [])];
}

function encoded(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)]),
  );
}

/** Items of the side menu: those with an icon. A group without a screen is replaced by its children. */
export function menuItems(items: readonly RouteItem[]): RouteItem[] {
  return items
    .flatMap((item) =>
      item.path === undefined
        ? (item.children ?? []).map((child) => ({ group: item.name, ...child }))
        : [item],
    )
    .filter((item) => item.icon !== undefined);
}

/** A heading of the side menu with its items; without a heading for those that stand alone. */
export interface MenuGroup {
  readonly name: string | undefined;
  readonly items: readonly RouteItem[];
}

/** Divides the items of the menu at each change of their group. */
export function menuGroups(items: readonly RouteItem[]): MenuGroup[] {
  const groups: { name: string | undefined; items: RouteItem[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last.name === item.group) last.items.push(item);
    else groups.push({ name: item.group, items: [item] });
  }
  return groups;
}
