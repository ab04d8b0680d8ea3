import type { ShopAccess } from '../../connector/connector.ts';
import { pagingStalled } from '../../http/paging-guard.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { ShopeeClient } from '../protocol/client.ts';
import {
  fetchOrderNumbers,
  listPath,
  maxSpanSeconds,
  splitIntoSlices,
  type TimeSlice,
} from './order-list.ts';
import { fetchDetails } from './order-details.ts';

const dayMs = 86_400_000;
/** A shop that has sold nothing for longer than this is taken to begin after the pause. */
const maxGapDays = 400;
/** Enough to tell whether there is any, also when a page comes short. */
const probePageSize = 20;
/** So often orders may turn up before what was taken for the first one. */
const maxEarlierProbes = 50;
/** Shopee opened in 2015. */
const platformLaunchMs = Date.parse('2015-01-01T00:00:00Z');

/**
 * When the shop's first order was placed. The platform does not sort and takes fifteen days at a time, so
 * stretches are looked at backwards until there is nothing, and the oldest with an order is narrowed down.
 */
export async function fetchFirstOrderAt(
  client: ShopeeClient,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const now = client.environment.clock();
  const window = { from: new Date(platformLaunchMs), to: new Date(now.getTime() + dayMs) };
  let oldest: TimeSlice | null = null;
  let emptySeconds = 0;
  for (const slice of splitIntoSlices(window, now).toReversed()) {
    if (await hasOrders(client, access, slice, signal)) {
      oldest = slice;
      emptySeconds = 0;
    } else {
      emptySeconds += slice.to - slice.from;
      if (emptySeconds > maxGapDays * 86_400) break;
    }
  }
  if (oldest === null) return null;
  let earliest = await findEarliestIn(client, access, oldest, signal);
  // A page that came short must not cut off the beginning: what lies before is looked at once more.
  for (let probes = 0; probes < maxEarlierProbes; probes += 1) {
    const to = Math.floor(earliest.getTime() / 1000) - 1;
    const before = { from: to - maxSpanSeconds, to };
    if (!(await hasOrders(client, access, before, signal))) return earliest;
    const earlier = await findEarliestIn(client, access, before, signal);
    if (earlier >= earliest) break;
    earliest = earlier;
  }
  // What answers every stretch with orders does not go by the time that it is asked for.
  throw pagingStalled(listPath);
}

async function hasOrders(
  client: ShopeeClient,
  access: ShopAccess,
  slice: TimeSlice,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const request = { field: 'created', slice, cursor: null, size: probePageSize } as const;
  return (await fetchOrderNumbers(client, access, request, signal)).names.length > 0;
}

async function findEarliestIn(
  client: ShopeeClient,
  access: ShopAccess,
  within: TimeSlice,
  signal: AbortSignal | undefined,
): Promise<Date> {
  let slice = within;
  for (;;) {
    const request = { field: 'created', slice, cursor: null, size: 50 } as const;
    const page = await fetchOrderNumbers(client, access, request, signal);
    const middle = Math.floor((slice.from + slice.to) / 2);
    if (page.cursor === null || middle === slice.from) {
      const details = await fetchDetails(client, access, page.names, signal);
      const times = details.flatMap((row) => row.createdAt?.getTime() ?? []);
      if (times.length > 0) return new Date(Math.min(...times));
      // A page that lost its rows must not pass for a shop that never sold anything.
      throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: listPath });
    }
    const first = { from: slice.from, to: middle };
    slice = (await hasOrders(client, access, first, signal))
      ? first
      : { from: middle, to: slice.to };
  }
}
