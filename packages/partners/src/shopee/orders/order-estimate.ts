import type { OrderEstimate, ShopAccess, Window } from '../../connector/connector.ts';
import type { ShopeeClient } from '../protocol/client.ts';
import { listNames, longestSpan, slicesOf, type Names, type Slice } from './order-list.ts';

/** As many as one call may list. */
const pageSize = 100;
/** Stretches that are looked at whole before samples are taken: two years of a shop with few orders. */
const mostWholeSlices = 49;
const samples = 40;
/** Of both together; a million orders cost no more than this. */
const mostSampleCalls = 80;
const fewInSample = 30;
const shortestSample = 60;
/** Successive fractions of it spread evenly over any range: samples fall on all hours of the day and days of the week. */
const goldenRatio = 0.618_033_988_75;

/**
 * About how many orders a window holds. The platform counts nothing: a shop with few orders is counted in one
 * call for each fifteen days, a larger one by samples spread evenly over the window, in a bounded number of calls.
 */
export async function estimateOrders(
  client: ShopeeClient,
  access: ShopAccess,
  window: Window,
  signal?: AbortSignal,
): Promise<OrderEstimate> {
  const slices = slicesOf(window, client.environment.clock());
  const look = (slice: Slice): Promise<Names> =>
    listNames(client, access, { field: window.field, slice, cursor: null, size: pageSize }, signal);
  const whole = slices.length <= mostWholeSlices ? await countWhole(slices, look) : null;
  if (whole !== null) return { orders: whole, isExact: true };
  const orders = await sample(slices[0]?.from ?? 0, slices.at(-1)?.to ?? 0, look);
  return { orders, isExact: false };
}

type Look = (slice: Slice) => Promise<Names>;

/** All orders, where a page of each stretch holds them; null as soon as one does not. */
async function countWhole(slices: readonly Slice[], look: Look): Promise<number | null> {
  const names = new Set<string>();
  // The newest are the likeliest to be too many.
  for (const slice of slices.toReversed()) {
    const page = await look(slice);
    if (page.cursor !== null) return null;
    for (const name of page.names) names.add(name);
  }
  return names.size;
}

async function sample(from: number, to: number, look: Look): Promise<number> {
  const piece = (to - from) / samples;
  let span = Math.min(piece, longestSpan);
  let calls = 0;
  let densities = 0;
  let taken = 0;
  for (let index = 0; index < samples && calls < mostSampleCalls; index += 1) {
    const place = (index * goldenRatio) % 1;
    let page: Names;
    let length: number;
    for (;;) {
      length = Math.max(1, Math.floor(span));
      const start = Math.floor(from + index * piece + place * (piece - span));
      page = await look({ from: start, to: start + length });
      calls += 1;
      if (page.cursor === null || span <= shortestSample || calls >= mostSampleCalls) break;
      span = Math.max(shortestSample, span / 4);
    }
    // Every piece is as long as the others: its density counts as much, however short its sample.
    densities += page.names.length / length;
    taken += 1;
    if (page.names.length < fewInSample) span = Math.min(piece, longestSpan, span * 2);
  }
  return inTwoFigures((densities / Math.max(1, taken)) * (to - from));
}

/** 11873 as 12000: more figures would claim to know more than samples tell. */
function inTwoFigures(estimate: number): number {
  return Number(estimate.toPrecision(2));
}
