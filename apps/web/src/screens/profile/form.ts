import type { ProfileForm } from '@seller-connect/contract';
import type { ApiFailure } from '../../api/index.ts';
import type { ProfileTexts } from './texts.vi.ts';

export const fields = ['email', 'phoneNumber', 'business', 'purpose'] as const;
export type Field = (typeof fields)[number];
export type FieldErrors = Partial<Record<Field, string>>;

/** The form's values, trimmed. */
export function valuesOf(data: FormData): ProfileForm {
  const value = (name: Field) => {
    const given = data.get(name);
    return typeof given === 'string' ? given.normalize('NFC').trim() : '';
  };
  return {
    email: value('email'),
    phoneNumber: value('phoneNumber'),
    business: value('business'),
    purpose: value('purpose'),
  };
}

/** Spec 5: each of the four is required and has its own message. */
export function missingFields(
  values: ProfileForm,
  required: ProfileTexts['required'],
): FieldErrors {
  return Object.fromEntries(
    fields.filter((name) => values[name] === '').map((name) => [name, required[name]]),
  );
}

/** What the server found wrong, field by field. */
export function fieldErrorsOf(failure: ApiFailure): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of fields) {
    const message = failure.detail(name);
    if (message !== null) errors[name] = message;
  }
  return errors;
}
