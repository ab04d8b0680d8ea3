import { searchKey } from '@seller-connect/ui/searchKey.ts';

type RecordKind = 'orders' | 'products';

const prefixes: readonly (readonly [RegExp, RecordKind])[] = [
  [/^(ma don hang|ma don|don hang|don|order number|order)\s*(so|#|:)?\s*(?=\S*\d)/, 'orders'],
  [/^(ma sku|sku)\s*:?\s+(?=\S)/, 'products'],
  [/^(ten san pham|san pham|product)\s*:?\s+(?=\S)/, 'products'],
];

/** One word with a digit, such as an order number. Other words are of product names. */
const numberLike = /^\S*\d\S*$/;

/**
 * Returns what to search for, and where, the likelier kind first: `đơn 486901` are orders only, `sku ABC` products only.
 * The word that names the kind is no part of the search.
 */
export function parseRecordQuery(input: string): {
  readonly search: string;
  readonly kinds: readonly RecordKind[];
} {
  const text = input.trim().normalize('NFC');
  const key = searchKey(text);
  for (const [pattern, kind] of prefixes) {
    const [prefix] = pattern.exec(key) ?? [];
    // A search key of composed letters has their number of characters.
    if (prefix !== undefined) return { search: text.slice(prefix.length), kinds: [kind] };
  }
  return {
    search: text,
    kinds: numberLike.test(text) ? ['orders', 'products'] : ['products', 'orders'],
  };
}
