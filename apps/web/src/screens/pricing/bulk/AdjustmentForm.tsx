import { Button, SegmentedControl, Select, TextField } from '@seller-connect/ui';
import type { PriceAdjustment } from '@seller-connect/contract';
import { useRef, useState } from 'react';
import { AmountField } from '../../../forms/AmountField.tsx';
import { useFieldErrors } from '../../../forms/index.ts';
import { sharedTexts } from '../../../i18n/index.ts';
import { parseAmount } from '../form.ts';
import styles from '../pricing.module.css';
import { texts } from '../texts.ts';

const labels = texts.bulk;
const fields = ['value'] as const;
const roundings = { '1': 1, '100': 100, '1000': 1000 } as const;
type Rounding = keyof typeof roundings;

export interface AdjustmentFormProps {
  readonly busy: boolean;
  /** Nothing can be entered or cancelled, because the prices are being changed. */
  readonly disabled: boolean;
  readonly onPreview: (adjustment: PriceAdjustment) => void;
  /** Called when an input changes: the preview is then out of date. */
  readonly onTouch: () => void;
  readonly onCancel: () => void;
}

/** Enters by how much prices go up or down. */
export function AdjustmentForm({
  busy,
  disabled,
  onPreview,
  onTouch,
  onCancel,
}: AdjustmentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const [kind, setKind] = useState<PriceAdjustment['kind']>('percent');
  const [direction, setDirection] = useState<'up' | 'down'>('up');
  const [value, setValue] = useState('');
  const [rounding, setRounding] = useState<Rounding>('1000');

  function touch<T>(set: (value: T) => void): (value: T) => void {
    return (next) => {
      set(next);
      onTouch();
    };
  }

  function submit(): void {
    const size = kind === 'percent' ? parsePercent(value) : parseAmount(value);
    if (size === null) {
      errors.show({ value: kind === 'percent' ? labels.badPercent : texts.unreadable });
      return;
    }
    errors.clear();
    const sign = direction === 'down' ? '-' : '';
    onPreview({ kind, value: `${sign}${size}`, roundTo: roundings[rounding] });
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <fieldset className={styles.step} disabled={disabled}>
        <div className={styles.adjust}>
          <div className={styles.choice}>
            <span className={styles.choiceName}>{labels.direction}</span>
            <SegmentedControl
              label={labels.direction}
              options={[
                { value: 'up', label: labels.up },
                { value: 'down', label: labels.down },
              ]}
              value={direction}
              onValueChange={touch(setDirection)}
            />
          </div>
          <div className={styles.choice}>
            <span className={styles.choiceName}>{labels.kind}</span>
            <SegmentedControl
              label={labels.kind}
              options={[
                { value: 'percent', label: labels.kinds.percent },
                { value: 'amount', label: labels.kinds.amount },
              ]}
              value={kind}
              onValueChange={(next) => {
                setValue('');
                errors.clear();
                touch(setKind)(next);
              }}
            />
          </div>
          {kind === 'percent' ? (
            <TextField
              {...errors.field('value')}
              label={labels.percent}
              help={labels.percentHelp}
              tabularNums
              inputMode="decimal"
              autoComplete="off"
              maxLength={8}
              value={value}
              onChange={(event) => touch(setValue)(event.currentTarget.value)}
            />
          ) : (
            <AmountField
              {...errors.field('value')}
              label={labels.amount}
              sign={texts.sign}
              value={value}
              onValueChange={touch(setValue)}
            />
          )}
          <Select
            label={labels.rounding}
            value={rounding}
            options={[
              { value: '1', label: labels.roundings[1] },
              { value: '100', label: labels.roundings[100] },
              { value: '1000', label: labels.roundings[1000] },
            ]}
            onValueChange={touch(setRounding)}
          />
        </div>
        <div className={styles.actions}>
          <Button type="submit" busy={busy}>
            {labels.preview}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {sharedTexts.cancel}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}

/** Parses a positive percentage with a decimal comma or point; null if invalid. */
export function parsePercent(text: string): string | null {
  const match = /^(\d{1,4})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!match) return null;
  const [, whole = '0', fraction] = match;
  const value = fraction === undefined ? whole : `${whole}.${fraction}`;
  return Number(value) > 0 ? value : null;
}
