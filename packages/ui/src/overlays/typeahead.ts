import { searchKey } from '../searchKey.ts';

/**
 * Finds the label that matches the typed text, ignoring diacritics: “d” finds “Đăng xuất”. A single letter,
 * also when repeated, cycles through the labels that begin with it. Several letters are a prefix of one
 * label.
 * @param currentIndex index of the current label, -1 for none
 * @returns index of the match, -1 for none
 */
export function findTypeaheadMatch(
  labels: readonly string[],
  currentIndex: number,
  typed: string,
): number {
  const query = searchKey(typed);
  if (query === '') return -1;
  const keys = labels.map(searchKey);
  const [first = ''] = query;
  const isRepeated =
    query === first.repeat(query.length) && !keys.some((key) => key.startsWith(query));
  const prefix = isRepeated ? first : query;
  // A longer prefix keeps the current label while it matches.
  const from = prefix.length === 1 ? currentIndex + 1 : Math.max(currentIndex, 0);
  const order = [...keys.keys()].map((step) => (from + step) % keys.length);
  return order.find((index) => keys[index]?.startsWith(prefix)) ?? -1;
}
