import { Button, TextField } from '@seller-connect/ui';
import { useRef, useState, type FormEvent } from 'react';
import { validate, day, required, useFieldErrors } from '../forms/index.ts';
import { parseTypedDay, todayIn, formatTypedDay } from '../i18n/calendarDays.ts';
import { defaultTimeZone } from '../i18n/index.ts';
import styles from './DateRangeForm.module.css';
import { texts } from './texts.ts';

export interface DateRangeFormProps {
  /** The current range; null for all days. */
  readonly shown: { readonly from: string; readonly to: string } | null;
  readonly onChoose: (days: { from: string; to: string }) => void;
}

/**
 * A form for the first and last day of a range, applied on submit if valid. Empty while there is no range.
 */
export function DateRangeForm({ shown, onChoose }: DateRangeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, ['from', 'to']);
  const today = todayIn(defaultTimeZone);
  const [typed, setTyped] = useState({
    from: shown ? formatTypedDay(shown.from) : '',
    to: shown ? formatTypedDay(shown.to) : '',
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrong = validate(typed, {
      from: { label: texts.from, rules: [required(), day()] },
      to: { label: texts.to, rules: [required(), day({ max: today })] },
    });
    if (errors.show(wrong)) return;
    const from = parseTypedDay(typed.from) ?? '';
    const to = parseTypedDay(typed.to) ?? '';
    if (!errors.show(from > to ? { to: texts.reversed } : {})) onChoose({ from, to });
  }

  return (
    // `role="search"` excludes the form from the tracking of unsaved input.
    <form
      ref={form}
      role="search"
      aria-label={texts.days}
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
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        </div>
      ))}
      <div className={styles.show}>
        <Button type="submit">{texts.show}</Button>
      </div>
    </form>
  );
}
