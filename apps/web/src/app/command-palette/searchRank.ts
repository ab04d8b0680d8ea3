import { searchKey } from '@seller-connect/ui/searchKey.ts';

/** A searchable item: its name and additional search terms. */
export interface Searchable {
  readonly name: string;
  readonly keywords?: string;
}

const ranks = { whole: 0, exact: 1, start: 2, word: 3, inside: 4, keyword: 5 } as const;

/** Ranks one item for a query; lower is better, null is no match. */
function rankOf(item: Searchable, query: string): number | null {
  const searchTerm = searchKey(query);
  const name = searchKey(item.name);
  const all = `${name} ${searchKey(item.keywords ?? '')}`;
  const terms = searchTerm.split(/\s+/);
  if (!terms.every((word) => all.includes(word))) return null;
  if (name === searchTerm) return ranks.whole;
  // A query with diacritics must match them.
  const typed = query.trim().normalize('NFC').toLocaleLowerCase();
  const displayName = item.name.normalize('NFC').toLocaleLowerCase();
  if (typed !== searchTerm && displayName.includes(typed)) return ranks.exact;
  if (name.startsWith(searchTerm)) return ranks.start;
  if (name.includes(` ${searchTerm}`)) return ranks.word;
  return terms.every((word) => name.includes(word)) ? ranks.inside : ranks.keyword;
}

/** Returns the items that match a query, best first. An empty query returns all items in their order. */
export function searchItems<Item extends Searchable>(
  items: readonly Item[],
  query: string,
): Item[] {
  if (query.trim() === '') return [...items];
  return items
    .flatMap((item) => {
      const rank = rankOf(item, query);
      return rank === null ? [] : [{ item, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
