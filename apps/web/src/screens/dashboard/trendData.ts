import { campaignName } from '@seller-connect/contract/campaign-days';
import type { TrendPointLabel, TrendSeries } from '@seller-connect/ui/charts';
import { formats } from '../../i18n/index.ts';
import { texts } from './texts.ts';

interface TrendDay {
  readonly day: string;
  readonly complete: boolean;
}

/** Returns the labels of a day: its date, the campaign of that day, and whether it can still change. */
export function dayLabel({ day, complete }: TrendDay): TrendPointLabel {
  const campaign = campaignName(day);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const lead = texts.compared.weekdays[weekday];
  return {
    ...(lead !== undefined && { lead: lead.charAt(0).toLocaleUpperCase() + lead.slice(1) }),
    ...(campaign !== null && { events: [{ name: campaign }] }),
    short: formats.shortDay(day),
    long: formats.day(day),
    ...(complete ? {} : { open: texts.trend.open }),
  };
}

/** Returns a series of amounts; null for no value. */
export function moneySeries(
  series: Pick<TrendSeries, 'id' | 'name' | 'look'>,
  amounts: readonly (string | null)[],
  currency: string,
): TrendSeries {
  return {
    ...series,
    values: amounts.map((amount) => (amount === null ? null : Number(amount))),
    textOf(index) {
      const amount = amounts[index] ?? null;
      return amount === null ? '–' : formats.money(amount, currency);
    },
  };
}
