import type { ProfileForm, SaveUserBody } from '@seller-connect/contract';
import { Problem, type Language, type Words } from '../platform/problem.ts';

type Field = keyof ProfileForm;

/** The English wordings are the specification's (section 5), to the letter. */
const required: Record<Field, Words> = {
  email: { vi: 'Vui lòng nhập email của bạn!', en: 'Please enter your email!' },
  phoneNumber: {
    vi: 'Vui lòng nhập số điện thoại của bạn!',
    en: 'Please enter your phone number!',
  },
  business: { vi: 'Vui lòng nhập ngành nghề của bạn!', en: 'Please enter your business!' },
  purpose: { vi: 'Vui lòng nhập mục đích sử dụng của bạn!', en: 'Please enter your purpose!' },
};

const badEmail: Words = {
  vi: 'Địa chỉ email chưa đúng. Ví dụ: ten@congty.vn',
  en: 'This is not an e-mail address. Example: name@company.vn',
};
const badPhone: Words = {
  vi: 'Số điện thoại chưa đúng. Ví dụ: 0912 345 678 hoặc +84 912 345 678',
  en: 'This is not a phone number. Example: 0912 345 678 or +84 912 345 678',
};
const check: Words = {
  vi: 'Vui lòng kiểm tra lại các mục được đánh dấu.',
  en: 'Please check the marked fields.',
};

/**
 * The form as it is stored: trimmed, NFC, phone in E.164.
 * @throws Problem 400 `validation` whose details hold one message per field.
 */
export function parseProfileForm(body: SaveUserBody, language: Language): ProfileForm {
  const form: ProfileForm = {
    email: clean(body.email),
    phoneNumber: clean(body.phoneNumber),
    business: clean(body.business),
    purpose: clean(body.purpose),
  };
  const wrong: Partial<Record<Field, Words>> = {};
  for (const field of ['email', 'phoneNumber', 'business', 'purpose'] as const) {
    if (form[field] === '') wrong[field] = required[field];
  }
  if (form.email !== '' && !isEmail(form.email)) wrong.email = badEmail;
  const phone = toE164(form.phoneNumber);
  if (form.phoneNumber !== '' && phone === null) wrong.phoneNumber = badPhone;
  const faults = Object.entries(wrong);
  if (faults.length > 0) {
    const details = Object.fromEntries(faults.map(([field, words]) => [field, words[language]]));
    throw new Problem(
      400,
      'validation',
      faults.length === 1 && faults[0] ? faults[0][1] : check,
      details,
    );
  }
  return { ...form, phoneNumber: phone ?? form.phoneNumber };
}

function clean(value: string | undefined): string {
  return (value ?? '').normalize('NFC').trim();
}

function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(value);
}

/**
 * E.164, taking a Vietnamese national number (leading 0) as +84. Null when it is neither.
 * Vietnamese subscriber numbers have nine digits (mobile) or ten (fixed line with area code).
 */
export function toE164(value: string): string | null {
  const digits = value.replaceAll(/[\s.\-()]/g, '');
  const national = /^0(\d{9,10})$/.exec(digits);
  if (national) return `+84${national[1]}`;
  const international = /^(?:\+|00)([1-9]\d{7,14})$/.exec(digits);
  if (!international?.[1]) return null;
  // People write +84 0912…: the national zero does not belong there.
  return `+${international[1].replace(/^840/, '84')}`;
}
