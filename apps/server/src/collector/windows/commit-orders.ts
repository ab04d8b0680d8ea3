import type { CanonicalOrder, OrdersPage, RawItem, TimeWindow } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { applyOrders } from '../../reporting/index.ts';
import { storeRaw, packRaw, type RawBatch } from '../raw/raw-store.ts';
import { recordRejects } from '../raw/reject-store.ts';
import { withMappingVersion, type StreamLease } from '../leases/stream-lease.ts';
import type { TimeRange } from '../planning/window-plan.ts';
import type { LeasedStream } from '../leases/stream-store.ts';

/** A page and the version of the mapping that parsed it. */
export interface MappedPage {
  page: OrdersPage;
  mappingVersion: number;
}

/** Fetches one page of orders. */
export function fetchOrders(
  lease: StreamLease,
  window: TimeWindow,
  cursor: string | null,
  about?: TimeRange,
): Promise<MappedPage> {
  return lease.ask(
    withMappingVersion((connector, access) =>
      connector.readOrders(access, window, cursor, lease.signal),
    ),
    about,
  );
}

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
  const pages = batch.pages.map((page) => ({
    ...page,
    ids: page.orders.map(({ canonical }) => canonical.orderId),
  }));
  await recordRejects(tx, next, {
    pages,
    unusable: applied.unusable,
    now: batch.raw.fetchedAt,
  });
  next.rows += BigInt(applied.created);
  // The shop had no orders when its stream was planned.
  next.firstOrderAt ??= earliest(orders.map(({ createdAt }) => createdAt));
  updateProgress(next);
  const changed = new Set(applied.changed);
  return orders.filter((order) => changed.has(order.orderId));
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
