import type { CreatePriceBody, UpdatePriceBody } from '@seller-connect/contract';
import type { Language, LocalizedText } from '../platform/http/problem.ts';
import { invalidFieldsProblem, requiredMessage } from '../platform/problem-fields.ts';
import { normalizeText } from '../platform/database/search-key.ts';

const maxNameLength = 200;
const skuPattern = /^[A-Z0-9][A-Z0-9._-]{0,63}$/;
/** Reserved because `/pricing/new` is the page that adds a product. */
const reservedSku = 'NEW';
/** Ten-thousandths of a đồng per đồng. */
export const e4PerDong = 10_000n;
export const maxPriceE4 = 999_999_999_999n * e4PerDong;

/** A product with its price. The SKU never changes. */
export interface PricedProduct {
  sku: string;
  name: string;
  brandCode: string;
  listE4: bigint;
  floorE4: bigint;
}

const labels = {
  sku: { vi: 'mã SKU', en: 'SKU' },
  name: { vi: 'tên sản phẩm', en: 'product name' },
  brand: { vi: 'thương hiệu', en: 'brand' },
  listPrice: { vi: 'giá niêm yết', en: 'list price' },
  floorPrice: { vi: 'giá thấp nhất', en: 'lowest price' },
} as const satisfies Record<string, LocalizedText>;

const messages = {
  badSku: {
    vi: 'Mã SKU gồm tối đa 64 ký tự: chữ cái không dấu, chữ số, dấu chấm, gạch nối và gạch dưới, bắt đầu bằng chữ hoặc số',
    en: 'A SKU can have up to 64 characters: unaccented letters, digits, periods, hyphens, and underscores, starting with a letter or digit',
  },
  reserved: {
    vi: 'Mã NEW được dùng cho trang thêm sản phẩm. Hãy chọn mã khác',
    en: 'NEW is reserved for the page that adds products. Choose another SKU',
  },
  longName: {
    vi: `Tên sản phẩm dài tối đa ${maxNameLength} ký tự`,
    en: `A product name can have up to ${maxNameLength} characters`,
  },
  badAmount: {
    vi: 'Giá là số đồng nguyên, lớn hơn 0 và không có phần lẻ. Ví dụ: 125000',
    en: 'A price must be a whole number of đồng greater than 0. Example: 125000',
  },
  highAmount: {
    vi: 'Giá cao nhất là 999.999.999.999 đồng',
    en: 'The maximum price is 999,999,999,999 đồng',
  },
  floorAboveList: {
    vi: 'Giá thấp nhất không được cao hơn giá niêm yết',
    en: 'The lowest price can’t be higher than the list price',
  },
  noSuchBrand: {
    vi: 'Không có thương hiệu đang hoạt động nào mang mã này',
    en: 'No active brand has this code',
  },
} as const satisfies Record<string, LocalizedText>;

type FieldErrors = Record<string, LocalizedText>;

/** Normalizes an SKU as typed. */
export function normalizeSku(text: string): string {
  return text.normalize('NFC').trim().toUpperCase();
}

/**
 * Validates a new price.
 * @param isKnownBrand whether a product may be assigned to the brand with this code
 * @throws Problem 400 `validation` whose details contain one message per field
 */
export function parseNewPrice(
  body: CreatePriceBody,
  isKnownBrand: (code: string) => boolean,
  language: Language,
): PricedProduct {
  const errors: FieldErrors = {};
  const sku = normalizeSku(body.sku ?? '');
  if (sku === '') errors['sku'] = requiredMessage(labels.sku);
  else if (!skuPattern.test(sku)) errors['sku'] = messages.badSku;
  else if (sku === reservedSku) errors['sku'] = messages.reserved;
  const { name = '', brand = '', listPrice = '', floorPrice = '' } = body;
  const product = parseFields({ name, brand, listPrice, floorPrice }, isKnownBrand, errors);
  if (Object.keys(errors).length > 0) throw invalidFieldsProblem(errors, language);
  return { sku, ...product };
}

/** Applies a change to a product. @throws Problem 400 `validation` with one message per field */
export function applyPriceChange(
  before: PricedProduct,
  body: UpdatePriceBody,
  isKnownBrand: (code: string) => boolean,
  language: Language,
): PricedProduct {
  const errors: FieldErrors = {};
  const isAllowedBrand = (code: string) => code === before.brandCode || isKnownBrand(code);
  const product = parseFields(
    {
      name: body.name ?? before.name,
      brand: body.brand ?? before.brandCode,
      listPrice: body.listPrice ?? String(before.listE4 / e4PerDong),
      floorPrice: body.floorPrice ?? String(before.floorE4 / e4PerDong),
    },
    isAllowedBrand,
    errors,
  );
  if (Object.keys(errors).length > 0) throw invalidFieldsProblem(errors, language);
  return { sku: before.sku, ...product };
}

interface PriceInput {
  name: string;
  brand: string;
  listPrice: string;
  floorPrice: string;
}

/** Parses the fields and adds a message to `errors` for each invalid one. */
function parseFields(
  fields: PriceInput,
  isKnownBrand: (code: string) => boolean,
  errors: FieldErrors,
) {
  const name = normalizeText(fields.name);
  if (name === '') errors['name'] = requiredMessage(labels.name);
  else if (name.length > maxNameLength) errors['name'] = messages.longName;

  const brandCode = fields.brand.normalize('NFC').trim().toUpperCase();
  if (brandCode === '') errors['brand'] = requiredMessage(labels.brand);
  else if (!isKnownBrand(brandCode)) errors['brand'] = messages.noSuchBrand;

  const listE4 = parseAmount(fields.listPrice, 'listPrice', errors);
  const floorE4 = parseAmount(fields.floorPrice, 'floorPrice', errors);
  if (listE4 > 0n && floorE4 > listE4) errors['floorPrice'] = messages.floorAboveList;
  return { name, brandCode, listE4, floorE4 };
}

/** Parses an amount. Returns zero and adds a message to `errors` if it is invalid. */
function parseAmount(
  input: string,
  field: 'listPrice' | 'floorPrice',
  errors: FieldErrors,
): bigint {
  const text = input.trim();
  const error =
    text === ''
      ? requiredMessage(labels[field])
      : !/^\d{1,30}(\.0+)?$/.test(text) || /^0+(\.0+)?$/.test(text)
        ? messages.badAmount
        : null;
  if (error) {
    errors[field] = error;
    return 0n;
  }
  const amount = BigInt(text.split('.')[0] ?? '0') * e4PerDong;
  if (amount > maxPriceE4) errors[field] = messages.highAmount;
  return amount;
}
