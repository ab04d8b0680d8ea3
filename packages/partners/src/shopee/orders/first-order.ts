import type { ShopAccess } from '../../connector/shop-access.ts';
import { pagingStalled } from '../../http/paging.ts';
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
/** Orders before a gap longer than this are ignored. */
const maxGapDays = 400;
/** Enough to find any order even if the page is short. */
const probePageSize = 20;
/** Maximum number of earlier slices probed after finding the presumed first order. */
const maxEarlierProbes = 50;
/** Shopee launched in 2015. */
const platformLaunchMs = Date.parse('2015-01-01T00:00:00Z');

/**
 * Returns when the shop's first order was placed. The platform does not sort and limits a query to fifteen days, so
 * slices are probed backwards until orders end; the oldest slice with orders is then bisected.
 * @throws PartnerError `protocol` with code `paging_stands_still` when earlier slices keep returning orders
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
  // A short page must not hide the first orders, so the time before is probed once more.
  for (let probes = 0; probes < maxEarlierProbes; probes += 1) {
    const to = Math.floor(earliest.getTime() / 1000) - 1;
    const before = { from: to - maxSpanSeconds, to };
    if (!(await hasOrders(client, access, before, signal))) return earliest;
    const earlier = await findEarliestIn(client, access, before, signal);
    if (earlier >= earliest) break;
    earliest = earlier;
  }
  // A platform that returns orders for every slice ignores the requested time.
  throw pagingStalled(listPath);
}

async function hasOrders(
  client: ShopeeClient,
  access: ShopAccess,
  slice: TimeSlice,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const request = { field: 'created', slice, cursor: null, size: probePageSize } as const;
  return (await fetchOrderNumbers(client, access, request, signal)).orderNumbers.length > 0;
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
      const { rows, oversized } = await fetchDetails(client, access, page.orderNumbers, signal);
      // The time of such an order is unknown.
      if (oversized.length > 0) return new Date(slice.from * 1000);
      const times = rows.flatMap((row) => row.createdAt?.getTime() ?? []);
      if (times.length > 0) return new Date(Math.min(...times));
      // A page that lost its rows must not be mistaken for a shop without orders.
      throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: listPath });
    }
    const first = { from: slice.from, to: middle };
    slice = (await hasOrders(client, access, first, signal))
      ? first
      : { from: middle, to: slice.to };
  }
}
