import {
  previousCampaignDay,
  campaignName,
  latestCampaignDay,
} from '@seller-connect/contract/campaign-days';
import { Button, SegmentedControl } from '@seller-connect/ui';
import { useKeyedState } from '../../../forms/index.ts';
import { DateRangeForm } from '../../../lists/DateRangeForm.tsx';
import type { DayRange } from '../../../lists/listParams.ts';
import { daysBetween } from '../../../i18n/calendarDays.ts';
import styles from './PeriodPicker.module.css';
import { texts } from '../texts.ts';
import {
  selectedCampaign,
  earliestDay,
  presetPeriods,
  rangeProblem,
  type ReportFilters,
} from './filters.ts';

/** Number of days for which the latest campaign day is one of the presets. */
const recentCampaignDays = 14;

type PeriodChoice = Pick<ReportFilters, 'period' | 'from' | 'to' | 'compare'>;

export interface PeriodPickerProps {
  readonly filters: ReportFilters;
  /** The displayed days, as initial values of the form. */
  readonly shown: DayRange;
  /** Today in the shop's time zone. */
  readonly today: string;
  readonly onChange: (period: PeriodChoice) => void;
}

/** Selects the period: a preset, or a custom range of days. */
export function PeriodPicker({ filters, shown, today, onChange }: PeriodPickerProps) {
  const { period } = filters;
  const [isFormOpen, setFormOpen] = useKeyedState(
    JSON.stringify([period, filters.from, filters.to]),
    false,
  );
  const latest = latestCampaignDay(today);
  const recent = daysBetween(latest, today) <= recentCampaignDays ? latest : null;
  const campaign = selectedCampaign(filters) ?? recent;
  const isCampaign = campaign !== null && campaign === selectedCampaign(filters);
  const showsForm = isFormOpen || period === 'last_month' || (period === 'custom' && !isCampaign);
  const campaigns = [latest, previousCampaignDay(latest)].filter((each) => each !== campaign);
  const choose = (chosen: PeriodChoice) => {
    setFormOpen(false);
    onChange(chosen);
  };
  return (
    <div className={styles.picker}>
      <SegmentedControl
        label={texts.period}
        value={showsForm ? 'custom' : isCampaign ? 'campaign' : period}
        options={[
          ...[...presetPeriods, 'month' as const].map((value) => ({
            value,
            label: texts.periods[value],
          })),
          ...(campaign === null
            ? []
            : [{ value: 'campaign' as const, label: campaignName(campaign) ?? campaign }]),
          { value: 'custom' as const, label: texts.periods.custom },
        ]}
        onValueChange={(chosen) => {
          setFormOpen(chosen === 'custom');
          if (chosen === 'campaign') {
            if (campaign !== null) onChange(campaignDayFilters(campaign));
          } else if (chosen !== 'custom') onChange({ period: chosen });
        }}
      />
      {showsForm && (
        <DateRangeForm
          // A range that changed elsewhere (by a preset or the address) resets the form.
          key={`${shown.from} ${shown.to}`}
          shown={shown}
          min={earliestDay}
          max={today}
          problemOf={({ from, to }) =>
            rangeProblem(from, to) === 'long' ? texts.rangeTooLong : null
          }
          submitLabel={texts.show}
          onChoose={(days) => choose({ period: 'custom', ...days })}
        >
          <Button variant="quiet" size="small" onClick={() => choose({ period: 'last_month' })}>
            {texts.lastMonth}
          </Button>
          {campaigns.map((date) => (
            <Button
              key={date}
              variant="quiet"
              size="small"
              onClick={() => choose(campaignDayFilters(date))}
            >
              {texts.campaign(campaignName(date) ?? date)}
            </Button>
          ))}
        </DateRangeForm>
      )}
    </div>
  );
}

/** Returns the filters of a campaign day that is compared with the previous one. */
function campaignDayFilters(date: string): PeriodChoice {
  return { period: 'custom', from: date, to: date, compare: 'campaign' };
}
