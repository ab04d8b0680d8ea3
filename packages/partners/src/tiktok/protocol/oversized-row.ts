import type { ShopAccess } from '../../connector/shop-access.ts';
import type { RawItem, RejectedItem } from '../../canonical/canonical.ts';
import { isTooLarge, oversizedReject } from '../../http/batches.ts';
import { PagingGuard } from '../../http/paging.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { createRawItem } from '../../parsing/items.ts';
import {
  firstPage,
  requestFullPage,
  type EpochRange,
  type PagePosition,
  type SearchEndpoint,
  type SearchRow,
} from './search-request.ts';
import type { ShopClient } from './shops.ts';

/** The seconds of a search up to, and including, that of a row whose response alone is too large. */
interface OversizedPassage {
  /** All other rows. */
  rows: SearchRow[];
  /** The second of the row. */
  second: number;
  /** False if the second could be read after all. */
  isOversized: boolean;
}

/**
 * Reads past a row whose response alone is too large. Such a response shows nothing of the row, so its second is found
 * by bisection, in about 25 requests: until then the search finds none but the rows before it. The other rows of its
 * second are read from both ends.
 * @param search with the smallest page size
 * @param last time of a row before the row, in seconds; undefined if there is none
 */
export async function readPastOversizedRow(
  client: ShopClient,
  access: ShopAccess,
  search: SearchEndpoint,
  span: EpochRange,
  last: number | undefined,
  signal: AbortSignal | undefined,
): Promise<OversizedPassage> {
  /** Requests a page; null if it is too large. */
  const request = async (
    { isBackwards = false, ...range }: { from: number; to: number; isBackwards?: boolean },
    at: PagePosition = firstPage,
  ) => {
    try {
      const endpoint = { ...search, isBackwards };
      const extent = search.pageSize === 1 ? 'batch' : 'single';
      const part = { ...span, ...range };
      const page = await requestFullPage(client, access, endpoint, part, at, signal, extent);
      if (page.isWhole) return page;
      throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: search.path });
    } catch (error) {
      if (isTooLarge(error)) return null;
      throw error;
    }
  };
  const readSecond = async (second: number, isBackwards: boolean) => {
    const range = { from: second, to: second + 1, isBackwards };
    const paging = new PagingGuard(search.path);
    const rows: SearchRow[] = [];
    for (let at = firstPage; ;) {
      const page = await request(range, at);
      if (page === null) return { rows, isWhole: false };
      rows.push(...page.rows);
      if (page.token === null || rows.length >= page.matches) return { rows, isWhole: true };
      paging.assertProgress({ mark: page.token, rows: page.rows.length });
      at = { token: page.token, read: rows.length, isFirst: false };
    }
  };

  /** Completes the rows of the second of the row, in which those before it were read. */
  const passOversized = async (second: number, before: SearchRow[]): Promise<OversizedPassage> => {
    const after = await readSecond(second, true);
    return { rows: [...before, ...after.rows], second, isOversized: true };
  };

  // The row may be in the same second as the last row before it.
  const sameSecond = last === undefined ? null : await readSecond(last, false);
  if (last !== undefined && sameSecond?.isWhole === false) {
    return passOversized(last, sameSecond.rows);
  }
  const start = last === undefined ? span.from : last + 1;
  let second = start;
  let end = span.to;
  let rows: SearchRow[] = [];
  while (end - second > 1) {
    const middle = Math.floor((second + end) / 2);
    const page = await request({ from: start, to: middle });
    if (page === null) end = middle;
    else {
      second = middle;
      rows = page.rows;
    }
  }
  const forwards = await readSecond(second, false);
  rows = [...rows, ...forwards.rows];
  return forwards.isWhole ? { rows, second, isOversized: false } : passOversized(second, rows);
}

/** Returns the reject of a row of which only the second is known. */
export function unreadableRowReject(
  entity: RawItem['entity'],
  { field }: Pick<EpochRange, 'field'>,
  second: number,
): RejectedItem {
  const name = field === 'created' ? 'create_time' : 'update_time';
  const payload = Buffer.from(JSON.stringify({ [name]: second }));
  return oversizedReject(createRawItem(entity, null, null, payload), entity);
}
