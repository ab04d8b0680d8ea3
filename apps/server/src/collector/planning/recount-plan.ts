import { addDays, localDays, startOfDay } from '../../reporting/index.ts';
import type { TimeRange } from './window-plan.ts';

/** Which days are counted once more after they are over. Pure. */

const hourMs = 3_600_000;
/** A partner shows some orders late: a day is counted so long after its end. */
const recountAfterMs = 6 * hourMs;
/** On campaign days, and in their wake, partners are later still: those days are counted on the next two days too. */
const campaignRecountDelaysMs = [30 * hourMs, 54 * hourMs];
/** After a longer silence the newest days will do: everything that changed is read besides. */
const maxDays = 31;

/** Double days, on which marketplaces sell several times as much: 9.9, 10.10, 11.11, 12.12 and the smaller ones. */
export function isCampaignDay(day: string): boolean {
  return day.slice(5, 7) === day.slice(8, 10);
}

/** Milliseconds after a day's end at which it is counted. */
function recountDelaysOf(day: string): number[] {
  const isLate = isCampaignDay(day) || isCampaignDay(addDays(day, -1));
  return isLate ? [recountAfterMs, ...campaignRecountDelaysMs] : [recountAfterMs];
}

/** The days of the shop's calendar that come due for a count after one instant and up to another, the newest first. */
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
