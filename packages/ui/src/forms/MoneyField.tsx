import { useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '../classNames.ts';
import { FieldFrame, messageAttributes, type ControlProps, type FieldProps } from './Field.tsx';
import control from './control.module.css';
import styles from './MoneyField.module.css';
import { formatMoneyInput } from './parseMoney.ts';

export interface MoneyFieldProps
  extends FieldProps, Omit<ControlProps<'input'>, 'type' | 'value' | 'onChange' | 'inputMode'> {
  /** The text in the field; `parseMoney` converts it to an amount. */
  readonly value: string;
  readonly onValueChange: (text: string) => void;
  /** Separator of thousands. */
  readonly separator: string;
  /** Currency sign, shown after the amount. */
  readonly sign: string;
}

/** A field for amounts without decimals. It groups digits during typing; the caret keeps its digit. */
export function MoneyField({
  label,
  help,
  error,
  value,
  onValueChange,
  separator,
  sign,
  ...rest
}: MoneyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  /** Number of characters before the caret, separators excluded; null if the caret needs no correction. */
  const charactersBeforeCaret = useRef<number | null>(null);

  useLayoutEffect(() => {
    const input = field.current;
    if (charactersBeforeCaret.current === null || !input || document.activeElement !== input)
      return;
    let caret = 0;
    for (let left = charactersBeforeCaret.current; left > 0 && caret < value.length; caret += 1) {
      if (value[caret] !== separator) left -= 1;
    }
    charactersBeforeCaret.current = null;
    input.setSelectionRange(caret, caret);
  });

  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <span className={styles.box}>
        <input
          {...rest}
          {...messageAttributes(id, { help, error })}
          ref={field}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          className={classNames(control.control, control.tabularNums, styles.amount)}
          value={value}
          onChange={(event) => {
            const input = event.currentTarget;
            const { nativeEvent } = event;
            const data = nativeEvent instanceof InputEvent ? nativeEvent.data : null;
            const isSeparatorTyped = data !== null && /^[.,]$/.test(data);
            const text = formatMoneyInput(input.value, {
              previous: value,
              isSeparatorTyped,
              separator,
            });
            const left = input.value.slice(0, input.selectionStart ?? input.value.length);
            charactersBeforeCaret.current =
              text === input.value ? null : left.replaceAll(separator, '').length;
            onValueChange(text);
          }}
        />
        <span className={control.trailing} aria-hidden="true">
          {sign}
        </span>
      </span>
    </FieldFrame>
  );
}
