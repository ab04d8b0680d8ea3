import type { OrdersPage } from '@seller-connect/partners';
import { commitOrders, packPages } from './commit-orders.ts';
import type { Holding } from '../leases/stream-lease.ts';
import { onItsWayMs } from '../leases/sync-interval.ts';
import {
  changeStep,
  mostOrdersInWindow,
  watermarkAfter,
  watermarkOf,
  type ChangeStep,
} from '../planning/window-plan.ts';
import { noteChanges } from './window-store.ts';

const mostPasses = 3;

/**
 * Reads everything that changed since it was last read, up to the present.
 * @returns how many orders had changed without being known, and not just now
 */
export async function readChanges(holding: Holding): Promise<number> {
  let inSteps = false;
  let untold = 0;
  for (;;) {
    const since = watermarkOf(holding.held);
    if (!since) return untold;
    const step = changeStep(since, holding.now(), inSteps);
    const read = await readStep(holding, since, step, !inSteps);
    untold += read ?? 0;
    if (read !== null && step.last) return untold;
    inSteps = true;
  }
}

/**
 * One step. A row that changes while pages are read can slip from one page to another; a reading that saw
 * fewer orders than the partner counted is therefore repeated.
 * @returns null, having read nothing, when `mayRefuse` and there is more than fits one step.
 */
async function readStep(
  holding: Holding,
  since: Date,
  step: ChangeStep,
  mayRefuse: boolean,
): Promise<number | null> {
  let newest: Date | null = null;
  let pagesRead = 0;
  let untold = 0;
  for (let pass = 1; ; pass += 1) {
    const seen = new Set<string>();
    let total = 0;
    let next: string | null = null;
    do {
      let mappingVersion = 0;
      const page: OrdersPage = await holding.ask((connector, access) => {
        mappingVersion = connector.mappingVersion;
        return connector.readOrders(
          access,
          { field: 'updated', ...step.span },
          next,
          holding.signal,
        );
      });
      pagesRead += 1;
      if (next === null) total = page.total;
      if (mayRefuse && total > mostOrdersInWindow) return null;
      next = page.next;
      for (const { canonical } of page.orders) {
        seen.add(canonical.orderId);
        if (!newest || canonical.updatedAt > newest) newest = canonical.updatedAt;
      }
      for (const { raw } of page.rejects) seen.add(raw.externalId);
      if (page.orders.length + page.rejects.length > 0) {
        const read = await packPages([page], holding.now(), mappingVersion);
        const changed = await holding.commit((tx, stream) => commitOrders(tx, stream, read));
        const before = new Date(read.raw.fetchedAt.getTime() - onItsWayMs);
        untold += changed.filter(({ updatedAt }) => updatedAt < before).length;
      }
    } while (next !== null);
    if (seen.size < total && pass < mostPasses) continue;
    await holding.commit(async (tx, stream) => {
      stream.watermark = watermarkAfter(since, step, newest);
      if (seen.size >= total) stream.currentAt = step.upTo;
      await noteChanges(
        tx,
        stream,
        {
          from: step.span.from,
          to: step.upTo,
          passes: pass,
          pages: pagesRead,
          seen: seen.size,
          expected: total,
          distinct: seen.size,
        },
        holding.now(),
      );
    });
    return untold;
  }
}
