/** What the visibility rule needs to know of a navigation or route item. */
export interface Guarded {
  /** Permission string, `area:resource:action`; for an item with children the beginning of one. */
  readonly permissions?: string;
  readonly children?: readonly Guarded[];
}

/**
 * Spec 5, navigation visibility: no permissions means always visible; a leaf needs the exact string;
 * an item with children is visible if any of the user's permissions starts with its string; without
 * a list of the user's permissions an item that has permissions is hidden.
 */
export function isVisible(item: Guarded, user: readonly string[] | null | undefined): boolean {
  const wanted = item.permissions;
  if (wanted === undefined || wanted === '') return true;
  if (!user) return false;
  if (item.children && item.children.length > 0) {
    return user.some((permission) => permission.startsWith(wanted));
  }
  return user.includes(wanted);
}

/** Whether a screen may be shown; `unknown` as long as that depends on permissions that are not known. */
export type Access =
  | { readonly kind: 'granted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'forbidden'; readonly permission: string };

/** Decides about a screen by every item of its chain that names a permission. */
export function checkAccess(chain: readonly Guarded[], user: readonly string[] | null): Access {
  const guarded = chain.filter((item) => item.permissions !== undefined);
  if (guarded.length > 0 && user === null) return { kind: 'unknown' };
  const permission = guarded.findLast((item) => !isVisible(item, user))?.permissions;
  return permission === undefined ? { kind: 'granted' } : { kind: 'forbidden', permission };
}

/** The items, and their children, that the user may see. */
export function visibleItems<Item extends Guarded & { readonly children?: readonly Item[] }>(
  items: readonly Item[],
  user: readonly string[] | null | undefined,
): Item[] {
  return items
    .filter((item) => isVisible(item, user))
    .map((item) =>
      item.children ? { ...item, children: visibleItems(item.children, user) } : item,
    );
}
