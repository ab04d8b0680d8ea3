import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { OptionalText } from '../../parsing/fields.ts';
import type { JsonElement } from '../../parsing/lossless-json.ts';
import { PagingGuard, pagingStalled } from '../../http/paging.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { OrderEstimate } from '../../connector/connector.ts';
import type { ShopeeClient } from '../protocol/client.ts';

export const listPath = '/api/v2/order/get_order_list';
/**
 * The platform limits a query to fifteen days. One second less, because it is undocumented whether the ends are
 * inclusive.
 */
export const maxSpanSeconds = 15 * 86_400 - 1;
const dayMs = 86_400_000;
/** Maximum page size of the list. */
const maxPageSize = 100;

/** A time range for a single call, in whole seconds. */
export interface TimeSlice {
  from: number;
  to: number;
}

const Page = Compile(
  Type.Object({
    response: Type.Object({
      more: Type.Boolean(),
      next_cursor: OptionalText,
    }),
  }),
);
const Row = Compile(Type.Object({ order_sn: Type.String({ minLength: 1 }) }));

/**
 * Splits a window into slices of valid length, oldest first. Slices share a boundary second; rows are deduplicated by
 * key.
 */
export function splitIntoSlices(
  window: Pick<TimeWindow, 'from' | 'to'>,
  now: Date,
  firstSpan = maxSpanSeconds,
): TimeSlice[] {
  // No order is newer than now, plus a day in case the partner's clock is ahead of ours.
  const latest = Math.min(window.to.getTime(), now.getTime() + dayMs);
  const end = Math.ceil(latest / 1000);
  const slices: TimeSlice[] = [];
  let from = Math.max(0, Math.floor(window.from.getTime() / 1000));
  while (from < end) {
    const span = slices.length === 0 ? firstSpan : maxSpanSeconds;
    const to = Math.min(from + span, end);
    slices.push({ from, to });
    from = to;
  }
  return slices;
}

export interface OrderNumbersPage {
  orderNumbers: string[];
  /** Rows without an order number, verbatim. */
  unidentified: JsonElement[];
  /** Null after the last page of the slice. */
  cursor: string | null;
}

/** Fetches one page of order numbers. */
export async function fetchOrderNumbers(
  client: ShopeeClient,
  access: ShopAccess,
  request: { field: TimeWindow['field']; slice: TimeSlice; cursor: string | null; size: number },
  signal: AbortSignal | undefined,
): Promise<OrderNumbersPage> {
  const { body, elements, hasArray } = await client.read(
    {
      path: listPath,
      access,
      signal,
      parameters: {
        time_range_field: request.field === 'created' ? 'create_time' : 'update_time',
        time_from: String(request.slice.from),
        time_to: String(request.slice.to),
        page_size: String(request.size),
        cursor: request.cursor ?? '',
        // Without it, orders on hold have a different status.
        request_order_status_pending: 'true',
      },
    },
    ['response', 'order_list'],
  );
  if (!Page.Check(body) || !hasArray) {
    throw new PartnerError({ kind: 'protocol', code: 'orders_shape', endpoint: listPath });
  }
  const { more, next_cursor: cursor } = body.response;
  const orderNumbers = new Set<string>();
  const unidentified: JsonElement[] = [];
  for (const element of elements) {
    if (Row.Check(element.value)) orderNumbers.add(element.value.order_sn);
    else unidentified.push(element);
  }
  if (more && !cursor) {
    throw new PartnerError({ kind: 'protocol', code: 'cursor_missing', endpoint: listPath });
  }
  if (more && cursor === request.cursor) throw pagingStalled(listPath);
  return { orderNumbers: [...orderNumbers], unidentified, cursor: more ? (cursor ?? null) : null };
}

/**
 * Counts the orders in the window by listing their numbers, since the platform reports no count. Windows by creation
 * time, which this count proves complete, are listed twice with different slice boundaries. This compensates for a
 * short page, even if the same page was short when the orders were fetched.
 */
export async function countOrders(
  client: ShopeeClient,
  access: ShopAccess,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<number> {
  const orderNumbers = new Set<string>();
  const now = client.environment.clock();
  const cuts =
    window.field === 'created'
      ? [maxSpanSeconds, Math.floor(maxSpanSeconds / 2)]
      : [maxSpanSeconds];
  for (const firstSpan of cuts) {
    await collectOrderNumbers(
      client,
      access,
      window.field,
      splitIntoSlices(window, now, firstSpan),
      orderNumbers,
      Infinity,
      signal,
    );
  }
  return orderNumbers.size;
}

/** Counts the orders in the window with a single listing; returns null as soon as there are more than `maxCount`. */
export async function countUpTo(
  client: ShopeeClient,
  access: ShopAccess,
  window: TimeWindow,
  maxCount: number,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const orderNumbers = new Set<string>();
  const slices = splitIntoSlices(window, client.environment.clock());
  const isComplete = await collectOrderNumbers(
    client,
    access,
    window.field,
    slices,
    orderNumbers,
    maxCount,
    signal,
  );
  return isComplete ? orderNumbers.size : null;
}

/** Adds the numbers of all orders to `orderNumbers`; returns false if it stopped because of `maxCount`. */
async function collectOrderNumbers(
  client: ShopeeClient,
  access: ShopAccess,
  field: TimeWindow['field'],
  slices: readonly TimeSlice[],
  orderNumbers: Set<string>,
  maxCount: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (const slice of slices) {
    const paging = new PagingGuard(listPath);
    let cursor: string | null = null;
    do {
      const page: OrderNumbersPage = await fetchOrderNumbers(
        client,
        access,
        { field, slice, cursor, size: maxPageSize },
        signal,
      );
      for (const number of page.orderNumbers) orderNumbers.add(number);
      if (orderNumbers.size > maxCount) return false;
      cursor = page.cursor;
      if (cursor !== null) paging.assertProgress({ mark: cursor, rows: page.orderNumbers.length });
    } while (cursor !== null);
  }
  return true;
}

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
  const fetchSlice: FetchSlice = (slice) =>
    fetchOrderNumbers(
      client,
      access,
      { field: window.field, slice, cursor: null, size: maxPageSize },
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
  const orderNumbers = new Set<string>();
  // Recent slices are the most likely to exceed a page.
  for (const slice of slices.toReversed()) {
    const page = await fetchSlice(slice);
    if (page.cursor !== null) return null;
    for (const number of page.orderNumbers) orderNumbers.add(number);
  }
  return orderNumbers.size;
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
    densities += page.orderNumbers.length / length;
    takenSamples += 1;
    if (page.orderNumbers.length < minOrdersPerSample)
      span = Math.min(pieceSeconds, maxSpanSeconds, span * 2);
  }
  return roundToTwoDigits((densities / Math.max(1, takenSamples)) * (to - from));
}

/** Rounds 11873 to 12000, since samples do not justify more precision. */
function roundToTwoDigits(estimate: number): number {
  return Number(estimate.toPrecision(2));
}
