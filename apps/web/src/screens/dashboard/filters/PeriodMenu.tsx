import { campaignName } from '@seller-connect/contract/campaign-days';
import { CalendarIcon, ChoiceButton, Popover, Skeleton } from '@seller-connect/ui';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import type { DayRange } from '../../../lists/listParams.ts';
import { formatPeriod } from '../report/metrics.tsx';
import { texts } from '../texts.ts';
import { selectedCampaign, type ReportFilters } from './filters.ts';

/** Loaded when the menu opens. */
const PeriodPanel = lazyBlock(
  () => import('./PeriodPanel.tsx'),
  <div aria-busy="true">
    <Skeleton shape="block" />
  </div>,
);

export type PeriodChoice = Pick<ReportFilters, 'period' | 'from' | 'to' | 'compare'>;

export interface PeriodMenuProps {
  readonly filters: ReportFilters;
  readonly shown: DayRange;
  /** Today in the shop's time zone. */
  readonly today: string;
  /** The first day with data; undefined while unknown. */
  readonly firstDay?: string | undefined;
  readonly onChange: (period: PeriodChoice) => void;
}

/** Selects the period: a preset, a campaign day, or any days in a calendar. On a phone, the choice is a sheet. */
export function PeriodMenu({ onChange, ...props }: PeriodMenuProps) {
  return (
    <Popover
      label={texts.period}
      align="start"
      wide
      renderTrigger={(trigger) => (
        <ChoiceButton
          {...trigger}
          label={texts.period}
          value={periodName(props.filters, props.shown)}
          icon={<CalendarIcon />}
        />
      )}
    >
      {(close) => (
        <PeriodPanel
          {...props}
          onChange={(period) => {
            close();
            onChange(period);
          }}
        />
      )}
    </Popover>
  );
}

/** Returns the name of a period: a preset, a campaign day, or its days. */
export function periodName(
  filters: Pick<ReportFilters, 'period' | 'from' | 'to'>,
  shown: DayRange,
): string {
  const { period } = filters;
  const campaign = selectedCampaign(filters);
  if (campaign !== null) return campaignName(campaign) ?? campaign;
  return period === 'custom' ? formatPeriod(shown) : texts.periods[period];
}
