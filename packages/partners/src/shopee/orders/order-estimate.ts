import type { OrderEstimate, ShopAccess, TimeWindow } from '../../connector/connector.ts';
import type { ShopeeClient } from '../protocol/client.ts';
import {
  fetchOrderNumbers,
  maxSpanSeconds,
  splitIntoSlices,
  type OrderNumbersPage,
  type TimeSlice,
} from './order-list.ts';

/** As many as one call may list. */
const pageSize = 100;
/** Stretches that are looked at whole before samples are taken: two years of a shop with few orders. */
const maxExactSlices = 49;
const sampleCount = 40;
/** Of both together; a million orders cost no more than this. */
const maxSampleCalls = 80;
const minOrdersPerSample = 30;
const minSampleSeconds = 60;
/** Successive fractions of it spread evenly over any range: samples fall on all hours of the day and days of the week. */
const goldenRatio = 0.618_033_988_75;

/**
 * About how many orders a window holds. The platform counts nothing: a shop with few orders is counted in one
 * call for each fifteen days, a larger one by samples spread evenly over the window, in a bounded number of calls.
 */
export async function estimateOrders(
  client: ShopeeClient,
  access: ShopAccess,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<OrderEstimate> {
  const slices = splitIntoSlices(window, client.environment.clock());
  const fetchSlice = (slice: TimeSlice): Promise<OrderNumbersPage> =>
    fetchOrderNumbers(
      client,
      access,
      { field: window.field, slice, cursor: null, size: pageSize },
      signal,
    );
  const exactCount =
    slices.length <= maxExactSlices ? await countExactly(slices, fetchSlice) : null;
  if (exactCount !== null) return { orders: exactCount, isExact: true };
  const orders = await estimateFromSamples(
    slices[0]?.from ?? 0,
    slices.at(-1)?.to ?? 0,
    fetchSlice,
  );
  return { orders, isExact: false };
}

type FetchSlice = (slice: TimeSlice) => Promise<OrderNumbersPage>;

/** All orders, where a page of each stretch holds them; null as soon as one does not. */
async function countExactly(
  slices: readonly TimeSlice[],
  fetchSlice: FetchSlice,
): Promise<number | null> {
  const names = new Set<string>();
  // The newest are the likeliest to be too many.
  for (const slice of slices.toReversed()) {
    const page = await fetchSlice(slice);
    if (page.cursor !== null) return null;
    for (const name of page.names) names.add(name);
  }
  return names.size;
}

async function estimateFromSamples(
  from: number,
  to: number,
  fetchSlice: FetchSlice,
): Promise<number> {
  const pieceSeconds = (to - from) / sampleCount;
  let span = Math.min(pieceSeconds, maxSpanSeconds);
  let calls = 0;
  let densities = 0;
  let takenSamples = 0;
  for (let index = 0; index < sampleCount && calls < maxSampleCalls; index += 1) {
    const fraction = (index * goldenRatio) % 1;
    let page: OrderNumbersPage;
    let length: number;
    for (;;) {
      length = Math.max(1, Math.floor(span));
      const start = Math.floor(from + index * pieceSeconds + fraction * (pieceSeconds - span));
      page = await fetchSlice({ from: start, to: start + length });
      calls += 1;
      if (page.cursor === null || span <= minSampleSeconds || calls >= maxSampleCalls) break;
      span = Math.max(minSampleSeconds, span / 4);
    }
    // Every piece is as long as the others: its density counts as much, however short its sample.
    densities += page.names.length / length;
    takenSamples += 1;
    if (page.names.length < minOrdersPerSample)
      span = Math.min(pieceSeconds, maxSpanSeconds, span * 2);
  }
  return roundToTwoDigits((densities / Math.max(1, takenSamples)) * (to - from));
}

/** 11873 as 12000: more figures would claim to know more than samples tell. */
function roundToTwoDigits(estimate: number): number {
  return Number(estimate.toPrecision(2));
}
