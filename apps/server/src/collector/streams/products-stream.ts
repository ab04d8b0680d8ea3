import type { Budget, StreamLease } from '../leases/stream-lease.ts';
import { updateProgress } from '../windows/commit-pages.ts';
import { deleteStaleRejects, recordRejects, rawOfPage } from '../raw/reject-store.ts';
import { storeRaw, packRaw } from '../raw/raw-store.ts';
import {
  applyListings,
  markDelistedListings,
  rebuildSalesVelocity,
} from '../../reporting/index.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { keyParameters, type LeasedStream } from '../leases/stream-store.ts';

/** Syncs the products of a shop page by page. An interrupted pass resumes at its checkpoint. */
export async function syncProducts(lease: StreamLease, budget: Budget): Promise<'done' | 'more'> {
  for (;;) {
    const startedAt = lease.now();
    const { mappingVersion, ...page } = await lease.callMarketplace(async (connector, access) => ({
      ...(await connector.readProducts(access, lease.stream.checkpoint, lease.signal)),
      mappingVersion: connector.mappingVersion,
    }));
    const fetchedAt = lease.now();
    const raw = await packRaw(rawOfPage(page.products, page.rejects), fetchedAt);
    await lease.commit(async (tx, next) => {
      const isPassStart = next.checkpoint === null;
      if (isPassStart || next.plannedAt === null) next.plannedAt = startedAt;
      // Not before the start of the pass, which a worker whose clock is ahead may have begun.
      const seenAt = fetchedAt > next.plannedAt ? fetchedAt : next.plannedAt;
      await storeRaw(tx, next, raw);
      const listings = page.products.flatMap((product) => product.canonical);
      const applied = await applyListings(tx, next.shopId, listings, {
        observedAt: seenAt,
        mappingVersion,
      });
      const ids = page.products.map((product) => product.raw.externalId);
      await recordRejects(tx, next, {
        pages: [{ ids, rejects: page.rejects }],
        unusable: applied.unusable,
        now: seenAt,
      });
      // This stream has no windows: `windowMs` stores how many products the current pass has seen so far.
      const before = isPassStart ? 0n : BigInt(next.windowMs ?? 0);
      const inPass = before + BigInt(page.products.length + page.rejects.length);
      next.windowMs = page.next === null ? null : Number(inPass);
      if (inPass > next.rows) next.rows = inPass;
      if (page.total !== null) next.expectedRows = BigInt(page.total);
      next.checkpoint = page.next;
      if (page.next === null) {
        // Without a count, or with fewer products than counted, a missing product may just have been left out.
        if (page.total !== null && inPass >= BigInt(page.total)) await markGone(tx, next, seenAt);
        await rebuildSalesVelocity(tx, next.shopId, fetchedAt);
        next.backfilledAt ??= fetchedAt;
        next.currentAt = fetchedAt;
        next.expectedRows = next.rows;
      }
      updateProgress(next);
    });
    if (page.next === null) return 'done';
    if (budget.isSpent()) return 'more';
  }
}

const rejectedStatement = sql(
  'collector.rejected_products',
  `select external_id from collector.reject where tenant_id = $1 and shop_id = $2 and stream = $3`,
);

/**
 * Ends a complete pass: marks listings as deleted, and deletes rejects, that neither this pass nor the one before has
 * seen. A single pass can miss a product that moved between pages. `watermark` is the start of the last complete pass,
 * `plannedAt` of this one. If that was earlier, the clocks of the workers differ, and what was seen last is unknown.
 */
async function markGone(tx: TenantTransaction, next: LeasedStream, now: Date): Promise<void> {
  if (next.watermark && next.plannedAt && next.watermark <= next.plannedAt) {
    await deleteStaleRejects(tx, next, { notSeenSince: next.watermark });
    const rejected = await tx.query<{ externalId: string }>(rejectedStatement, [
      ...keyParameters(next),
    ]);
    await markDelistedListings(tx, next.shopId, {
      notSeenSince: next.watermark,
      except: rejected.map((row) => row.externalId),
      now,
    });
  }
  next.watermark = next.plannedAt;
}
