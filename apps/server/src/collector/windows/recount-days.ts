import { countOrders } from '../../reporting/index.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import { daysToRecount } from '../planning/recount-plan.ts';
import { countRejects } from '../raw/reject-store.ts';
import { reopenRange } from './window-store.ts';

/**
 * Recounts finished days at the partner. A day with more orders at the partner than stored is reopened as a window: the
 * syncs of changes missed some.
 * @returns the number of reopened days
 */
export async function recountFinishedDays(lease: StreamLease): Promise<number> {
  const { recountedAt, plannedAt } = lease.stream;
  const after = recountedAt ?? plannedAt;
  if (!after) return 0;
  const now = lease.now();
  const days = daysToRecount(after, now, lease.shop.timeZone);
  if (days.length === 0) return 0;
  let reopenedCount = 0;
  for (const day of days) {
    const partnerCount = await lease.callMarketplace((connector, access) =>
      connector.countOrders(access, { field: 'created', ...day }, lease.signal),
    );
    await lease.commit(async (tx, next) => {
      const stored = await countOrders(tx, next.shopId, day);
      // Known once the day was fetched as a window of its own.
      const rejects = await countRejects(tx, next, day.from);
      if (partnerCount <= stored.withEnds + rejects) return;
      await reopenRange(tx, next, day, now);
      reopenedCount += 1;
    });
  }
  await lease.commit(async (_tx, next) => {
    next.recountedAt = now;
  });
  return reopenedCount;
}
