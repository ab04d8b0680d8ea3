import { commitOrders, fetchOrders, packOrderPages, type MappedPage } from './commit-orders.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import { pushGraceMs } from '../leases/sync-interval.ts';
import {
  changeStep,
  maxOrdersPerWindow,
  watermarkAfter,
  effectiveWatermark,
  type ChangeStep,
} from '../planning/window-plan.ts';
import { recordChanges } from './window-store.ts';

const maxPasses = 3;

/**
 * Fetches orders that changed since the watermark, up to the present.
 * @returns the number of changed orders that were not known yet and changed more than `pushGraceMs` ago
 */
export async function syncChanges(lease: StreamLease): Promise<number> {
  let inSteps = false;
  let missedChanges = 0;
  for (;;) {
    const since = effectiveWatermark(lease.stream);
    if (!since) return missedChanges;
    const step = changeStep(since, lease.now(), inSteps);
    const missedInStep = await syncStep(lease, since, step, !inSteps);
    missedChanges += missedInStep ?? 0;
    if (missedInStep !== null && step.last) return missedChanges;
    inSteps = true;
  }
}

/**
 * Fetches one step. An order that changes meanwhile can move from one page to another, so a pass that saw fewer orders
 * than the partner counted is repeated, up to `maxPasses`.
 * @returns the number of missed changes; null if `canRefuse` and there is more than fits into one step
 */
async function syncStep(
  lease: StreamLease,
  since: Date,
  step: ChangeStep,
  canRefuse: boolean,
): Promise<number | null> {
  let newest: Date | null = null;
  let pageCount = 0;
  let missedChanges = 0;
  for (let pass = 1; ; pass += 1) {
    const seen = new Set<string>();
    let total = 0;
    let next: string | null = null;
    do {
      const { page, mappingVersion }: MappedPage = await fetchOrders(
        lease,
        { field: 'updated', ...step.span },
        next,
      );
      pageCount += 1;
      if (next === null) total = page.total;
      if (canRefuse && total > maxOrdersPerWindow) return null;
      next = page.next;
      for (const { canonical } of page.orders) {
        seen.add(canonical.orderId);
        if (!newest || canonical.updatedAt > newest) newest = canonical.updatedAt;
      }
      for (const { raw } of page.rejects) seen.add(raw.externalId);
      if (page.orders.length + page.rejects.length > 0) {
        const batch = await packOrderPages([page], lease.now(), mappingVersion);
        const changed = await lease.commit((tx, stream) => commitOrders(tx, stream, batch));
        const before = new Date(batch.raw.fetchedAt.getTime() - pushGraceMs);
        missedChanges += changed.filter(({ updatedAt }) => updatedAt < before).length;
      }
    } while (next !== null);
    if (seen.size < total && pass < maxPasses) continue;
    await lease.commit(async (tx, stream) => {
      stream.watermark = watermarkAfter(since, step, newest);
      if (seen.size >= total) stream.currentAt = step.upTo;
      await recordChanges(
        tx,
        stream,
        {
          from: step.span.from,
          to: step.upTo,
          passes: pass,
          pages: pageCount,
          seen: seen.size,
          expected: total,
          distinct: seen.size,
        },
        lease.now(),
      );
    });
    return missedChanges;
  }
}
