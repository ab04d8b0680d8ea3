import type { ProfileForm } from '@seller-connect/contract';
import { length, ofType, required, type FieldRules, type Rule } from '../../forms/index.ts';
import type { ProfileTexts } from './texts.vi.ts';

export const fields = ['email', 'phoneNumber', 'business', 'purpose'] as const;
export type Field = (typeof fields)[number];

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
export function rulesOf(texts: ProfileTexts): Record<Field, FieldRules> {
  const rules = (name: Field, label: string, ...more: Rule[]): FieldRules => ({
    label,
    rules: [required(texts.required[name]), ...more],
  });
  return {
    email: rules('email', texts.email, ofType('email')),
    phoneNumber: rules('phoneNumber', texts.phone, ofType('phone')),
    business: rules('business', texts.business, length({ max: 120 })),
    purpose: rules('purpose', texts.purpose, length({ max: 120 })),
  };
}
