import type { BrandStatus, CreateBrandBody, UpdateBrandBody } from '@seller-connect/contract';
import type { Language, Words } from '../platform/http/problem.ts';
import { problemOfFields, required } from '../platform/problem-fields.ts';
import { cleanText } from '../platform/database/search-key.ts';

const longestName = 120;
const codeForm = /^[A-Z0-9][A-Z0-9_-]{1,31}$/;
/** `/brands/new` is the screen on which a brand is made. */
const takenByAddress = 'NEW';

const words = {
  name: { vi: 'tên thương hiệu', en: 'brand name' },
  code: { vi: 'mã thương hiệu', en: 'brand code' },
  longName: {
    vi: `Tên thương hiệu dài tối đa ${longestName} ký tự`,
    en: `A brand name has at most ${longestName} characters`,
  },
  badCode: {
    vi: 'Mã gồm 2 đến 32 ký tự: chữ cái không dấu, chữ số, gạch nối (-) và gạch dưới (_), bắt đầu bằng chữ hoặc số',
    en: 'A code has 2 to 32 characters: plain letters, digits, - and _, beginning with a letter or digit',
  },
  reserved: {
    vi: 'Mã NEW được dùng cho trang thêm thương hiệu. Hãy chọn mã khác',
    en: 'NEW is the address of the page for new brands. Please choose another code',
  },
} as const satisfies Record<string, Words>;

export interface NewBrand {
  code: string;
  name: string;
  status: BrandStatus;
}

/** One code, however it was typed: composed, trimmed, in capitals. */
export function normaliseCode(text: string): string {
  return text.normalize('NFC').trim().toUpperCase();
}

/** @throws Problem 400 `validation` whose details hold one message per field. */
export function parseNewBrand(body: CreateBrandBody, language: Language): NewBrand {
  const name = cleanText(body.name ?? '');
  const code = normaliseCode(body.code ?? '');
  const wrong: Record<string, Words> = { ...nameFaults(name) };
  if (code === '') wrong['code'] = required(words.code);
  else if (!codeForm.test(code)) wrong['code'] = words.badCode;
  else if (code === takenByAddress) wrong['code'] = words.reserved;
  if (Object.keys(wrong).length > 0) throw problemOfFields(wrong, language);
  return { code, name, status: body.status ?? 'Active' };
}

/** What a change makes of a brand. @throws Problem 400 `validation` for a name that is none. */
export function applyBrandChange<T extends NewBrand>(
  brand: T,
  body: UpdateBrandBody,
  language: Language,
): T {
  const name = body.name === undefined ? brand.name : cleanText(body.name);
  const wrong = nameFaults(name);
  if (Object.keys(wrong).length > 0) throw problemOfFields(wrong, language);
  return { ...brand, name, status: body.status ?? brand.status };
}

function nameFaults(name: string): Record<string, Words> {
  if (name === '') return { name: required(words.name) };
  return name.length > longestName ? { name: words.longName } : {};
}
