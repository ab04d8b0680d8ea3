import { useState, type FormEvent } from 'react';
import { Button, SegmentedControl, TextField } from '@seller-connect/ui';
import { monthOf, readTypedDay, typedDay } from './days.ts';
import styles from './PeriodPicker.module.css';
import { texts } from './texts.ts';
import { presetPeriods, rangeProblem, type ReportView } from './view.ts';

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

interface Problems {
  readonly from?: string;
  readonly to?: string;
}

function RangeForm({ shown, today, onChoose }: RangeFormProps) {
  const [from, setFrom] = useState(typedDay(shown.from));
  const [to, setTo] = useState(typedDay(shown.to));
  const [problems, setProblems] = useState<Problems>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const range = { from: readTypedDay(from), to: readTypedDay(to) };
    const found = problemsOf(range, today);
    setProblems(found);
    if (range.from !== null && range.to !== null && !found.from && !found.to) {
      onChoose({ from: range.from, to: range.to });
      return;
    }
    const field = event.currentTarget.elements.namedItem(found.from ? 'from' : 'to');
    if (field instanceof HTMLInputElement) field.focus();
  }
  function choose(range: Range) {
    setFrom(typedDay(range.from));
    setTo(typedDay(range.to));
    onChoose(range);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.field}>
        <TextField
          label={texts.from}
          name="from"
          figures
          inputMode="numeric"
          autoComplete="off"
          placeholder="D/M/YYYY"
          value={from}
          error={problems.from}
          onChange={(event) => {
            setFrom(event.currentTarget.value);
            setProblems({});
          }}
        />
      </div>
      <div className={styles.field}>
        <TextField
          label={texts.to}
          name="to"
          figures
          inputMode="numeric"
          autoComplete="off"
          placeholder="D/M/YYYY"
          value={to}
          error={problems.to}
          onChange={(event) => {
            setTo(event.currentTarget.value);
            setProblems({});
          }}
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

function problemsOf(
  { from, to }: { readonly from: string | null; readonly to: string | null },
  today: string,
): Problems {
  const words = texts.rangeProblems;
  if (from === null || to === null) {
    return { ...(from === null && { from: words.day }), ...(to === null && { to: words.day }) };
  }
  const problem = rangeProblem(from, to, today);
  if (problem === null) return {};
  return problem === 'early' ? { from: words.early } : { to: words[problem] };
}
