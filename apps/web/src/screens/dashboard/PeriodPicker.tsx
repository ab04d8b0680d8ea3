import { useRef, useState, type FormEvent } from 'react';
import { Button, SegmentedControl, TextField } from '@seller-connect/ui';
import {
  check,
  day,
  notBlank,
  required,
  useFieldErrors,
  type FieldErrors,
} from '../../forms/index.ts';
import { monthOf, readTypedDay, typedDay } from '../../texts/days.ts';
import styles from './PeriodPicker.module.css';
import { texts } from './texts.ts';
import { earliestDay, presetPeriods, rangeProblem, type ReportView } from './view.ts';

type Choice = ReportView['period'];

const choices: readonly Choice[] = [...presetPeriods, 'custom'];

export interface Range {
  readonly from: string;
  readonly to: string;
}

export interface PeriodPickerProps {
  readonly view: ReportView;
  /** The days that are shown now, to start a choice from. */
  readonly shown: Range;
  /** The shop's day. */
  readonly today: string;
  readonly onChange: (period: Pick<ReportView, 'period' | 'from' | 'to'>) => void;
}

/** The period: four that are asked for most, and any range in two typed days. */
export function PeriodPicker({ view, shown, today, onChange }: PeriodPickerProps) {
  const [choosing, setChoosing] = useState(false);
  const custom = choosing || view.period === 'custom';
  return (
    <div className={styles.picker}>
      <SegmentedControl
        label={texts.period}
        value={custom ? 'custom' : view.period}
        options={choices.map((value) => ({ value, label: texts.periods[value] }))}
        onValueChange={(period) => {
          setChoosing(period === 'custom');
          if (period !== 'custom') onChange({ period });
        }}
      />
      {custom && (
        <RangeForm
          // A range that came from elsewhere (a preset, the address) starts the form anew.
          key={`${shown.from} ${shown.to}`}
          shown={shown}
          today={today}
          onChoose={(range) => {
            setChoosing(false);
            onChange({ period: 'custom', ...range });
          }}
        />
      )}
    </div>
  );
}

interface RangeFormProps {
  readonly shown: Range;
  readonly today: string;
  readonly onChoose: (range: Range) => void;
}

type Problems = FieldErrors<'from' | 'to'>;

function RangeForm({ shown, today, onChoose }: RangeFormProps) {
  const [from, setFrom] = useState(typedDay(shown.from));
  const [to, setTo] = useState(typedDay(shown.to));
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, ['from', 'to']);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (errors.show(problemsOf({ from, to }, today))) return;
    onChoose({ from: readTypedDay(from) ?? shown.from, to: readTypedDay(to) ?? shown.to });
  }
  function choose(range: Range) {
    setFrom(typedDay(range.from));
    setTo(typedDay(range.to));
    onChoose(range);
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.field}>
        <TextField
          label={texts.from}
          {...errors.field('from')}
          figures
          inputMode="numeric"
          autoComplete="off"
          placeholder="D/M/YYYY"
          value={from}
          onInput={() => errors.show({})}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
      </div>
      <div className={styles.field}>
        <TextField
          label={texts.to}
          {...errors.field('to')}
          figures
          inputMode="numeric"
          autoComplete="off"
          placeholder="D/M/YYYY"
          value={to}
          onInput={() => errors.show({})}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit">{texts.show}</Button>
        <Button variant="quiet" size="small" onClick={() => choose(monthOf(today))}>
          {texts.thisMonth}
        </Button>
        <Button variant="quiet" size="small" onClick={() => choose(monthOf(today, 1))}>
          {texts.lastMonth}
        </Button>
      </div>
    </form>
  );
}

/** What is wrong with the two typed days: each alone first, then both together. */
function problemsOf(typed: Readonly<Record<'from' | 'to', string>>, today: string): Problems {
  const alone = check(typed, {
    from: { label: texts.from, rules: [required(), notBlank(), day({ min: earliestDay })] },
    to: { label: texts.to, rules: [required(), notBlank(), day({ max: today })] },
  });
  if (alone.from !== undefined || alone.to !== undefined) return alone;
  const problem = rangeProblem(readTypedDay(typed.from) ?? '', readTypedDay(typed.to) ?? '');
  return problem === 'reversed' || problem === 'long' ? { to: texts.rangeProblems[problem] } : {};
}
