import type { Notification } from '@seller-connect/contract';
import { addDays, todayIn } from '../../i18n/calendarDays.ts';

/** The notifications of one day, newest first. */
export interface DayGroup {
  /** Instant of the first notification in the group. */
  readonly at: string;
  readonly day: 'today' | 'yesterday' | 'earlier';
  readonly items: readonly Notification[];
}

/** Groups notifications by the days of a time zone and preserves their order. */
export function groupByDay(
  items: readonly Notification[],
  now: number,
  timeZone: string,
): DayGroup[] {
  const today = todayIn(timeZone, now);
  const yesterday = addDays(today, -1);
  const groups: { key: string; items: Notification[] }[] = [];
  for (const item of items) {
    const key = todayIn(timeZone, Date.parse(item.at));
    const last = groups.at(-1);
    if (last?.key === key) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups.map(({ key, items: ofDay }) => ({
    at: ofDay[0]?.at ?? '',
    day: key === today ? 'today' : key === yesterday ? 'yesterday' : 'earlier',
    items: ofDay,
  }));
}

/** From how many on, finished first syncs in a row are shown as one. */
const minStacked = 3;

/**
 * Joins finished first syncs in a row, because a team links many shops at once. Returns one list for each row of the
 * panel.
 */
export function stackFirstSyncs(items: readonly Notification[]): (readonly Notification[])[] {
  const stacks: Notification[][] = [];
  for (const item of items) {
    const last = stacks.at(-1);
    const isSame = item.kind === 'first_sync_done' && last?.[0]?.kind === item.kind;
    if (isSame) last.push(item);
    else stacks.push([item]);
  }
  return stacks.flatMap((stack) =>
    stack.length >= minStacked ? [stack] : stack.map((item) => [item]),
  );
}
