import {
  previousCampaignDay,
  campaignName,
  latestCampaignDay,
} from '@seller-connect/contract/campaign-days';
import { useRef, useState, type FormEvent } from 'react';
import { Button, SegmentedControl, TextField } from '@seller-connect/ui';
import {
  validate,
  day,
  notBlank,
  required,
  useFieldErrors,
  useKeyedState,
  type FieldErrors,
} from '../../../forms/index.ts';
import { daysBetween, parseTypedDay, formatTypedDay } from '../../../i18n/calendarDays.ts';
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

export interface DateRange {
  readonly from: string;
  readonly to: string;
}

type Chosen = Pick<ReportFilters, 'period' | 'from' | 'to' | 'compare'>;

export interface PeriodPickerProps {
  readonly view: ReportFilters;
  /** The displayed days, as initial values of the form. */
  readonly shown: DateRange;
  /** Today in the shop's time zone. */
  readonly today: string;
  readonly onChange: (period: Chosen) => void;
}

/** Selects the period: common presets, or a custom range of two typed days. */
export function PeriodPicker({ view: filters, shown, today, onChange }: PeriodPickerProps) {
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
        <RangeForm
          // A range that changed elsewhere (by a preset or the address) resets the form.
          key={`${shown.from} ${shown.to}`}
          shown={shown}
          today={today}
          campaigns={[last, previousCampaignDay(last)].filter((each) => each !== campaign)}
          onChoose={(days) => {
            setChoosing(false);
            onChange(days);
          }}
        />
      )}
    </div>
  );
}

/** A campaign day, compared with the previous one. */
function ofCampaign(date: string): Chosen {
  return { period: 'custom', from: date, to: date, compare: 'campaign' };
}

interface RangeFormProps {
  readonly shown: DateRange;
  readonly today: string;
  /** Campaign days offered in the form. */
  readonly campaigns: readonly string[];
  readonly onChoose: (days: Chosen) => void;
}

type Problems = FieldErrors<'from' | 'to'>;

function RangeForm({ shown, today, campaigns, onChoose }: RangeFormProps) {
  const [from, setFrom] = useState(formatTypedDay(shown.from));
  const [to, setTo] = useState(formatTypedDay(shown.to));
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, ['from', 'to']);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (errors.show(problemsOf({ from, to }, today))) return;
    onChoose({
      period: 'custom',
      from: parseTypedDay(from) ?? shown.from,
      to: parseTypedDay(to) ?? shown.to,
    });
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.field}>
        <TextField
          label={texts.from}
          {...errors.field('from')}
          tabularNums
          inputMode="numeric"
          autoComplete="off"
          placeholder="D/M/YYYY"
          value={from}
          onInput={() => errors.clear()}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
      </div>
      <div className={styles.field}>
        <TextField
          label={texts.to}
          {...errors.field('to')}
          tabularNums
          inputMode="numeric"
          autoComplete="off"
          placeholder="D/M/YYYY"
          value={to}
          onInput={() => errors.clear()}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit">{texts.show}</Button>
        <Button variant="quiet" size="small" onClick={() => onChoose({ period: 'last_month' })}>
          {texts.lastMonth}
        </Button>
        {campaigns.map((date) => (
          <Button
            key={date}
            variant="quiet"
            size="small"
            onClick={() => onChoose(ofCampaign(date))}
          >
            {texts.campaign(campaignName(date) ?? date)}
          </Button>
        ))}
      </div>
    </form>
  );
}

/** Validates the two typed days: each by itself first, then the range. */
function problemsOf(typed: Readonly<Record<'from' | 'to', string>>, today: string): Problems {
  const alone = validate(typed, {
    from: { label: texts.from, rules: [required(), notBlank(), day({ min: earliestDay })] },
    to: { label: texts.to, rules: [required(), notBlank(), day({ max: today })] },
  });
  if (alone.from !== undefined || alone.to !== undefined) return alone;
  const problem = rangeProblem(parseTypedDay(typed.from) ?? '', parseTypedDay(typed.to) ?? '');
  return problem === 'reversed' || problem === 'long' ? { to: texts.rangeProblems[problem] } : {};
}
