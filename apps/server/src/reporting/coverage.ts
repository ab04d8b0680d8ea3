import { dayFromNumber, dayNumber, localDays } from './local-day.ts';
import type { Period } from './period.ts';

/** What has been read of a shop: told by whoever collects, so that a report can say what it lacks. */
export interface ShopCoverage {
  shopId: string;
  /** Everything that happened up to here is in; null before the first reading is complete. */
  asOf: Date | null;
  /** Stretches of order times that are still to be read. */
  open: { from: Date; to: Date }[];
}

export type ReadCoverage = (tenantId: string) => Promise<ShopCoverage[]>;

/** An order can be paid on the day after it was placed, so a stretch keeps the next day open too. */
const carryMs = 86_400_000;

/** The days of a period that a shop's open stretches touch. */
export function loadingDays(
  coverage: Pick<ShopCoverage, 'open'>,
  period: Period,
  timeZone: string,
): Set<string> {
  const dayOf = localDays(timeZone);
  const first = dayNumber(period.from);
  const last = dayNumber(period.to);
  const days = new Set<string>();
  for (const { from, to } of coverage.open) {
    if (to <= from) continue;
    const start = Math.max(first, dayNumber(dayOf(from)));
    const end = Math.min(last, dayNumber(dayOf(new Date(to.getTime() - 1 + carryMs))));
    for (let day = start; day <= end; day += 1) days.add(dayFromNumber(day));
  }
  return days;
}
