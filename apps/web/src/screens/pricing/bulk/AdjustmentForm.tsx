import { Button, MoneyField, SegmentedControl, Select, TextField } from '@seller-connect/ui';
import type { PriceAdjustment } from '@seller-connect/contract';
import { useRef, useState } from 'react';
import { useFieldErrors } from '../../../forms/index.ts';
import { amountOf, separator } from '../form.ts';
import styles from '../pricing.module.css';
import { texts } from '../texts.ts';

const words = texts.bulk;
const fields = ['value'] as const;
const roundings = { '1': 1, '100': 100, '1000': 1000 } as const;
type Rounding = keyof typeof roundings;

export interface AdjustmentFieldsProps {
  readonly busy: boolean;
  readonly onPreview: (adjustment: PriceAdjustment) => void;
  /** Something was changed: what was previewed is out of date. */
  readonly onTouch: () => void;
  readonly onCancel: () => void;
}

/** By how much prices go up or down. */
export function AdjustmentFields({ busy, onPreview, onTouch, onCancel }: AdjustmentFieldsProps) {
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
    const size = kind === 'percent' ? percentOf(value) : amountOf(value);
    if (size === null) {
      errors.show({ value: kind === 'percent' ? words.badPercent : texts.unreadable });
      return;
    }
    errors.show({});
    const sign = direction === 'down' ? '-' : '';
    onPreview({ kind, value: `${sign}${size}`, roundTo: roundings[rounding] });
  }

  return (
    <form
      ref={form}
      className={styles.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <div className={styles.adjust}>
        <div className={styles.choice}>
          <span className={styles.choiceName}>{words.direction}</span>
          <SegmentedControl
            label={words.direction}
            options={[
              { value: 'up', label: words.up },
              { value: 'down', label: words.down },
            ]}
            value={direction}
            onValueChange={touch(setDirection)}
          />
        </div>
        <div className={styles.choice}>
          <span className={styles.choiceName}>{words.kind}</span>
          <SegmentedControl
            label={words.kind}
            options={[
              { value: 'percent', label: words.kinds.percent },
              { value: 'amount', label: words.kinds.amount },
            ]}
            value={kind}
            onValueChange={(next) => {
              setValue('');
              errors.show({});
              touch(setKind)(next);
            }}
          />
        </div>
        {kind === 'percent' ? (
          <TextField
            {...errors.field('value')}
            label={words.percent}
            help={words.percentHelp}
            figures
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
            value={value}
            onChange={(event) => touch(setValue)(event.currentTarget.value)}
          />
        ) : (
          <MoneyField
            {...errors.field('value')}
            label={words.amount}
            separator={separator}
            sign={texts.sign}
            value={value}
            onValueChange={touch(setValue)}
          />
        )}
        <Select
          label={words.rounding}
          value={rounding}
          options={[
            { value: '1', label: words.roundings[1] },
            { value: '100', label: words.roundings[100] },
            { value: '1000', label: words.roundings[1000] },
          ]}
          onValueChange={touch(setRounding)}
        />
      </div>
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {words.preview}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

/** A percentage above nothing, with a comma or a point; null for anything else. */
export function percentOf(text: string): string | null {
  const match = /^(\d{1,4})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!match) return null;
  const [, whole = '0', fraction] = match;
  const value = fraction === undefined ? whole : `${whole}.${fraction}`;
  return Number(value) > 0 ? value : null;
}
