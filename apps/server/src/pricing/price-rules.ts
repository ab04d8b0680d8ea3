import type { CreatePriceBody, UpdatePriceBody } from '@seller-connect/contract';
import type { Language, Words } from '../platform/http/problem.ts';
import { problemOfFields, required } from '../platform/problem-fields.ts';
import { cleanText } from '../platform/database/search-key.ts';

const longestName = 200;
const skuForm = /^[A-Z0-9][A-Z0-9._-]{0,63}$/;
/** `/pricing/new` is the screen on which a product is added. */
const takenByAddress = 'NEW';
/** Ten-thousandths of a đồng in one đồng. */
export const dong = 10_000n;
export const highestPriceE4 = 999_999_999_999n * dong;

/** A product as it is priced: what a person may change of it, and its name for good. */
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
} as const satisfies Record<string, Words>;

const words = {
  badSku: {
    vi: 'Mã SKU gồm tối đa 64 ký tự: chữ cái không dấu, chữ số, dấu chấm, gạch nối và gạch dưới, bắt đầu bằng chữ hoặc số',
    en: 'A SKU has at most 64 characters: plain letters, digits, dots, - and _, beginning with a letter or digit',
  },
  reserved: {
    vi: 'Mã NEW được dùng cho trang thêm sản phẩm. Hãy chọn mã khác',
    en: 'NEW is the address of the page for new products. Please choose another SKU',
  },
  longName: {
    vi: `Tên sản phẩm dài tối đa ${longestName} ký tự`,
    en: `A product name has at most ${longestName} characters`,
  },
  badAmount: {
    vi: 'Giá là số đồng nguyên, lớn hơn 0 và không có phần lẻ. Ví dụ: 125000',
    en: 'A price is a whole number of đồng above 0, without decimals. Example: 125000',
  },
  highAmount: {
    vi: 'Giá cao nhất là 999.999.999.999 đồng',
    en: 'The highest price is 999,999,999,999 đồng',
  },
  floorAboveList: {
    vi: 'Giá thấp nhất không được cao hơn giá niêm yết',
    en: 'The lowest price must not be above the list price',
  },
  noSuchBrand: {
    vi: 'Không có thương hiệu đang hoạt động nào mang mã này',
    en: 'There is no active brand with this code',
  },
} as const satisfies Record<string, Words>;

type Faults = Record<string, Words>;

/** One SKU, however it was typed. */
export function normaliseSku(text: string): string {
  return text.normalize('NFC').trim().toUpperCase();
}

/**
 * @param isBrand whether a product may be put under the brand of this code.
 * @throws Problem 400 `validation` whose details hold one message per field.
 */
export function parseNewPrice(
  body: CreatePriceBody,
  isBrand: (code: string) => boolean,
  language: Language,
): PricedProduct {
  const wrong: Faults = {};
  const sku = normaliseSku(body.sku ?? '');
  if (sku === '') wrong['sku'] = required(labels.sku);
  else if (!skuForm.test(sku)) wrong['sku'] = words.badSku;
  else if (sku === takenByAddress) wrong['sku'] = words.reserved;
  const { name = '', brand = '', listPrice = '', floorPrice = '' } = body;
  const product = parseFields({ name, brand, listPrice, floorPrice }, isBrand, wrong);
  if (Object.keys(wrong).length > 0) throw problemOfFields(wrong, language);
  return { sku, ...product };
}

/** What a change makes of a product. @throws Problem 400 `validation` with one message per field. */
export function applyPriceChange(
  before: PricedProduct,
  body: UpdatePriceBody,
  isBrand: (code: string) => boolean,
  language: Language,
): PricedProduct {
  const wrong: Faults = {};
  const known = (code: string) => code === before.brandCode || isBrand(code);
  const product = parseFields(
    {
      name: body.name ?? before.name,
      brand: body.brand ?? before.brandCode,
      listPrice: body.listPrice ?? String(before.listE4 / dong),
      floorPrice: body.floorPrice ?? String(before.floorE4 / dong),
    },
    known,
    wrong,
  );
  if (Object.keys(wrong).length > 0) throw problemOfFields(wrong, language);
  return { sku: before.sku, ...product };
}

interface TypedFields {
  name: string;
  brand: string;
  listPrice: string;
  floorPrice: string;
}

/** Notes what is wrong under the field's name. */
function parseFields(typed: TypedFields, isBrand: (code: string) => boolean, wrong: Faults) {
  const name = cleanText(typed.name);
  if (name === '') wrong['name'] = required(labels.name);
  else if (name.length > longestName) wrong['name'] = words.longName;

  const brandCode = typed.brand.normalize('NFC').trim().toUpperCase();
  if (brandCode === '') wrong['brand'] = required(labels.brand);
  else if (!isBrand(brandCode)) wrong['brand'] = words.noSuchBrand;

  const listE4 = parseAmount(typed.listPrice, 'listPrice', wrong);
  const floorE4 = parseAmount(typed.floorPrice, 'floorPrice', wrong);
  if (listE4 > 0n && floorE4 > listE4) wrong['floorPrice'] = words.floorAboveList;
  return { name, brandCode, listE4, floorE4 };
}

/** Zero, with a note, for what is no price. */
function parseAmount(typed: string, field: 'listPrice' | 'floorPrice', wrong: Faults): bigint {
  const text = typed.trim();
  const fault =
    text === ''
      ? required(labels[field])
      : !/^\d{1,30}(\.0+)?$/.test(text) || /^0+(\.0+)?$/.test(text)
        ? words.badAmount
        : null;
  if (fault) {
    wrong[field] = fault;
    return 0n;
  }
  const amount = BigInt(text.split('.')[0] ?? '0') * dong;
  if (amount > highestPriceE4) wrong[field] = words.highAmount;
  return amount;
}
