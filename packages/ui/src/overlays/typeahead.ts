import { searchKey } from '../searchKey.ts';

/**
 * Finds the label that somebody types, without marks, so that “d” finds “Đăng xuất”. One letter, also
 * pressed again and again, goes from one label that begins with it to the next; several are the
 * beginning of one label.
 * @param currentIndex index of the label that is chosen now; -1 for none
 * @returns its index, or -1 when no label begins like that
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
  // A beginning that is typed on stays where it is as long as it fits.
  const from = prefix.length === 1 ? currentIndex + 1 : Math.max(currentIndex, 0);
  const order = [...keys.keys()].map((step) => (from + step) % keys.length);
  return order.find((index) => keys[index]?.startsWith(prefix)) ?? -1;
}
