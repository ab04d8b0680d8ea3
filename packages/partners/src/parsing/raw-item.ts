import { createHash } from 'node:crypto';
import type { RawItem } from '../canonical/canonical.ts';
import { redactPersons } from './redact-persons.ts';

/** A stable name for an item whose own id cannot be read, so that it is stored once. */
export function contentId(payload: string | Buffer): string {
  return `unidentified:${createHash('sha256').update(payload).digest('hex').slice(0, 32)}`;
}

/** The newest of several versions of one item; the later one of equals. */
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

export function createRawItem(
  entity: RawItem['entity'],
  externalId: string | null,
  updatedAt: Date | null,
  payload: Buffer,
): RawItem {
  return {
    entity,
    externalId: externalId ?? contentId(redactPersons(payload)),
    updatedAt,
    payload,
  };
}
