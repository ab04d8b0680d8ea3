import type { CanonicalOrder, OrdersPage, RawItem } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { instantArray, textArray } from '../../platform/database/binary-arrays.ts';
import { applyOrders } from '../../reporting/index.ts';
import { keepRaw, packRaw, type RawBatch } from '../raw/raw-store.ts';
import type { HeldStream } from '../leases/stream-store.ts';

/** Orders as they were read. */
export interface ReadOrders extends Pick<OrdersPage, 'orders' | 'rejects'> {
  /** Where the window begins whose proof counts them; none for what was asked for in another way. */
  windowFrom?: Date;
}

/** Pages of orders that are committed together. */
export interface PagesRead {
  pages: readonly ReadOrders[];
  raw: RawBatch;
  mappingVersion: number;
}

export async function packPages(
  pages: readonly ReadOrders[],
  readAt: Date,
  mappingVersion: number,
): Promise<PagesRead> {
  const items: RawItem[] = [];
  for (const page of pages) {
    for (const order of page.orders) items.push(...order.raw);
    for (const reject of page.rejects) items.push(reject.raw, ...(reject.related ?? []));
  }
  return { pages, raw: await packRaw(items, readAt), mappingVersion };
}

const rejectStatement = sql(
  'collector.note_rejects',
  `insert into collector.reject (tenant_id, shop_id, stream, external_id, reason, window_from, seen_at)
   select $1, $2, $3, r.external_id, r.reason, r.window_from, $7
     from unnest($4::text[], $5::text[], $6::timestamptz[]) as r (external_id, reason, window_from)
   on conflict (tenant_id, shop_id, stream, external_id) do update set
     reason = excluded.reason, window_from = coalesce(excluded.window_from, reject.window_from),
     seen_at = excluded.seen_at`,
);
const acceptStatement = sql(
  'collector.accept',
  `delete from collector.reject
    where tenant_id = $1 and shop_id = $2 and stream = $3 and external_id = any($4::text[])
      -- Asked once: most streams have none, and each id would be looked for.
      and exists (select from collector.reject where tenant_id = $1 and shop_id = $2 and stream = $3)`,
);

/** What could not be understood, and why. */
export interface Rejected {
  externalId: string;
  reason: string;
  /** Where the window begins whose proof counts it; none does where it is missing. */
  windowFrom?: Date | undefined;
}

/** Notes what could not be understood, and forgets what has been since. */
export async function noteRejects(
  tx: TenantTransaction,
  stream: HeldStream,
  options: { accepted: readonly string[]; rejected: readonly Rejected[]; now: Date },
): Promise<void> {
  const key = [tx.tenantId, stream.shopId, stream.stream];
  if (options.accepted.length > 0)
    await tx.execute(acceptStatement, [...key, textArray(options.accepted)]);
  const rejected = [...new Map(options.rejected.map((each) => [each.externalId, each])).values()];
  if (rejected.length > 0) {
    await tx.execute(rejectStatement, [
      ...key,
      textArray(rejected.map(({ externalId }) => externalId)),
      textArray(rejected.map(({ reason }) => reason)),
      instantArray(rejected.map(({ windowFrom }) => windowFrom ?? null)),
      options.now,
    ]);
  }
}

/**
 * Raw items, canonical rows, facts and rollups of some pages. Counts orders into the stream only when
 * they are new, so that the seller's progress neither doubles nor runs backwards.
 * @returns the orders that were new or newer than what was stored
 */
export async function commitOrders(
  tx: TenantTransaction,
  next: HeldStream,
  read: PagesRead,
): Promise<CanonicalOrder[]> {
  const orders = read.pages.flatMap((page) => page.orders.map((order) => order.canonical));
  const [, applied] = await Promise.all([
    keepRaw(tx, next, read.raw),
    applyOrders(tx, next.shopId, orders, {
      observedAt: read.raw.fetchedAt,
      mappingVersion: read.mappingVersion,
    }),
  ]);
  const unusable = new Map(applied.unusable.map(({ orderId, reason }) => [orderId, reason]));
  await noteRejects(tx, next, {
    accepted: orders.map((order) => order.orderId).filter((id) => !unusable.has(id)),
    rejected: read.pages.flatMap((page) => rejectedOf(page, unusable)),
    now: read.raw.fetchedAt,
  });
  next.rows += BigInt(applied.created);
  // Of a shop that had none when its history was looked for.
  next.firstOrderAt ??= earliest(orders.map(({ createdAt }) => createdAt));
  progressed(next);
  const changed = new Set(applied.changed);
  return orders.filter((order) => changed.has(order.orderId));
}

function rejectedOf(
  { orders, rejects, windowFrom }: ReadOrders,
  unusable: ReadonlyMap<string, string>,
): Rejected[] {
  return [
    ...rejects.map(({ raw, reason }) => ({ externalId: raw.externalId, reason, windowFrom })),
    ...orders.flatMap(({ canonical }) => {
      const reason = unusable.get(canonical.orderId);
      return reason === undefined ? [] : { externalId: canonical.orderId, reason, windowFrom };
    }),
  ];
}

function earliest(times: readonly Date[]): Date | null {
  return times.length > 0 ? new Date(Math.min(...times.map((time) => time.getTime()))) : null;
}

/** The share of the work that is done; never less than it was. */
export function progressed(next: HeldStream): void {
  if (next.expectedRows === null) return;
  if (next.rows > next.expectedRows) next.expectedRows = next.rows;
  if (next.isEstimate && next.backfilledAt) {
    next.expectedRows = next.rows;
    next.isEstimate = false;
  }
  const share = next.expectedRows === 0n ? 1 : Number(next.rows) / Number(next.expectedRows);
  // Everything is there only once the last window is proven.
  const most = next.backfilledAt ? 1 : 0.99;
  next.progress = Math.max(next.progress ?? 0, next.backfilledAt ? 1 : Math.min(most, share));
}
