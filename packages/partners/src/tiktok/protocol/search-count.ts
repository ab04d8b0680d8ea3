import type { ShopAccess } from '../../connector/shop-access.ts';
import { isTooLarge } from '../../http/batches.ts';
import {
  firstPage,
  requestPage,
  toSearchRow,
  type EpochRange,
  type SearchEndpoint,
  type SearchRow,
} from './search-request.ts';
import type { ShopClient } from './shops.ts';

/**
 * Counts the rows of a time range. The count comes with the first or the last rows of the range. If both make the
 * response too large, the halves of the range are counted; a second that cannot be read counts as one row.
 */
export async function countRows(
  client: ShopClient,
  access: ShopAccess,
  search: SearchEndpoint,
  span: EpochRange,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (span.to <= span.from) return 0;
  const smallest = { ...search, pageSize: search.minPageSize ?? 1 };
  const pages = [
    { ...search, pageSize: Math.min(search.pageSize, 10) },
    smallest,
    { ...smallest, isBackwards: true },
  ];
  for (const page of pages) {
    try {
      return (await requestPage(client, access, page, span, firstPage, signal)).matches;
    } catch (error) {
      if (!isTooLarge(error)) throw error;
    }
  }
  if (span.to - span.from <= 1) return 1;
  const middle = Math.floor((span.from + span.to) / 2);
  const earlier = await countRows(client, access, search, { ...span, to: middle }, signal);
  return earlier + (await countRows(client, access, search, { ...span, from: middle }, signal));
}

/** Fetches the last row of a time range by its field; null when the response is empty or too large. */
export async function fetchLastRow(
  client: ShopClient,
  access: ShopAccess,
  search: SearchEndpoint,
  span: EpochRange,
  signal: AbortSignal | undefined,
): Promise<SearchRow | null> {
  const descending = { ...search, pageSize: 1, isBackwards: true };
  try {
    const { elements } = await requestPage(client, access, descending, span, firstPage, signal);
    return elements[0] === undefined ? null : toSearchRow(elements[0]);
  } catch (error) {
    if (isTooLarge(error)) return null;
    throw error;
  }
}
