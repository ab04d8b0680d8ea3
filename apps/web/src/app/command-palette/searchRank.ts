import { searchKey } from '@seller-connect/ui/searchKey.ts';

/** What can be searched: its name, and other words under which people look for it. */
export interface Searchable {
  readonly name: string;
  readonly keywords?: string;
}

const ranks = { whole: 0, exact: 1, start: 2, word: 3, inside: 4, keyword: 5 } as const;

/** How well one item answers a query, smaller is better; null when it does not. */
function rankOf(item: Searchable, query: string): number | null {
  const wanted = searchKey(query);
  const name = searchKey(item.name);
  const all = `${name} ${searchKey(item.keywords ?? '')}`;
  const terms = wanted.split(/\s+/);
  if (!terms.every((word) => all.includes(word))) return null;
  if (name === wanted) return ranks.whole;
  // Whoever types marks means them.
  const typed = query.trim().normalize('NFC').toLocaleLowerCase();
  const written = item.name.normalize('NFC').toLocaleLowerCase();
  if (typed !== wanted && written.includes(typed)) return ranks.exact;
  if (name.startsWith(wanted)) return ranks.start;
  if (name.includes(` ${wanted}`)) return ranks.word;
  return terms.every((word) => name.includes(word)) ? ranks.inside : ranks.keyword;
}

/** The items that a query finds, the best first; all of them, as they stand, for an empty one. */
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
