import type { Brand, BrandStatus } from '@seller-connect/contract';
import {
  fieldsOf,
  length,
  matches,
  notBlank,
  oneOf,
  required,
  type FieldRules,
  textOf,
} from '../../forms/index.ts';
import type { BrandTexts } from './texts.vi.ts';

export const fields = ['name', 'code', 'status'] as const;
export type Field = (typeof fields)[number];

const codePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{1,31}$/;
const maxCodeLength = 32;

/** Returns the form's values as they are submitted. */
export function valuesOf(data: FormData): { name: string; code: string; status: BrandStatus } {
  const text = (name: Field) => textOf(data, name).normalize('NFC');
  return {
    name: text('name'),
    code: text('code').trim(),
    status: text('status') === 'Inactive' ? 'Inactive' : 'Active',
  };
}

export function nameRules(texts: BrandTexts): FieldRules {
  return { label: texts.name, rules: [required(), notBlank(), length({ max: 120 })] };
}

export function rulesOf(texts: BrandTexts): Record<Field, FieldRules> {
  const { Active, Inactive } = texts.statuses;
  return {
    name: nameRules(texts),
    code: {
      label: texts.code,
      rules: [required(), notBlank(), matches(codePattern, texts.codeShape)],
    },
    status: {
      label: texts.status,
      rules: [required(), oneOf(['Active', 'Inactive'], [Active, Inactive])],
    },
  };
}

/** Suggests a code for a name: "Gốm Bát Tràng" gives GOM-BAT-TRANG. */
export function suggestCode(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[đĐ]/gu, 'd')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .slice(0, maxCodeLength)
    .replaceAll(/^-+|-+$/g, '');
}

/** Parses the newer brand in the response to a refused save; null if there is none. */
export function parseBrand(value: unknown): Brand | null {
  const { code, name, status, version, createdAt, updatedAt } = fieldsOf(value);
  if (typeof code !== 'string' || typeof name !== 'string') return null;
  if (status !== 'Active' && status !== 'Inactive') return null;
  if (typeof version !== 'number') return null;
  if (typeof createdAt !== 'string' || typeof updatedAt !== 'string') return null;
  return { code, name, status, version, createdAt, updatedAt };
}
