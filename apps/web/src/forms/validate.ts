import { formMessages } from '../i18n/texts/formMessages.ts';
import type { FieldValue, Rule } from './rules.ts';

/** One message for each field that has something wrong. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** What a form asks of one of its fields. The first rule that does not hold gives the message. */
export interface FieldRules {
  /** As it stands above the field. */
  readonly label: string;
  readonly rules: readonly Rule[];
}

/** Checks the values of a form; the answer is empty when everything holds. */
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
