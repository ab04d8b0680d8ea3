/** The properties of a navigation or route item that determine its visibility. */
export interface Guarded {
  /** Permission string, `area:resource:action`; for an item with children, a prefix of one. */
  readonly permissions?: string;
  readonly children?: readonly Guarded[];
}

/**
 * Spec 5, navigation visibility: an item without permissions is always visible; a leaf needs the exact string; an
 * item with children is visible if any of the user's permissions starts with its string; while the user's permissions
 * are unknown, items with permissions are hidden.
 */
export function isVisible(item: Guarded, granted: readonly string[] | null | undefined): boolean {
  const required = item.permissions;
  if (required === undefined || required === '') return true;
  if (!granted) return false;
  if (item.children && item.children.length > 0) {
    return granted.some((permission) => permission.startsWith(required));
  }
  return granted.includes(required);
}

/** Whether a screen may be shown; `unknown` while the decision needs permissions that are not loaded. */
export type Access =
  | { readonly kind: 'granted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'forbidden'; readonly permission: string };

/** Checks the access to a screen by the permissions of all items of its chain. */
export function checkAccess(chain: readonly Guarded[], granted: readonly string[] | null): Access {
  const guarded = chain.filter((item) => item.permissions !== undefined);
  if (guarded.length > 0 && granted === null) return { kind: 'unknown' };
  const permission = guarded.findLast((item) => !isVisible(item, granted))?.permissions;
  return permission === undefined ? { kind: 'granted' } : { kind: 'forbidden', permission };
}

/** Returns the items that the user may see, with their visible children. */
export function visibleItems<Item extends Guarded & { readonly children?: readonly Item[] }>(
  items: readonly Item[],
  granted: readonly string[] | null | undefined,
): Item[] {
  return items
    .filter((item) => isVisible(item, granted))
    .map((item) =>
      item.children ? { ...item, children: visibleItems(item.children, granted) } : item,
    );
}
