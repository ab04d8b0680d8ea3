import type { BrandStatus, CreateBrandBody, UpdateBrandBody } from '@seller-connect/contract';
import type { Language, LocalizedText } from '../platform/http/problem.ts';
import { invalidFieldsProblem, requiredMessage } from '../platform/problem-fields.ts';
import { normalizeText } from '../platform/database/search-key.ts';

const maxNameLength = 120;
const codePattern = /^[A-Z0-9][A-Z0-9_-]{1,31}$/;
/** Reserved because `/brands/new` is the page that adds a brand. */
const reservedCode = 'NEW';

const messages = {
  name: { vi: 'tên thương hiệu', en: 'brand name' },
  code: { vi: 'mã thương hiệu', en: 'brand code' },
  longName: {
    vi: `Tên thương hiệu dài tối đa ${maxNameLength} ký tự`,
    en: `A brand name can have up to ${maxNameLength} characters`,
  },
  badCode: {
    vi: 'Mã gồm 2 đến 32 ký tự: chữ cái không dấu, chữ số, gạch nối (-) và gạch dưới (_), bắt đầu bằng chữ hoặc số',
    en: 'A code must have 2 to 32 characters: unaccented letters, digits, hyphens, and underscores, starting with a letter or digit',
  },
  reserved: {
    vi: 'Mã NEW được dùng cho trang thêm thương hiệu. Hãy chọn mã khác',
    en: 'NEW is reserved for the page that adds brands. Choose another code',
  },
} as const satisfies Record<string, LocalizedText>;

export interface NewBrand {
  code: string;
  name: string;
  status: BrandStatus;
}

/** Normalizes a brand code as typed: composed, trimmed, upper case. */
export function normalizeCode(text: string): string {
  return text.normalize('NFC').trim().toUpperCase();
}

/** Validates a new brand. @throws Problem 400 `validation` whose details contain one message per field */
export function parseNewBrand(body: CreateBrandBody, language: Language): NewBrand {
  const name = normalizeText(body.name ?? '');
  const code = normalizeCode(body.code ?? '');
  const errors: Record<string, LocalizedText> = { ...validateName(name) };
  if (code === '') errors['code'] = requiredMessage(messages.code);
  else if (!codePattern.test(code)) errors['code'] = messages.badCode;
  else if (code === reservedCode) errors['code'] = messages.reserved;
  if (Object.keys(errors).length > 0) throw invalidFieldsProblem(errors, language);
  return { code, name, status: body.status ?? 'Active' };
}

/** Applies a change to a brand. @throws Problem 400 `validation` for an invalid name */
export function applyBrandChange<T extends NewBrand>(
  brand: T,
  body: UpdateBrandBody,
  language: Language,
): T {
  const name = body.name === undefined ? brand.name : normalizeText(body.name);
  const errors = validateName(name);
  if (Object.keys(errors).length > 0) throw invalidFieldsProblem(errors, language);
  return { ...brand, name, status: body.status ?? brand.status };
}

function validateName(name: string): Record<string, LocalizedText> {
  if (name === '') return { name: requiredMessage(messages.name) };
  return name.length > maxNameLength ? { name: messages.longName } : {};
}
