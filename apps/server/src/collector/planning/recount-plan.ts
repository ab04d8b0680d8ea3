import { addDays, localDays, startOfDay } from '../../platform/calendar.ts';
import type { TimeRange } from './window-plan.ts';

const hourMs = 3_600_000;
/** Delay between the end of a day and its recount, because partners show some orders late. */
const recountAfterMs = 6 * hourMs;
/** Partners are even later on campaign days and the day after: these are recounted on the next two days too. */
const campaignRecountDelaysMs = [30 * hourMs, 54 * hourMs];
/** Limits the recounts after a long pause. The sync of changes covers older days. */
const maxDays = 31;

/** Whether day and month are the same number (1.1 to 12.12); marketplaces then sell several times as much. */
export function isCampaignDay(day: string): boolean {
  return day.slice(5, 7) === day.slice(8, 10);
}

/** Returns the delays after the end of a day at which it is recounted, in milliseconds. */
function recountDelaysOf(day: string): number[] {
  const isLate = isCampaignDay(day) || isCampaignDay(addDays(day, -1));
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
