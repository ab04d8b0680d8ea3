import { useState, type RefObject } from 'react';
import { ApiError, type FormErrorStatus } from '../api/client/apiError.ts';
import { sharedTexts } from '../i18n/index.ts';
import type { FieldErrors } from './validate.ts';

export interface FieldErrorsState<Field extends string> {
  /** Number of fields with an error. */
  readonly count: number;
  /** Shows errors and focuses the first affected field. Returns whether there were any. */
  show(found: FieldErrors<Field>): boolean;
  clear(): void;
  /** Returns the props of a field: its name, its error, and a handler that clears the error on input. */
  field<Name extends Field>(
    name: Name,
  ): {
    readonly name: Name;
    readonly error: string | null;
    readonly onInput: () => void;
  };
}

/**
 * Manages the errors of a form, which are cleared when `key` changes. `fields` are the names of the form's elements in
 * visual order.
 */
export function useFieldErrors<Field extends string>(
  form: RefObject<HTMLFormElement | null>,
  fields: readonly Field[],
  key = '',
): FieldErrorsState<Field> {
  const none: Partial<Record<Field, string>> = {};
  const [errors, setErrors] = useKeyedState<FieldErrors<Field>>(key, none);
  const wrongIn = (found: FieldErrors<Field>) => fields.filter((name) => found[name] !== undefined);
  return {
    count: wrongIn(errors).length,
    show(found) {
      setErrors(found);
      const [first] = wrongIn(found);
      if (first === undefined) return false;
      const element = form.current?.elements.namedItem(first);
      const target = element instanceof RadioNodeList ? element[0] : element;
      if (target instanceof HTMLElement) target.focus();
      return true;
    },
    clear: () => setErrors(none),
    field: (name) => ({
      name,
      error: errors[name] ?? null,
      onInput() {
        if (errors[name] !== undefined) setErrors({ ...errors, [name]: undefined });
      },
    }),
  };
}

/** Returns the server's field errors. */
export function toFieldErrors<Field extends string>(
  failure: ApiError,
  fields: readonly Field[],
): FieldErrors<Field> {
  const errors: Partial<Record<Field, string>> = {};
  for (const name of fields) {
    const message = failure.detail(name);
    if (message !== null) errors[name] = message;
  }
  return errors;
}

/** Statuses that forms show themselves: invalid input, or a conflict with stored data. */
export const locallyHandledStatuses: readonly FormErrorStatus[] = [400, 409, 422];

/**
 * Returns the message of a failure that concerns no field, or null for failures that the shared handler reports.
 */
export function formErrorMessage(error: unknown): string | null {
  if (
    !(error instanceof ApiError) ||
    !locallyHandledStatuses.some((each) => each === error.status)
  ) {
    return null;
  }
  return error.serverMessage ?? sharedTexts.somethingWentWrong;
}

/** State that resets to `initial` whenever `key` changes, including on back navigation. */
export function useKeyedState<Value>(
  key: string,
  initial: Value,
): readonly [Value, (value: Value) => void] {
  const [state, setState] = useState({ key, value: initial });
  if (state.key !== key) setState({ key, value: initial });
  return [state.key === key ? state.value : initial, (value) => setState({ key, value })];
}
