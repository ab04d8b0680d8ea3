import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ShopAccess, Window } from '../../connector/connector.ts';
import type { JsonElement } from '../../parsing/lossless-json.ts';
import { Paging, pagingStandsStill } from '../../http/paging-guard.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { ShopeeClient } from '../protocol/client.ts';

export const listPath = '/api/v2/order/get_order_list';
/** A call may span fifteen days; one second less, for it is not said whether the ends count. */
export const longestSpan = 15 * 86_400 - 1;
const dayMs = 86_400_000;

/** A stretch of time that one call may ask for, in whole seconds. */
export interface Slice {
  from: number;
  to: number;
}

const Page = Compile(
  Type.Object({
    response: Type.Object({
      more: Type.Boolean(),
      next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  }),
);
const Row = Compile(Type.Object({ order_sn: Type.String({ minLength: 1 }) }));

/** A window in stretches that the platform takes, oldest first. They share a second, and rows are told apart by key. */
export function slicesOf(
  window: Pick<Window, 'from' | 'to'>,
  now: Date,
  firstSpan = longestSpan,
): Slice[] {
  // Nothing is younger than the present; a day more, for the partner's clock may be ahead of ours.
  const latest = Math.min(window.to.getTime(), now.getTime() + dayMs);
  const end = Math.ceil(latest / 1000);
  const slices: Slice[] = [];
  let from = Math.max(0, Math.floor(window.from.getTime() / 1000));
  while (from < end) {
    const span = slices.length === 0 ? firstSpan : longestSpan;
    const to = Math.min(from + span, end);
    slices.push({ from, to });
    from = to;
  }
  return slices;
}

export interface Names {
  names: string[];
  /** Rows that name no order, verbatim. */
  nameless: JsonElement[];
  /** null: the slice is read to its end. */
  cursor: string | null;
}

/** One page of order numbers. */
export async function listNames(
  client: ShopeeClient,
  access: ShopAccess,
  ask: { field: Window['field']; slice: Slice; cursor: string | null; size: number },
  signal: AbortSignal | undefined,
): Promise<Names> {
  const { body, elements, hasArray } = await client.read(
    {
      path: listPath,
      access,
      signal,
      parameters: {
        time_range_field: ask.field === 'created' ? 'create_time' : 'update_time',
        time_from: String(ask.slice.from),
        time_to: String(ask.slice.to),
        page_size: String(ask.size),
        cursor: ask.cursor ?? '',
        // Without it orders that are held back come with another status.
        request_order_status_pending: 'true',
      },
    },
    ['response', 'order_list'],
  );
  if (!Page.Check(body) || !hasArray) {
    throw new PartnerError({ kind: 'protocol', code: 'orders_shape', endpoint: listPath });
  }
  const { more, next_cursor: cursor } = body.response;
  const names = new Set<string>();
  const nameless: JsonElement[] = [];
  for (const element of elements) {
    if (Row.Check(element.value)) names.add(element.value.order_sn);
    else nameless.push(element);
  }
  if (more && !cursor) {
    throw new PartnerError({ kind: 'protocol', code: 'cursor_missing', endpoint: listPath });
  }
  if (more && cursor === ask.cursor) throw pagingStandsStill(listPath);
  return { names: [...names], nameless, cursor: more ? (cursor ?? null) : null };
}

/**
 * Orders in the window. The platform counts nothing, so their numbers are listed: for a window by creation, whose
 * completeness is proven by this, twice, cut at other places the second time. A page that came short is then made
 * up for, where the same page of the reading may have come short as well.
 */
export async function countOrders(
  client: ShopeeClient,
  access: ShopAccess,
  window: Window,
  signal?: AbortSignal,
): Promise<number> {
  const names = new Set<string>();
  const now = client.environment.clock();
  const cuts =
    window.field === 'created' ? [longestSpan, Math.floor(longestSpan / 2)] : [longestSpan];
  for (const firstSpan of cuts) {
    await gather(
      client,
      access,
      window.field,
      slicesOf(window, now, firstSpan),
      names,
      Infinity,
      signal,
    );
  }
  return names.size;
}

/** Orders in the window as listed once; null when there are more than `most`, of which no more is listed. */
export async function countUpTo(
  client: ShopeeClient,
  access: ShopAccess,
  window: Window,
  most: number,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const names = new Set<string>();
  const slices = slicesOf(window, client.environment.clock());
  const ended = await gather(client, access, window.field, slices, names, most, signal);
  return ended ? names.size : null;
}

/** Adds the numbers of all orders; false when it stopped at more than `most`. */
async function gather(
  client: ShopeeClient,
  access: ShopAccess,
  field: Window['field'],
  slices: readonly Slice[],
  names: Set<string>,
  most: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (const slice of slices) {
    const paging = new Paging(listPath);
    let cursor: string | null = null;
    do {
      const page: Names = await listNames(
        client,
        access,
        { field, slice, cursor, size: 100 },
        signal,
      );
      for (const name of page.names) names.add(name);
      if (names.size > most) return false;
      cursor = page.cursor;
      if (cursor !== null) paging.goOn({ mark: cursor, rows: page.names.length });
    } while (cursor !== null);
  }
  return true;
}
