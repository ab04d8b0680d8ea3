import { formMessages } from '../i18n/texts/formMessages.ts';
import type { FieldValue, Rule } from './rules.ts';

/** One message per invalid field. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** Rules of a field. The first failing rule supplies the message. */
export interface FieldRules {
  /** The field's visible label. */
  readonly label: string;
  readonly rules: readonly Rule[];
}

/** Validates the values of a form. Returns an empty object if all are valid. */
export function validate<Field extends string>(
  values: Readonly<Record<Field, FieldValue>>,
  form: Readonly<Record<Field, FieldRules>>,
  messages = formMessages,
): FieldErrors<Field> {
  const errors: Partial<Record<Field, string>> = {};
  for (const field in form) {
    const { label, rules } = form[field];
    for (const rule of rules) {
      const message = rule(values[field], label, messages);
      if (message === null) continue;
      errors[field] = message;
      break;
    }
  }
  return errors;
}

/** Returns the text of a form's element; empty without one. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the fields of a parsed JSON object; none of another value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
