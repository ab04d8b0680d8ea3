import type { Shop } from '@seller-connect/contract';
import { campaignName } from '@seller-connect/contract/campaign-days';
import type { TrendEvent } from '@seller-connect/ui/charts';
import { addDays, todayIn } from '../../../../i18n/calendarDays.ts';
import { formats } from '../../../../i18n/index.ts';
import type { Granularity } from '../../filters/filters.ts';
import { texts } from '../../texts.ts';
import type { ChartPoint } from '../trend/chartData.ts';

const labels = texts.trend.events;

/**
 * First days of Tết. In 2030, the Vietnamese year begins one day before the Chinese one: the new moon falls between the
 * midnights of Hanoi and Beijing.
 */
export const tetDays: ReadonlySet<string> = new Set([
  '2015-02-19',
  '2016-02-08',
  '2017-01-28',
  '2018-02-16',
  '2019-02-05',
  '2020-01-25',
  '2021-02-12',
  '2022-02-01',
  '2023-01-22',
  '2024-02-10',
  '2025-01-29',
  '2026-02-17',
  '2027-02-06',
  '2028-01-26',
  '2029-02-13',
  '2030-02-02',
  '2031-01-23',
  '2032-02-11',
  '2033-01-31',
  '2034-02-19',
  '2035-02-08',
]);

/** The day of the month of the marketplaces' payday sales in Vietnam. */
const payday = '25';

/** Longest charts, in points, that name paydays and campaign days. */
const maxPointsWithPaydays = 62;
const maxPointsWithCampaigns = 400;

/** Returns a function that names what happened in a point of a chart. */
export function annotate(
  points: readonly ChartPoint[],
  granularity: Granularity,
  shops: readonly Shop[],
): (point: ChartPoint) => readonly TrendEvent[] {
  const linked = Map.groupBy(shops, ({ linkedAt, timeZone }) =>
    todayIn(timeZone, Date.parse(linkedAt)),
  );
  const isShort = granularity === 'hour' || granularity === 'day';
  const hasPaydays = isShort && points.length <= maxPointsWithPaydays;
  const hasCampaigns = granularity !== 'month' && points.length <= maxPointsWithCampaigns;

  function eventsOn(day: string): TrendEvent[] {
    const campaign = hasCampaigns ? campaignName(day) : null;
    const names = linked.get(day)?.map(({ name }) => name) ?? [];
    return [
      ...(tetDays.has(day) ? [{ name: labels.tet, short: labels.tetShort, important: true }] : []),
      ...(campaign === null ? [] : [{ name: campaign }]),
      ...(hasPaydays && day.endsWith(payday)
        ? [{ name: labels.payday, short: labels.paydayShort }]
        : []),
      ...(names.length === 0
        ? []
        : [
            {
              name: labels.linked(formats.list(names)),
              short: labels.linkedShort,
              tone: 'info' as const,
            },
          ]),
    ];
  }

  return ({ from, to, hour }) => {
    // The hours of one day need not name it; of several days, the first hour does.
    if (hour !== undefined && (hour > 0 || points.length <= 24)) return [];
    const events: TrendEvent[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) events.push(...eventsOn(day));
    return events;
  };
}
