import { countOrders } from '../../reporting/index.ts';
import type { Holding } from '../leases/stream-lease.ts';
import { daysToSettle } from '../planning/recount-plan.ts';
import { reopenSpan } from './window-store.ts';

/**
 * Counts days that are over once more at the partner. One that has more orders than we hold, which no reading of changes
 * has shown, is opened to be read again.
 * @returns how many days are
 */
export async function settleDays(
  holding: Pick<Holding, 'held' | 'shop' | 'signal' | 'now' | 'ask' | 'commit'>,
): Promise<number> {
  const { settledAt, plannedAt } = holding.held;
  const after = settledAt ?? plannedAt;
  if (!after) return 0;
  const now = holding.now();
  const days = daysToSettle(after, now, holding.shop.timeZone);
  if (days.length === 0) return 0;
  let reopened = 0;
  for (const day of days) {
    const counted = await holding.ask((connector, access) =>
      connector.countOrders(access, { field: 'created', ...day }, holding.signal),
    );
    await holding.commit(async (tx, next) => {
      const held = await countOrders(tx, next.shopId, day);
      if (counted <= held.withEnds) return;
      await reopenSpan(tx, next, day, now);
      reopened += 1;
    });
  }
  await holding.commit(async (_tx, next) => {
    next.settledAt = now;
  });
  return reopened;
}
