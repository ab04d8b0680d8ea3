import type { ShopAccess } from '../../connector/connector.ts';
import { pagingStandsStill } from '../../http/paging-guard.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { ShopeeClient } from '../protocol/client.ts';
import { listNames, listPath, longestSpan, slicesOf, type Slice } from './order-list.ts';
import { readDetails } from './order-details.ts';

const dayMs = 86_400_000;
/** A shop that has sold nothing for longer than this is taken to begin after the pause. */
const longestPauseDays = 400;
/** Enough to tell whether there is any, also when a page comes short. */
const fewOrders = 20;
/** So often orders may turn up before what was taken for the first one. */
const maxLooksBack = 50;
/** Shopee opened in 2015. */
const beginning = Date.parse('2015-01-01T00:00:00Z');

/**
 * When the shop's first order was placed. The platform does not sort and takes fifteen days at a time, so
 * stretches are looked at backwards until there is nothing, and the oldest with an order is narrowed down.
 */
export async function firstOrderAt(
  client: ShopeeClient,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const now = client.environment.clock();
  const window = { from: new Date(beginning), to: new Date(now.getTime() + dayMs) };
  let oldest: Slice | null = null;
  let emptySeconds = 0;
  for (const slice of slicesOf(window, now).toReversed()) {
    if (await holdsOrders(client, access, slice, signal)) {
      oldest = slice;
      emptySeconds = 0;
    } else {
      emptySeconds += slice.to - slice.from;
      if (emptySeconds > longestPauseDays * 86_400) break;
    }
  }
  if (oldest === null) return null;
  let earliest = await earliestIn(client, access, oldest, signal);
  // A page that came short must not cut off the beginning: what lies before is looked at once more.
  for (let looks = 0; looks < maxLooksBack; looks += 1) {
    const to = Math.floor(earliest.getTime() / 1000) - 1;
    const before = { from: to - longestSpan, to };
    if (!(await holdsOrders(client, access, before, signal))) return earliest;
    const earlier = await earliestIn(client, access, before, signal);
    if (earlier >= earliest) break;
    earliest = earlier;
  }
  // What answers every stretch with orders does not go by the time that it is asked for.
  throw pagingStandsStill(listPath);
}

async function holdsOrders(
  client: ShopeeClient,
  access: ShopAccess,
  slice: Slice,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const ask = { field: 'created', slice, cursor: null, size: fewOrders } as const;
  return (await listNames(client, access, ask, signal)).names.length > 0;
}

async function earliestIn(
  client: ShopeeClient,
  access: ShopAccess,
  within: Slice,
  signal: AbortSignal | undefined,
): Promise<Date> {
  let slice = within;
  for (;;) {
    const ask = { field: 'created', slice, cursor: null, size: 50 } as const;
    const page = await listNames(client, access, ask, signal);
    const middle = Math.floor((slice.from + slice.to) / 2);
    if (page.cursor === null || middle === slice.from) {
      const details = await readDetails(client, access, page.names, signal);
      const times = details.flatMap((row) => row.createdAt?.getTime() ?? []);
      if (times.length > 0) return new Date(Math.min(...times));
      // A page that lost its rows must not pass for a shop that never sold anything.
      throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: listPath });
    }
    const first = { from: slice.from, to: middle };
    slice = (await holdsOrders(client, access, first, signal))
      ? first
      : { from: middle, to: slice.to };
  }
}
