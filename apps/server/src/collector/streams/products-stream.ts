import type { Budget } from '../leases/budget.ts';
import { noteRejects, progressed } from '../windows/commit-orders.ts';
import type { Holding } from '../leases/stream-lease.ts';
import { keepRaw, packRaw } from '../raw/raw-store.ts';
import { applyProducts, markGoneProducts } from '../../reporting/index.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { keyOf, type HeldStream } from '../leases/stream-store.ts';

/** Reads the catalogue page by page; a pass that is interrupted goes on at its checkpoint. */
export async function readProducts(
  holding: Pick<Holding, 'held' | 'ask' | 'commit' | 'now' | 'signal'>,
  budget: Budget,
): Promise<'done' | 'more'> {
  for (;;) {
    let mappingVersion = 0;
    const startedAt = holding.now();
    const page = await holding.ask((connector, access) => {
      mappingVersion = connector.mappingVersion;
      return connector.readProducts(access, holding.held.checkpoint, holding.signal);
    });
    const readAt = holding.now();
    const raw = await packRaw(
      [...page.products.map((product) => product.raw), ...page.rejects.map((each) => each.raw)],
      readAt,
    );
    await holding.commit(async (tx, next) => {
      await keepRaw(tx, next, raw);
      const listings = page.products.flatMap((product) => product.canonical);
      const applied = await applyProducts(tx, next.shopId, listings, {
        observedAt: readAt,
        mappingVersion,
      });
      const unusable = new Set(applied.unusable.map((each) => each.itemId));
      await noteRejects(tx, next, {
        accepted: page.products
          .map((product) => product.raw.externalId)
          .filter((id) => !unusable.has(id)),
        rejected: [
          ...page.rejects.map((each) => ({
            externalId: each.raw.externalId,
            reason: each.reason,
          })),
          ...applied.unusable.map(({ itemId, reason }) => ({ externalId: itemId, reason })),
        ],
        now: readAt,
      });
      // Listings are what the partner counts; a row here is one listing, seen in this pass.
      const passStarted = next.checkpoint === null;
      const before = passStarted ? 0n : BigInt(next.windowMs ?? 0);
      const inPass = before + BigInt(page.products.length + page.rejects.length);
      next.windowMs = page.next === null ? null : Number(inPass);
      if (inPass > next.rows) next.rows = inPass;
      if (page.total !== null) next.expectedRows = BigInt(page.total);
      next.checkpoint = page.next;
      if (passStarted) next.plannedAt = startedAt;
      if (page.next === null) {
        // Fewer than the partner counts, or no count at all: what is missing may have been left out.
        if (page.total !== null && inPass >= BigInt(page.total)) await noteGone(tx, next, readAt);
        next.backfilledAt ??= readAt;
        next.currentAt = readAt;
        next.expectedRows = next.rows;
      }
      progressed(next);
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
 * The end of a complete pass. What this one and the one before did not bring is gone at the partner: one alone may
 * have missed a product that moved from page to page. `watermark` is when the last complete pass started.
 */
async function noteGone(tx: TenantTransaction, next: HeldStream, now: Date): Promise<void> {
  if (next.watermark) {
    const rejected = await tx.query<{ external_id: string }>(rejectedStatement, [...keyOf(next)]);
    await markGoneProducts(tx, next.shopId, {
      notSeenSince: next.watermark,
      except: rejected.map((row) => row.external_id),
      now,
    });
  }
  next.watermark = next.plannedAt;
}
