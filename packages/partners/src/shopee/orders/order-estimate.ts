import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import type { OrderEstimate } from '../../connector/connector.ts';
import type { ShopeeClient } from '../protocol/client.ts';
import {
  fetchOrderNumbers,
  maxSpanSeconds,
  splitIntoSlices,
  type OrderNumbersPage,
  type TimeSlice,
} from './order-list.ts';

/** Maximum page size of the list. */
const pageSize = 100;
/** Maximum number of slices to count exactly before sampling: two years of a shop with few orders. */
const maxExactSlices = 49;
const sampleCount = 40;
/** Upper bound of all sampling calls, including samples that are repeated with a shorter span. */
const maxSampleCalls = 80;
const minOrdersPerSample = 30;
const minSampleSeconds = 60;
/** Multiples modulo 1 are evenly distributed, so samples fall on all hours of the day and days of the week. */
const goldenRatio = 0.618_033_988_75;

/**
 * Estimates the number of orders in a window. The platform reports no count: a shop with few orders is counted exactly,
 * with one call per fifteen days; a larger one is estimated from evenly distributed samples in a bounded number of
 * calls.
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

/** Counts all orders if one page per slice holds them; returns null at the first slice that needs more. */
async function countExactly(
  slices: readonly TimeSlice[],
  fetchSlice: FetchSlice,
): Promise<number | null> {
  const names = new Set<string>();
  // Recent slices are the most likely to exceed a page.
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
    // All pieces have equal length, so their densities have equal weight, regardless of the length of the sample.
    densities += page.names.length / length;
    takenSamples += 1;
    if (page.names.length < minOrdersPerSample)
      span = Math.min(pieceSeconds, maxSpanSeconds, span * 2);
  }
  return roundToTwoDigits((densities / Math.max(1, takenSamples)) * (to - from));
}

/** Rounds 11873 to 12000, since samples do not justify more precision. */
function roundToTwoDigits(estimate: number): number {
  return Number(estimate.toPrecision(2));
}
