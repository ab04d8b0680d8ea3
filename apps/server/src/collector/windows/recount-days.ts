import { campaignName } from '@seller-connect/contract/campaign-days';
import { countOrders } from '../../reporting/index.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import { countRejects } from '../raw/reject-store.ts';
import { reopenRange } from './window-store.ts';
import { addDays, localDays, startOfDay } from '../../platform/calendar.ts';
import type { TimeRange } from '../planning/window-plan.ts';

/**
 * Recounts finished days at the partner. A day with more orders at the partner than stored is reopened as a window: the
 * syncs of changes missed some.
 * @returns the number of reopened days
 */
export async function recountFinishedDays(lease: StreamLease): Promise<number> {
  const { recountedAt, plannedAt } = lease.stream;
  const now = lease.now();
  // A worker whose clock was ahead stored an instant to come: all days since the plan are recounted, up to `maxDays`.
  const after = recountedAt && recountedAt <= now ? recountedAt : plannedAt;
  if (!after) return 0;
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
      const rejects = await countRejects(tx, next, day);
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

const hourMs = 3_600_000;
/** Delay between the end of a day and its recount, because partners show some orders late. */
const recountAfterMs = 6 * hourMs;
/**
 * On campaign days, marketplaces sell several times as much. Partners are even later then and on the day after: these are
 * recounted on the next two days too.
 */
const campaignRecountDelaysMs = [30 * hourMs, 54 * hourMs];
/** Limits the recounts after a long pause. The sync of changes covers older days. */
const maxDays = 31;

/** Returns the delays after the end of a day at which it is recounted, in milliseconds. */
function recountDelaysOf(day: string): number[] {
  const isLate = [day, addDays(day, -1)].some((each) => campaignName(each) !== null);
  return isLate ? [recountAfterMs, ...campaignRecountDelaysMs] : [recountAfterMs];
}

/** Returns the days in the shop's time zone whose recount falls due after `after` and up to `upTo`, newest first. */
export function daysToRecount(after: Date, upTo: Date, timeZone: string): TimeRange[] {
  const dayOf = localDays(timeZone);
  const oldest = addDays(
    dayOf(after),
    -Math.ceil(Math.max(...campaignRecountDelaysMs) / (24 * hourMs)) - 1,
  );
  const due: TimeRange[] = [];
  for (let day = dayOf(upTo); day >= oldest && due.length < maxDays; day = addDays(day, -1)) {
    const to = startOfDay(addDays(day, 1), timeZone);
    const isDue = recountDelaysOf(day).some((ms) => {
      const at = to.getTime() + ms;
      return at > after.getTime() && at <= upTo.getTime();
    });
    if (isDue) due.push({ from: startOfDay(day, timeZone), to });
  }
  return due;
}
