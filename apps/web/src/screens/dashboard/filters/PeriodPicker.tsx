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

/** A campaign day is offered by name for this many days. */
const recentCampaignDays = 14;

type Chosen = Pick<ReportFilters, 'period' | 'from' | 'to' | 'compare'>;

export interface PeriodPickerProps {
  readonly filters: ReportFilters;
  /** The displayed days, as initial values of the form. */
  readonly shown: DayRange;
  /** Today in the shop's time zone. */
  readonly today: string;
  readonly onChange: (period: Chosen) => void;
}

/** Selects the period: common presets, or a custom range of two typed days. */
export function PeriodPicker({ filters, shown, today, onChange }: PeriodPickerProps) {
  const { period } = filters;
  const [choosing, setChoosing] = useKeyedState(
    JSON.stringify([period, filters.from, filters.to]),
    false,
  );
  const last = latestCampaignDay(today);
  const near = daysBetween(last, today) <= recentCampaignDays ? last : null;
  const campaign = selectedCampaign(filters) ?? near;
  const isCampaign = campaign !== null && campaign === selectedCampaign(filters);
  const inForm = choosing || period === 'last_month' || (period === 'custom' && !isCampaign);
  const campaigns = [last, previousCampaignDay(last)].filter((each) => each !== campaign);
  const choose = (chosen: Chosen) => {
    setChoosing(false);
    onChange(chosen);
  };
  return (
    <div className={styles.picker}>
      <SegmentedControl
        label={texts.period}
        value={inForm ? 'custom' : isCampaign ? 'campaign' : period}
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
          setChoosing(chosen === 'custom');
          if (chosen === 'campaign') {
            if (campaign !== null) onChange(ofCampaign(campaign));
          } else if (chosen !== 'custom') onChange({ period: chosen });
        }}
      />
      {inForm && (
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
              onClick={() => choose(ofCampaign(date))}
            >
              {texts.campaign(campaignName(date) ?? date)}
            </Button>
          ))}
        </DateRangeForm>
      )}
    </div>
  );
}

/** A campaign day, compared with the previous one. */
function ofCampaign(date: string): Chosen {
  return { period: 'custom', from: date, to: date, compare: 'campaign' };
}
