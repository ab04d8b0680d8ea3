import { isEmail, toE164, type ProfileForm, type SaveUserBody } from '@seller-connect/contract';
import { Problem, type Language, type LocalizedText } from '../../platform/http/problem.ts';

type Field = keyof ProfileForm;

/** The English messages are those of the specification (section 5), verbatim. */
const requiredMessages: Record<Field, LocalizedText> = {
  email: { vi: 'Vui lòng nhập email của bạn!', en: 'Please enter your email!' },
  phoneNumber: {
    vi: 'Vui lòng nhập số điện thoại của bạn!',
    en: 'Please enter your phone number!',
  },
  business: { vi: 'Vui lòng chọn ngành nghề của bạn!', en: 'Please enter your business!' },
  purpose: { vi: 'Vui lòng chọn mục đích sử dụng của bạn!', en: 'Please enter your purpose!' },
};

/** Same messages as the front end's generic ones, so that client and server report a fault alike. */
const invalidEmailMessage: LocalizedText = {
  vi: 'Email chưa đúng, ví dụ ten@congty.vn',
  en: 'Email must be a valid email address, such as name@company.vn',
};
const invalidPhoneMessage: LocalizedText = {
  vi: 'Số điện thoại chưa đúng, ví dụ 0912 345 678 hoặc +84 912 345 678',
  en: 'Phone number must be a valid phone number, such as 0912 345 678 or +84 912 345 678',
};
const checkFieldsMessage: LocalizedText = {
  vi: 'Vui lòng kiểm tra lại các mục được đánh dấu.',
  en: 'Check the highlighted fields.',
};

/**
 * Normalizes the form for storage: trimmed, NFC, phone number in E.164.
 * @throws Problem 400 `validation`; its details contain one message per field
 */
export function parseProfileForm(body: SaveUserBody, language: Language): ProfileForm {
  const form: ProfileForm = {
    email: normalizeField(body.email),
    phoneNumber: normalizeField(body.phoneNumber),
    business: normalizeField(body.business),
    purpose: normalizeField(body.purpose),
  };
  const fieldErrors: Partial<Record<Field, LocalizedText>> = {};
  for (const field of ['email', 'phoneNumber', 'business', 'purpose'] as const) {
    if (form[field] === '') fieldErrors[field] = requiredMessages[field];
  }
  if (form.email !== '' && !isEmail(form.email)) fieldErrors.email = invalidEmailMessage;
  const phone = toE164(form.phoneNumber);
  if (form.phoneNumber !== '' && phone === null) fieldErrors.phoneNumber = invalidPhoneMessage;
  const errors = Object.entries(fieldErrors);
  if (errors.length > 0) {
    const details = Object.fromEntries(
      errors.map(([field, message]) => [field, message[language]]),
    );
    throw new Problem(
      400,
      'validation',
      errors.length === 1 && errors[0] ? errors[0][1] : checkFieldsMessage,
      details,
    );
  }
  return { ...form, phoneNumber: phone ?? form.phoneNumber };
}

function normalizeField(value: string | undefined): string {
  return (value ?? '').normalize('NFC').trim();
}
