import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ShopAccess, Window } from '../connector.ts';
import { PartnerError } from '../partner-error.ts';
import type { ShopeeClient } from './client.ts';

export const listPath = '/api/v2/order/get_order_list';
/** A call may span fifteen days; one second less, for it is not said whether the ends count. */
const longestSpan = 15 * 86_400 - 1;
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
      order_list: Type.Array(Type.Object({ order_sn: Type.String({ minLength: 1 }) })),
    }),
  }),
);

/** A window in stretches that the platform takes, oldest first. They share a second, and rows are told apart by key. */
export function slicesOf(window: Pick<Window, 'from' | 'to'>, now: Date): Slice[] {
  // Nothing is younger than the present; a day more, for the partner's clock may be ahead of ours.
  const latest = Math.min(window.to.getTime(), now.getTime() + dayMs);
  const end = Math.ceil(latest / 1000);
  const slices: Slice[] = [];
  let from = Math.max(0, Math.floor(window.from.getTime() / 1000));
  while (from < end) {
    const to = Math.min(from + longestSpan, end);
    slices.push({ from, to });
    from = to;
  }
  return slices;
}

export interface Names {
  names: string[];
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
  const { body } = await client.read({
    path: listPath,
    access,
    signal,
    parameters: {
      time_range_field: ask.field === 'created' ? 'create_time' : 'update_time',
      time_from: String(ask.slice.from),
      time_to: String(ask.slice.to),
      page_size: String(ask.size),
      cursor: ask.cursor ?? '',
    },
  });
  if (!Page.Check(body)) {
    throw new PartnerError({ kind: 'protocol', code: 'orders_shape', endpoint: listPath });
  }
  const { more, next_cursor: cursor, order_list: rows } = body.response;
  const names = [...new Set(rows.map((row) => row.order_sn))];
  if (more && !cursor) {
    throw new PartnerError({ kind: 'protocol', code: 'cursor_missing', endpoint: listPath });
  }
  return { names, cursor: more ? (cursor ?? null) : null };
}

/** Every order number of a slice. */
async function allNames(
  client: ShopeeClient,
  access: ShopAccess,
  field: Window['field'],
  slice: Slice,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Names = await listNames(
      client,
      access,
      { field, slice, cursor, size: 100 },
      signal,
    );
    found.push(...page.names);
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}

/** Orders in the window. The platform counts nothing, so their numbers are listed. */
export async function countOrders(
  client: ShopeeClient,
  access: ShopAccess,
  window: Window,
  signal?: AbortSignal,
): Promise<number> {
  const names = new Set<string>();
  for (const slice of slicesOf(window, client.environment.clock())) {
    for (const name of await allNames(client, access, window.field, slice, signal)) names.add(name);
  }
  return names.size;
}
