import type { ReportComparison } from '@seller-connect/contract';
import { campaignName } from '@seller-connect/contract/campaign-days';
import { formats } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { texts } from '../texts.ts';

/** Returns the short name of the comparison, used as the name of its series. */
export function comparisonName({ kind }: Pick<ReportComparison, 'kind'>): string {
  return knownText(texts.compared.names, kind, texts.compared.names.period);
}

/** Returns the days of the comparison as a label: “yesterday until 14:37”, “10.10”, “16/11 – 22/11/2025”. */
export function comparisonDaysText(previous: ReportComparison): string {
  const { until } = previous;
  const days = describeDays(previous, until !== null);
  // The second comparison of a day omits the time, which the first one shows.
  const isWeekday = previous.kind === 'week' && previous.from === previous.to;
  if (until === null || isWeekday) return days;
  return texts.compared.until(days, until);
}

function describeDays({ kind, from, to }: ReportComparison, isOpen: boolean): string {
  const labels = texts.compared;
  if (kind === 'campaign') return campaignName(from) ?? formats.shortDay(from);
  if (kind === 'year') {
    return formats.range(from === to ? formats.day(from) : formats.shortDay(from), formats.day(to));
  }
  if (kind === 'day' && isOpen) return labels.yesterday;
  if (kind === 'week' && isOpen && from === to) return labels.lastWeekday(weekdayOf(from));
  return formats.range(formats.shortDay(from), formats.shortDay(to));
}

/** Returns the name of the weekday. Index 0 is Sunday. */
function weekdayOf(day: string): string {
  return texts.compared.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
}
