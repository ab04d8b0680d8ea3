import { hash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import type { RawItem, RejectedItem } from '../canonical/canonical.ts';
import { Id } from './fields.ts';
import { redactPersons } from './redact-persons.ts';
import type { ParsedItem } from './parsed-item.ts';

const IdCheck = Compile(Id);

/** Prefix of the ids of items without a readable one, which another id replaces once they can be read. */
export const contentIdPrefix = 'unidentified:';

/** Returns a stable id for an item without a readable id, so that it is stored only once. */
export function contentId(payload: string | Buffer): string {
  return contentIdPrefix + hash('sha256', payload, 'hex').slice(0, 32);
}

function isContentId(externalId: string): boolean {
  return externalId.startsWith(contentIdPrefix);
}

/**
 * Returns the id of an item, even if its other fields are invalid: a rejected item must be recognized as a stored one.
 * @param names fields of the id; the first one that is a number other than 0 is used
 */
export function readId(item: unknown, ...names: readonly string[]): string | null {
  for (const name of names) {
    const id: unknown = Reflect.get(Object(item), name);
    if (IdCheck.Check(id) && id !== '0') return id;
  }
  return null;
}

/** Keeps the newest version per key; of equally old versions, the later one in the list. */
export function newestByKey<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
  updatedAt: (item: Item) => Date | null,
): Item[] {
  const newest = new Map<string, Item>();
  for (const item of items) {
    const known = newest.get(key(item));
    const isOlder =
      known !== undefined && (updatedAt(item)?.getTime() ?? 0) < (updatedAt(known)?.getTime() ?? 0);
    if (!isOlder) newest.set(key(item), item);
  }
  return [...newest.values()];
}

/** Keeps the newest version of each raw item; of equally old versions, the later one in the list. */
export function newestItems<Item extends { raw: RawItem }>(items: readonly Item[]): Item[] {
  return newestByKey(
    items,
    ({ raw }) => raw.externalId,
    ({ raw }) => raw.updatedAt,
  );
}

/** Returns whether an id has neither a null character nor half of a character, which databases reject. */
function isText(id: string): boolean {
  return id.isWellFormed() && !id.includes('\0');
}

/** @param externalId null if the item has no readable id; one that is not text counts as unreadable */
export function createRawItem(
  entity: RawItem['entity'],
  externalId: string | null,
  updatedAt: Date | null,
  payload: Buffer,
): RawItem {
  return {
    entity,
    externalId:
      externalId !== null && isText(externalId) ? externalId : contentId(redactPersons(payload)),
    updatedAt,
    payload,
  };
}

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
