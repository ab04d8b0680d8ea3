import { Button, TextField } from '@seller-connect/ui';
import { useRef, type FormEvent } from 'react';
import {
  validate,
  day,
  notBlank,
  required,
  useFieldErrors,
  useKeyedState,
} from '../forms/index.ts';
import { parseTypedDay, todayIn, formatTypedDay } from '../i18n/calendarDays.ts';
import { defaultTimeZone } from '../i18n/index.ts';
import styles from './DateRangeForm.module.css';
import type { DayRange } from './listParams.ts';
import { texts as listTexts } from './texts.ts';

const texts = listTexts.dayRange;

export interface DateRangeFormProps {
  /** The current range; null for all days. */
  readonly shown: DayRange | null;
  /** The first day that can be chosen. */
  readonly min?: string;
  /** The last day that can be chosen; today by default. */
  readonly max?: string;
  /** Returns why a range in the right order cannot be chosen, or null if it can. */
  readonly problemOf?: (range: DayRange) => string | null;
  readonly submitLabel?: string;
  readonly onChoose: (range: DayRange) => void;
}

/**
 * A form for the first and last day of a range, applied on submit if valid. Empty while there is no range. Another range
 * replaces what was typed.
 */
export function DateRangeForm({
  shown,
  min,
  max = todayIn(defaultTimeZone),
  problemOf,
  submitLabel = texts.show,
  onChoose,
}: DateRangeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const key = JSON.stringify(shown);
  const errors = useFieldErrors(form, ['from', 'to'], key);
  const [typed, setTyped] = useKeyedState(key, {
    from: shown ? formatTypedDay(shown.from) : '',
    to: shown ? formatTypedDay(shown.to) : '',
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrong = validate(typed, {
      from: { label: texts.from, rules: [required(), notBlank(), day(min ? { min } : {})] },
      to: { label: texts.to, rules: [required(), notBlank(), day({ max })] },
    });
    if (errors.show(wrong)) return;
    const range = { from: parseTypedDay(typed.from) ?? '', to: parseTypedDay(typed.to) ?? '' };
    const problem = range.from > range.to ? texts.reversed : problemOf?.(range);
    if (!errors.show(problem ? { to: problem } : {})) onChoose(range);
  }

  return (
    // `role="search"` excludes the form from the tracking of unsaved input.
    <form
      ref={form}
      role="search"
      aria-label={texts.name}
      className={styles.days}
      noValidate
      onSubmit={submit}
    >
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className={styles.day}>
          <TextField
            {...errors.field(name)}
            label={texts[name]}
            tabularNums
            inputMode="numeric"
            autoComplete="off"
            placeholder="D/M/YYYY"
            value={typed[name]}
            onInput={errors.clear}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        </div>
      ))}
      <div className={styles.buttons}>
        <Button type="submit">{submitLabel}</Button>
      </div>
    </form>
  );
}
