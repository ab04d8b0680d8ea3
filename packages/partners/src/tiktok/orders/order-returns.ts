import type { ShopAccess } from '../../connector/shop-access.ts';
import { fetchInBatches } from '../../http/batches.ts';
import { composeElement, distinctElements } from '../../parsing/lossless-json.ts';
import { PagingGuard, pageFingerprint } from '../../http/paging.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { newestByKey, createRawItem, compareIds, type ParsedItem } from '../../parsing/items.ts';
import type { TikTokRequest } from '../protocol/client.ts';
import {
  parsePageEnd,
  toSearchRow,
  type SearchRow,
  type SearchEndpoint,
} from '../protocol/search-request.ts';
import type { ShopClient } from '../protocol/shops.ts';
import { readText } from '../../parsing/fields.ts';

/** `pageSize` is the platform's maximum; it rejects pages of fewer than ten. */
export const returnSearch: SearchEndpoint = {
  path: '/return_refund/202309/returns/search',
  list: 'return_orders',
  pageSize: 50,
  minPageSize: 10,
};

const shortPageAttempts = 4;

interface FoundReturns {
  /** One raw item per order with returns, verbatim. */
  returns: ReadonlyMap<string, ParsedItem>;
  /** Orders whose returns alone make the response too large or too slow. */
  oversized: ReadonlySet<string>;
}

/** Fetches the returns of some orders. An order's own status does not reflect them. */
export async function fetchReturnsOfOrders(
  client: ShopClient,
  access: ShopAccess,
  orderIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<FoundReturns> {
  const returns = new Map<string, ParsedItem>();
  if (orderIds.length === 0) return { returns, oversized: new Set() };
  const { rows, oversized } = await fetchInBatches(orderIds, {
    size: orderIds.length,
    ask: (ids, extent) => fetchAllReturns(client, access, ids, { extent, signal }),
  });
  const unique = newestByKey(
    rows,
    (row) => readText(row.value, 'return_id') ?? row.bytes.toString(),
    (row) => row.updatedAt,
  );
  for (const [orderId, own] of Map.groupBy(unique, (row) => readText(row.value, 'order_id'))) {
    if (orderId === null) continue;
    const sorted = own.toSorted((a, b) => compareIds(idOf(a), idOf(b)));
    const parts = sorted.flatMap((row, index) => (index === 0 ? [row.bytes] : [',', row.bytes]));
    const { bytes, value } = composeElement('{"return_orders":[', ...parts, ']}');
    const updates = sorted.flatMap((row) => row.updatedAt?.getTime() ?? []);
    const updatedAt = updates.length > 0 ? new Date(Math.max(...updates)) : null;
    returns.set(orderId, { raw: createRawItem('order_items', orderId, updatedAt, bytes), value });
  }
  return { returns, oversized: new Set(oversized) };
}

function idOf(row: SearchRow): string {
  return readText(row.value, 'return_id') ?? '';
}

async function fetchAllReturns(
  client: ShopClient,
  access: ShopAccess,
  orderIds: readonly string[],
  options: Pick<TikTokRequest, 'extent' | 'signal'>,
): Promise<SearchRow[]> {
  const { path, list, pageSize } = returnSearch;
  const rows: SearchRow[] = [];
  const paging = new PagingGuard(path);
  let token: string | null = null;
  let short = 0;
  for (;;) {
    const answer = await client.read(
      access,
      {
        path,
        parameters: { page_size: String(pageSize), ...(token !== null && { page_token: token }) },
        body: { order_ids: orderIds },
        ...options,
      },
      list,
    );
    const end = parsePageEnd(answer, rows.length === 0);
    if (end === null) {
      throw new PartnerError({ kind: 'protocol', code: 'returns_shape', endpoint: path });
    }
    const elements = distinctElements(answer.elements);
    const left = end.matches - rows.length;
    if (elements.length < Math.min(pageSize, left)) {
      short += 1;
      if (short < shortPageAttempts) continue;
      // An order whose return is missing would count as a sale.
      throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: path });
    }
    rows.push(...elements.map(toSearchRow));
    ({ token } = end);
    if (token === null || rows.length >= end.matches) return rows;
    paging.assertProgress({ mark: pageFingerprint(elements), rows: elements.length });
  }
}
