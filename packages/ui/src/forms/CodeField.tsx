import type { FormEvent } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface CodeFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'tabularNums'> {
  readonly value: string;
  readonly onValueChange: (text: string) => void;
}

/** A text field that converts input to upper case and keeps the caret in place. */
export function CodeField({ onValueChange, ...rest }: CodeFieldProps) {
  function applyUppercase(event: FormEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const { value, selectionStart } = input;
    const text = value.toUpperCase();
    // React would set the value later and move the caret to the end.
    if (text !== value) {
      const caret = value.slice(0, selectionStart ?? value.length).toUpperCase().length;
      input.value = text;
      input.setSelectionRange(caret, caret);
    }
    onValueChange(text);
  }
  return (
    <TextField
      {...rest}
      tabularNums
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={(event) => {
        const { nativeEvent, currentTarget } = event;
        // Text in an IME composition must not be changed.
        const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
        if (isComposing) onValueChange(currentTarget.value);
        else applyUppercase(event);
      }}
      onCompositionEnd={applyUppercase}
    />
  );
}
