import type { FormEvent } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface CodeFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'tabularNums'> {
  readonly value: string;
  readonly onValueChange: (text: string) => void;
}

/** A code in capitals, whatever is typed; the caret stays where it is. */
export function CodeField({ onValueChange, ...rest }: CodeFieldProps) {
  function applyUppercase(event: FormEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const { value, selectionStart } = input;
    const text = value.toUpperCase();
    // Set before React does it, which would move the caret to the end.
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
        // Letters that a keyboard is still putting together are left to it.
        const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
        if (isComposing) onValueChange(currentTarget.value);
        else applyUppercase(event);
      }}
      onCompositionEnd={applyUppercase}
    />
  );
}
