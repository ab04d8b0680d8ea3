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
    const caret = caretAfter(charactersBeforeCaret.current, value, separator);
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
            const { data, inputType } =
              nativeEvent instanceof InputEvent ? nativeEvent : { data: null, inputType: '' };
            const isSeparatorTyped = data !== null && /^[.,]$/.test(data);
            const text = formatMoneyInput(input.value, {
              previous: value,
              isSeparatorTyped,
              separator,
            });
            const left = input.value.slice(0, input.selectionStart ?? input.value.length);
            const count = left.replaceAll(separator, '').length;
            const isChanged = text !== input.value;
            charactersBeforeCaret.current = isChanged && text !== value ? count : null;
            if (isChanged && text === value) {
              // A deleted separator comes back; only the caret moves across it. Nothing renders then.
              input.value = text;
              const caret = caretAfter(count, text, separator);
              const isSkipped = inputType === 'deleteContentForward' && text[caret] === separator;
              input.setSelectionRange(caret + Number(isSkipped), caret + Number(isSkipped));
            }
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

/** Returns the position after a number of characters, separators excluded. */
function caretAfter(count: number, text: string, separator: string): number {
  let caret = 0;
  for (let left = count; left > 0 && caret < text.length; caret += 1) {
    if (text[caret] !== separator) left -= 1;
  }
  return caret;
}
