import { deriveRows } from '../../parsing/derive-rows.ts';
import { distinctItems } from '../../parsing/items.ts';
import type { ShopAccess } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseCheckpoint } from '../../http/paging.ts';
import type { EstimatesPage } from '../../connector/money-sources.ts';
import { fetchFinancePage } from './finance-pages.ts';
import { deriveTransaction, earliestEstimateAt, unsettledItem } from './settlement-mapping.ts';
import type { ShopClient } from '../protocol/shops.ts';

const path = '/finance/202507/orders/unsettled';
const pageSize = 100;

const CheckpointShape = Type.Object({
  token: Type.String({ minLength: 1 }),
  /** Rows before the current page. */
  read: Type.Integer({ minimum: 0 }),
  /** Upper bound of the query in seconds, because a token is valid only for its query. */
  to: Type.Integer({ minimum: 0 }),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** Fetches one page of the orders that are not on a statement yet, oldest first. */
export async function fetchEstimates(
  client: ShopClient,
  access: ShopAccess,
  now: Date,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<EstimatesPage> {
  const at = cursor === null ? null : parseCheckpoint(cursor, Checkpoint, path);
  // One day ahead, in case the platform's clock is ahead of ours.
  const to = at?.to ?? Math.ceil(now.getTime() / 1000) + 86_400;
  const { rows, token, total } = await fetchFinancePage(
    client,
    access,
    {
      path,
      parameters: {
        sort_field: 'order_create_time',
        sort_order: 'ASC',
        page_size: String(pageSize),
        search_time_ge: String(earliestEstimateAt.getTime() / 1000),
        search_time_lt: String(to),
      },
      signal,
    },
    { name: 'transactions', size: pageSize, token: at?.token ?? null, read: at?.read ?? 0 },
  );
  const read = (at?.read ?? 0) + rows.length;
  const { items, conflicts } = distinctItems(rows.map(unsettledItem), 'expected payout');
  const derived = deriveRows(items, (item) => deriveTransaction(item, access));
  return {
    estimates: derived.rows,
    rejects: [...derived.rejects, ...conflicts],
    total,
    next: token && JSON.stringify({ token, read, to } satisfies Checkpoint),
  };
}
