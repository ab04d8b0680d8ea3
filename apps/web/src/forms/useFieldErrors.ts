import { useState, type RefObject } from 'react';
import type { ApiError } from '../api/client/apiError.ts';
import type { FieldErrors } from './validate.ts';

export interface FieldErrorsState<Field extends string> {
  readonly errors: FieldErrors<Field>;
  /** How many fields have something wrong. */
  readonly count: number;
  /** Shows what was found and leads to the first field that it is about. False when nothing was. */
  show(found: FieldErrors<Field>): boolean;
  /** What a field of the kit takes: its name, its error, and that typing takes the error away. */
  field(name: Field): {
    readonly name: Field;
    readonly error: string | null;
    readonly onInput: () => void;
  };
}

/** The errors of a form, in the order in which its fields stand; they are found by their names. */
export function useFieldErrors<Field extends string>(
  form: RefObject<HTMLFormElement | null>,
  fields: readonly Field[],
): FieldErrorsState<Field> {
  const none: Partial<Record<Field, string>> = {};
  const [errors, setErrors] = useState<FieldErrors<Field>>(none);
  const wrongIn = (found: FieldErrors<Field>) => fields.filter((name) => found[name] !== undefined);
  return {
    errors,
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
    field: (name) => ({
      name,
      error: errors[name] ?? null,
      onInput() {
        if (errors[name] !== undefined) setErrors({ ...errors, [name]: undefined });
      },
    }),
  };
}

/** What the server found wrong, field by field. */
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
