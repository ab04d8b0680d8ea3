import type { RejectedItem } from '../canonical/canonical.ts';
import type { ParsedItem } from './parsed-item.ts';
import { isContentId } from './raw-item.ts';

/**
 * Keeps the first item of each id. Another item with that id and other content, or with that content and no id of its
 * own, becomes a reject: whether it is the same one again is unknown.
 * @param name what the items are, for the reason of the reject
 */
export function distinctItems<Item extends ParsedItem>(
  all: readonly Item[],
  name: string,
): { items: Item[]; conflicts: RejectedItem[] } {
  const items = new Map<string, Item>();
  const conflicts = new Map<string, RejectedItem>();
  for (const item of all) {
    const { raw } = item;
    const first = items.get(raw.externalId);
    if (first === undefined) items.set(raw.externalId, item);
    // Whole items are compared only for equal ids, because comparing costs as much as parsing.
    else if (isContentId(raw.externalId) || !first.raw.payload.equals(raw.payload)) {
      conflicts.set(raw.payload.toString('latin1'), {
        raw,
        reason: `${name}: nothing tells it from another one`,
      });
    }
  }
  return { items: [...items.values()], conflicts: [...conflicts.values()] };
}
