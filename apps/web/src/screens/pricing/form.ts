import type { Price } from '@seller-connect/contract';
import { parseMoney } from '@seller-connect/ui';
import { groupAmount } from '../../forms/AmountField.tsx';
import {
  fieldsOf,
  length,
  matches,
  notBlank,
  required,
  type FieldRules,
  type Rule,
} from '../../forms/index.ts';
import { formats } from '../../i18n/index.ts';
import type { PricingTexts } from './texts.vi.ts';

export const fields = ['sku', 'name', 'brand', 'listPrice', 'floorPrice'] as const;
export type Field = (typeof fields)[number];
export const editable = ['listPrice', 'floorPrice', 'name', 'brand'] as const;
export type Editable = (typeof editable)[number];

/** Values of the inputs; amounts as typed. */
export type Draft = Readonly<Record<Editable, string>>;

const skuPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Parses a typed amount to plain digits; null if it is invalid or zero. */
export function parseAmount(text: string): string | null {
  const read = parseMoney(text);
  return 'amount' in read && read.amount !== '0' ? read.amount : null;
}

export interface Difference {
  /** `+20.000 ₫ (+12,6%)` */
  readonly text: string;
  readonly direction: 'up' | 'down' | 'flat';
}

/** Formats the difference of two amounts in whole đồng. */
export function formatDifference(before: string, after: string, currency: string): Difference {
  const from = BigInt(before);
  const by = BigInt(after) - from;
  if (by === 0n) return { text: formats.money('0', currency), direction: 'flat' };
  const size = formats.money(String(by < 0n ? -by : by), currency);
  // The percentage is only displayed, so floating-point precision is sufficient.
  const share = from === 0n ? '' : ` (${formats.change(Number(by) / Number(from))})`;
  return { text: `${by > 0n ? '+' : '−'}${size}${share}`, direction: by > 0n ? 'up' : 'down' };
}

export function toDraft(price: Price): Draft {
  return {
    listPrice: groupAmount(price.listPrice),
    floorPrice: groupAmount(price.floorPrice),
    name: price.name,
    brand: price.brand.code,
  };
}

/** Whether saving the draft would change anything. */
export function hasChanges(draft: Draft, price: Price): boolean {
  const stored = toDraft(price);
  return editable.some((name) => draft[name].normalize('NFC') !== stored[name]);
}

function isPrice(texts: PricingTexts): Rule {
  return (value) => {
    const read = parseMoney(typeof value === 'string' ? value : '');
    if ('amount' in read) return read.amount === '0' ? texts.zero : null;
    if (read.problem === 'empty') return null;
    return read.problem === 'decimals' ? texts.decimals : texts.unreadable;
  };
}

/** The floor price must not exceed the list price. */
function notAbove(listPrice: string, texts: PricingTexts): Rule {
  return (value) => {
    const floor = parseAmount(typeof value === 'string' ? value : '');
    const list = parseAmount(listPrice);
    const above = floor !== null && list !== null && BigInt(floor) > BigInt(list);
    return above ? texts.floorAbove : null;
  };
}

export function editRules(draft: Draft, texts: PricingTexts): Record<Editable, FieldRules> {
  return {
    name: { label: texts.name, rules: [required(), notBlank(), length({ max: 200 })] },
    brand: { label: texts.brand, rules: [required()] },
    listPrice: { label: texts.listPrice, rules: [required(), notBlank(), isPrice(texts)] },
    floorPrice: {
      label: texts.floorPrice,
      rules: [required(), notBlank(), isPrice(texts), notAbove(draft.listPrice, texts)],
    },
  };
}

export function createRules(draft: Draft, texts: PricingTexts): Record<Field, FieldRules> {
  return {
    sku: { label: texts.sku, rules: [required(), notBlank(), matches(skuPattern, texts.skuShape)] },
    ...editRules(draft, texts),
  };
}

/** Parses the newer price in the response to a refused save; null if there is none. */
export function parsePrice(value: unknown): Price | null {
  const members = fieldsOf(value);
  const brand = fieldsOf(members['brand']);
  const text = (from: Readonly<Record<string, unknown>>, name: string) => {
    const found = from[name];
    return typeof found === 'string' ? found : null;
  };
  const texts = [
    'sku',
    'name',
    'listPrice',
    'floorPrice',
    'currency',
    'validFrom',
    'updatedAt',
  ].map((name) => text(members, name));
  const [sku, name, listPrice, floorPrice, currency, validFrom, updatedAt] = texts;
  const { version } = members;
  const code = text(brand, 'code');
  const brandName = text(brand, 'name');
  const status = brand['status'] === 'Inactive' ? 'Inactive' : 'Active';
  if (!sku || !name || !listPrice || !floorPrice || !currency || !validFrom || !updatedAt) {
    return null;
  }
  if (code === null || brandName === null || typeof version !== 'number') return null;
  return {
    sku,
    name,
    brand: { code, name: brandName, status },
    listPrice,
    floorPrice,
    currency,
    validFrom,
    version,
    updatedAt,
  };
}
