/** Parses the rows of a replayed file, one order line each, and explains bad ones. */
import { shopOffsetSeconds } from '../local-time.ts';
import { parseAmount } from '../money.ts';
import type { Stage } from '../world/orders/order.ts';

export const columns = [
  'order_id',
  'created_at',
  'status',
  'sku',
  'name',
  'quantity',
  'unit_price',
  'currency',
  'buyer',
] as const;
type Column = (typeof columns)[number];

const stageOfStatus: ReadonlyMap<string, Stage> = new Map([
  ['completed', 'confirmed'],
  ['cancelled', 'cancelled'],
  ['returned', 'returned'],
  ['shipping', 'shipped'],
  ['unpaid', 'unpaid'],
]);

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Every unit becomes an item of its own, which limits the quantity. */
const maxQuantity = 10_000;
const maxTextLength = 1000;

export interface ReplayRow {
  readonly orderId: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly stage: Stage;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly priceE4: bigint;
  readonly currency: string;
  readonly buyer: string;
}

export type Positions = ReadonlyMap<Column, number>;

/** Returns the position of each column, or the missing ones. Columns may be in any order; further ones are ignored. */
export function readHeader(
  fields: readonly string[],
): { readonly positions: Positions } | { readonly missing: readonly string[] } {
  const names = fields.map((field) => field.trim().toLowerCase());
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) return { missing };
  return { positions: new Map(columns.map((column) => [column, names.indexOf(column)])) };
}

const timePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

function zoneSeconds(zone: string | undefined): number {
  // A time without a zone is in shop time, never UTC.
  if (zone === undefined) return shopOffsetSeconds;
  if (zone.toUpperCase() === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return sign * (Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60);
}

/**
 * Parses ISO 8601 or `YYYY-MM-DD HH:mm:ss` into epoch seconds. Without a zone it is shop time, without a time the start
 * of the day. Returns undefined if it is not a real instant from 1990 to 2099.
 */
export function readTime(text: string): number | undefined {
  const match = timePattern.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) =>
    Number(match[group] ?? 0),
  );
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (hour === undefined || minute === undefined || second === undefined) return undefined;
  if (year < 1990 || year > 2099 || hour > 23 || minute > 59 || second > 59) return undefined;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(ms);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return ms / 1000 - zoneSeconds(match[7]);
}

/** Returns the row, or the reason why it cannot be used. */
export function readRow(
  fields: readonly string[],
  positions: Positions,
  width: number,
): ReplayRow | string {
  if (fields.length !== width) {
    return `it has ${fields.length} fields where the header has ${width}`;
  }
  const field = (column: Column): string => (fields[positions.get(column) ?? -1] ?? '').trim();
  const orderId = field('order_id');
  if (orderId === '') return 'order_id is empty';
  const createdAt = readTime(field('created_at'));
  if (createdAt === undefined) return `created_at "${field('created_at')}" is not a time`;
  const stage = stageOfStatus.get(field('status').toLowerCase());
  if (stage === undefined) {
    return `status "${field('status')}" is not one of ${[...stageOfStatus.keys()].join(', ')}`;
  }
  const sku = field('sku');
  const name = field('name');
  if (sku === '' && name === '') return 'sku and name are both empty';
  const quantityText = field('quantity');
  const quantity = /^\d{1,9}(?:\.0+)?$/.test(quantityText) ? Number(quantityText) : 0;
  if (quantity < 1) return `quantity "${quantityText}" is not a whole number from 1`;
  if (quantity > maxQuantity) return `quantity ${quantityText} is more than ${maxQuantity}`;
  const priceE4 = parseAmount(field('unit_price'));
  if (priceE4 === undefined) {
    return `unit_price "${field('unit_price')}" is not a plain number with at most four decimals`;
  }
  if (priceE4 < 0n) return `unit_price ${field('unit_price')} is negative`;
  if (priceE4 > 10n ** 16n) return `unit_price ${field('unit_price')} is more than a trillion`;
  const currency = field('currency').toUpperCase();
  if (!currencies.has(currency)) return `currency "${currency}" is not an ISO 4217 code`;
  const buyer = field('buyer');
  const texts = [orderId, sku, name, buyer];
  if (texts.some((text) => text.length > maxTextLength)) {
    return `a text is longer than ${maxTextLength} characters`;
  }
  return { orderId, createdAt, stage, sku, name, quantity, priceE4, currency, buyer };
}
