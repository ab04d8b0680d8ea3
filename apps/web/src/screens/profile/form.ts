import { formatPhone, toE164 } from '@seller-connect/contract/contact';
import type { ProfileForm, User } from '@seller-connect/contract';
import type { ConflictField } from '../../editing/index.ts';
import {
  fieldsOf,
  length,
  notBlank,
  ofType,
  required,
  type FieldErrors,
  type FieldRules,
} from '../../forms/index.ts';
import type { ProfileTexts } from './texts.vi.ts';

/** The fields in display order. Two are lists whose last entry is free text. */
export const fields = [
  'email',
  'phoneNumber',
  'business',
  'businessOther',
  'purpose',
  'purposeOther',
] as const;
export type Field = (typeof fields)[number];
export type Values = Readonly<Record<Field, string>>;

/** Values of the lists of businesses and purposes; any other stored value is free text. */
export const businesses = [
  'fashion',
  'beauty',
  'household',
  'electronics',
  'food',
  'mother_baby',
  'health',
  'sport',
  'books',
] as const;
export const purposes = [
  'reporting',
  'reconciliation',
  'many_shops',
  'advertising',
  'stock',
] as const;

/** List entry for free text. */
export const other = 'other';

/** Maximum length of the free texts, as on the server. */
export const maxTextLength = 120;

export const isProfileValues = (stored: Readonly<Record<string, string>>): stored is Values =>
  fields.every((name) => typeof stored[name] === 'string');

/** Returns the initial values of the form from the stored profile and the account. */
export function valuesOf(user: Pick<User, 'profile' | 'email' | 'phone_number'>): Values {
  const { profile } = user;
  const [business, businessOther] = splitChoice(profile?.business ?? '', businesses);
  const [purpose, purposeOther] = splitChoice(profile?.purpose ?? '', purposes);
  return {
    email: profile?.email ?? user.email ?? '',
    phoneNumber: formatPhone(profile?.phoneNumber ?? user.phone_number ?? ''),
    business,
    businessOther,
    purpose,
    purposeOther,
  };
}

function splitChoice(saved: string, list: readonly string[]): [choice: string, own: string] {
  if (saved === '' || list.includes(saved)) return [saved, ''];
  return [other, saved];
}

/** The specification's four fields, trimmed and NFC-normalized. */
export function toProfileForm(values: Values): ProfileForm {
  const clean = (text: string) => text.normalize('NFC').trim();
  const either = (choice: string, own: string) => clean(choice === other ? own : choice);
  return {
    email: clean(values.email),
    phoneNumber: clean(values.phoneNumber),
    business: either(values.business, values.businessOther),
    purpose: either(values.purpose, values.purposeOther),
  };
}

/** A version of the profile. */
interface StoredProfile {
  readonly version: number;
  readonly updatedAt: string;
  readonly user: User;
}

/** The version of a profile that a server of an earlier release returned. */
export const unknownVersion = -1;

export const toStored = (user: User): StoredProfile => ({
  version: user.profileVersion ?? unknownVersion,
  updatedAt: user.profileUpdatedAt ?? '',
  user,
});

/** Parses the newer profile in the response to a refused save; null if there is none. */
export function parseProfile(
  value: unknown,
): Pick<User, 'profile' | 'profileVersion' | 'profileUpdatedAt'> | null {
  const { profile, profileVersion, profileUpdatedAt } = fieldsOf(value);
  const { email, phoneNumber, business, purpose } = fieldsOf(profile);
  if (typeof profileVersion !== 'number' || typeof profileUpdatedAt !== 'string') return null;
  if (typeof email !== 'string' || typeof phoneNumber !== 'string') return null;
  if (typeof business !== 'string' || typeof purpose !== 'string') return null;
  return { profile: { email, phoneNumber, business, purpose }, profileVersion, profileUpdatedAt };
}

export const hasChanges = (mine: Values, theirs: Values) =>
  fields.some((name) => mine[name] !== theirs[name]);

/** Returns the fields in which two versions of the profile differ. */
export function toConflictFields(
  mine: Values,
  theirs: Values,
  texts: ProfileTexts,
): ConflictField[] {
  const compare = (name: string, format: (form: ProfileForm) => string): ConflictField => ({
    name,
    mine: format(toProfileForm(mine)),
    theirs: format(toProfileForm(theirs)),
  });
  const nameOf = (names: Readonly<Record<string, string>>, value: string) => names[value] ?? value;
  return [
    compare(texts.email, (form) => form.email),
    compare(texts.phone, (form) => formatPhone(toE164(form.phoneNumber) ?? form.phoneNumber)),
    compare(texts.business, (form) => nameOf(texts.businesses, form.business)),
    compare(texts.purpose, (form) => nameOf(texts.purposes, form.purpose)),
  ].filter((field) => field.mine !== field.theirs);
}

/** Spec 5: each of the four is required and has its own message. */
export function rulesOf(values: Values, texts: ProfileTexts): Record<Field, FieldRules> {
  const { required: messages } = texts;
  const filled = (message: string) => [required(message), notBlank(message)];
  const own = (choice: string, message: string) =>
    choice === other ? [...filled(message), length({ max: maxTextLength })] : [];
  return {
    email: { label: texts.email, rules: [...filled(messages.email), ofType('email')] },
    phoneNumber: { label: texts.phone, rules: [...filled(messages.phoneNumber), ofType('phone')] },
    business: { label: texts.business, rules: [required(messages.business)] },
    businessOther: { label: texts.businessOther, rules: own(values.business, messages.business) },
    purpose: { label: texts.purpose, rules: [required(messages.purpose)] },
    purposeOther: { label: texts.purposeOther, rules: own(values.purpose, messages.purpose) },
  };
}

/** Maps server errors to the inputs that hold the rejected values. */
export function mapServerErrors(
  found: FieldErrors<keyof ProfileForm>,
  values: Values,
): FieldErrors<Field> {
  const { business, purpose, ...rest } = found;
  return {
    ...rest,
    ...(business && { [values.business === other ? 'businessOther' : 'business']: business }),
    ...(purpose && { [values.purpose === other ? 'purposeOther' : 'purpose']: purpose }),
  };
}
