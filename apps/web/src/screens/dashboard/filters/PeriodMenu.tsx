import {
  previousCampaignDay,
  campaignName,
  latestCampaignDay,
} from '@seller-connect/contract/campaign-days';
import { CalendarIcon, MenuButton, type MenuEntry } from '@seller-connect/ui';
import type { DayRange } from '../../../lists/listParams.ts';
import { daysBetween } from '../../../i18n/calendarDays.ts';
import { formatPeriod } from '../report/metrics.tsx';
import { texts } from '../texts.ts';
import { selectedCampaign, presetPeriods, type ReportFilters } from './filters.ts';

export type PeriodChoice = Pick<ReportFilters, 'period' | 'from' | 'to' | 'compare'>;

export interface PeriodMenuProps {
  readonly filters: ReportFilters;
  /** The displayed days. */
  readonly shown: DayRange;
  /** Today in the shop's time zone. */
  readonly today: string;
  readonly onChange: (period: PeriodChoice) => void;
  /** Opens the form for a range of days. */
  readonly onCustom: () => void;
}

/** Number of days after which the latest campaign day is offered as a comparison only. */
const recentCampaignDays = 62;

/** Selects the period: a preset, a campaign day, or a custom range of days. */
export function PeriodMenu({ filters, shown, today, onChange, onCustom }: PeriodMenuProps) {
  const { period } = filters;
  const campaign = selectedCampaign(filters);
  const latest = latestCampaignDay(today);
  const campaigns = [
    ...new Set([latest, previousCampaignDay(latest), ...(campaign ? [campaign] : [])]),
  ]
    .filter((day) => day === campaign || daysBetween(day, today) <= recentCampaignDays)
    .toSorted()
    .toReversed();
  const entries: MenuEntry[] = [
    ...([...presetPeriods, 'month', 'last_month'] as const).map((value) => ({
      kind: 'choice' as const,
      id: value,
      label: texts.periods[value],
      chosen: period === value,
      onSelect: () => onChange({ period: value }),
    })),
    { kind: 'heading', id: 'campaigns', label: texts.campaigns },
    ...campaigns.map((day) => ({
      kind: 'choice' as const,
      id: day,
      label: campaignName(day) ?? day,
      chosen: day === campaign,
      onSelect: () => onChange({ period: 'custom', from: day, to: day, compare: 'campaign' }),
    })),
    { kind: 'separator', id: 'line' },
    {
      kind: 'choice',
      id: 'custom',
      label: texts.periods.custom,
      chosen: period === 'custom' && campaign === null,
      onSelect: onCustom,
    },
  ];
  const value =
    campaign !== null
      ? (campaignName(campaign) ?? campaign)
      : period === 'custom'
        ? formatPeriod(shown)
        : texts.periods[period];
  return (
    <MenuButton label={texts.period} value={value} icon={<CalendarIcon />} entries={entries} />
  );
}
