import type { CanonicalOrder, OrdersPage, RawItem } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { encodeInstantArray, encodeTextArray } from '../../platform/database/binary-arrays.ts';
import { applyOrders } from '../../reporting/index.ts';
import { storeRaw, packRaw, type RawBatch } from '../raw/raw-store.ts';
import type { LeasedStream } from '../leases/stream-store.ts';

/** A page of fetched orders. */
export interface FetchedOrders extends Pick<OrdersPage, 'orders' | 'rejects'> {
  /** Start of the window whose proof counts the rejected items; absent for orders fetched outside of windows. */
  windowFrom?: Date;
}

/** Pages of orders that are committed in one transaction. */
export interface OrderBatch {
  pages: readonly FetchedOrders[];
  raw: RawBatch;
  mappingVersion: number;
}

export async function packOrderPages(
  pages: readonly FetchedOrders[],
  fetchedAt: Date,
  mappingVersion: number,
): Promise<OrderBatch> {
  const items: RawItem[] = [];
  for (const page of pages) {
    for (const order of page.orders) items.push(...order.raw);
    for (const reject of page.rejects) items.push(reject.raw, ...(reject.related ?? []));
  }
  return { pages, raw: await packRaw(items, fetchedAt), mappingVersion };
}

const recordRejectsStatement = sql(
  'collector.record_rejects',
  `insert into collector.reject (tenant_id, shop_id, stream, external_id, reason, window_from, seen_at)
   select $1, $2, $3, r.external_id, r.reason, r.window_from, $7
     from unnest($4::text[], $5::text[], $6::timestamptz[]) as r (external_id, reason, window_from)
   on conflict (tenant_id, shop_id, stream, external_id) do update set
     reason = excluded.reason, window_from = coalesce(excluded.window_from, reject.window_from),
     seen_at = excluded.seen_at`,
);
const deleteRejectsStatement = sql(
  'collector.accept',
  `delete from collector.reject
    where tenant_id = $1 and shop_id = $2 and stream = $3 and external_id = any($4::text[])
      -- Asked once: most streams have none, and each id would be looked for.
      and exists (select from collector.reject where tenant_id = $1 and shop_id = $2 and stream = $3)`,
);

/** A rejected item with its reason. */
export interface Rejection {
  externalId: string;
  reason: string;
  /** Start of the window whose proof counts it; absent if none does. */
  windowFrom?: Date | undefined;
}

/** Records rejected items, and deletes the records of items that are accepted now. */
export async function recordRejects(
  tx: TenantTransaction,
  stream: LeasedStream,
  options: { accepted: readonly string[]; rejected: readonly Rejection[]; now: Date },
): Promise<void> {
  const key = [tx.tenantId, stream.shopId, stream.stream];
  if (options.accepted.length > 0)
    await tx.execute(deleteRejectsStatement, [...key, encodeTextArray(options.accepted)]);
  const rejections = [...new Map(options.rejected.map((each) => [each.externalId, each])).values()];
  if (rejections.length > 0) {
    await tx.execute(recordRejectsStatement, [
      ...key,
      encodeTextArray(rejections.map(({ externalId }) => externalId)),
      encodeTextArray(rejections.map(({ reason }) => reason)),
      encodeInstantArray(rejections.map(({ windowFrom }) => windowFrom ?? null)),
      options.now,
    ]);
  }
}

/**
 * Writes raw items, canonical rows, facts, rollups and rejected items of pages. Only new orders count toward the
 * stream's rows, so fetching an order again does not change the progress.
 * @returns the orders that were new or newer than the stored ones
 */
export async function commitOrders(
  tx: TenantTransaction,
  next: LeasedStream,
  batch: OrderBatch,
): Promise<CanonicalOrder[]> {
  const orders = batch.pages.flatMap((page) => page.orders.map((order) => order.canonical));
  const [, applied] = await Promise.all([
    storeRaw(tx, next, batch.raw),
    applyOrders(tx, next.shopId, orders, {
      observedAt: batch.raw.fetchedAt,
      mappingVersion: batch.mappingVersion,
    }),
  ]);
  const rejectionReasons = new Map(
    applied.unusable.map(({ orderId, reason }) => [orderId, reason]),
  );
  await recordRejects(tx, next, {
    accepted: orders.map((order) => order.orderId).filter((id) => !rejectionReasons.has(id)),
    rejected: batch.pages.flatMap((page) => rejectionsOf(page, rejectionReasons)),
    now: batch.raw.fetchedAt,
  });
  next.rows += BigInt(applied.created);
  // The shop had no orders when its stream was planned.
  next.firstOrderAt ??= earliest(orders.map(({ createdAt }) => createdAt));
  updateProgress(next);
  const changed = new Set(applied.changed);
  return orders.filter((order) => changed.has(order.orderId));
}

function rejectionsOf(
  { orders, rejects, windowFrom }: FetchedOrders,
  rejectionReasons: ReadonlyMap<string, string>,
): Rejection[] {
  return [
    ...rejects.map(({ raw, reason }) => ({ externalId: raw.externalId, reason, windowFrom })),
    ...orders.flatMap(({ canonical }) => {
      const reason = rejectionReasons.get(canonical.orderId);
      return reason === undefined ? [] : { externalId: canonical.orderId, reason, windowFrom };
    }),
  ];
}

function earliest(times: readonly Date[]): Date | null {
  return times.length > 0 ? new Date(Math.min(...times.map((time) => time.getTime()))) : null;
}

/** Updates the progress (0 to 1) and the expected rows. The progress never decreases. */
export function updateProgress(next: LeasedStream): void {
  if (next.expectedRows === null) return;
  if (next.rows > next.expectedRows) next.expectedRows = next.rows;
  if (next.isEstimate && next.backfilledAt) {
    next.expectedRows = next.rows;
    next.isEstimate = false;
  }
  const share = next.expectedRows === 0n ? 1 : Number(next.rows) / Number(next.expectedRows);
  // 1 only after the last window is closed.
  const maxShare = next.backfilledAt ? 1 : 0.99;
  next.progress = Math.max(next.progress ?? 0, next.backfilledAt ? 1 : Math.min(maxShare, share));
}
