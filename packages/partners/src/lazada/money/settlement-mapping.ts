import type { DerivationResult, ShopContext } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { OptionalText, readText, parseTime } from '../../parsing/fields.ts';
import type { RawItem } from '../../canonical/canonical.ts';
import {
  type CanonicalSettlement,
  type CanonicalStatement,
  classifyFee,
} from '../../canonical/money.ts';
import type { JsonElement } from '../../parsing/lossless-json.ts';
import {
  createRawItem,
  contentId,
  assertShape,
  derive,
  firstSchemaError,
  InvalidItemError,
  parseAmountE4,
  parsePayload,
  parseRawItem,
  required,
  type ParsedItem,
} from '../../parsing/items.ts';
import { feeTable } from './fee-table.ts';
import { regionOf, type LazadaRegion } from '../protocol/regions.ts';

/** The used fields of a transaction; all values are text. */
const TransactionShape = Type.Object({
  order_no: OptionalText,
  orderItem_no: OptionalText,
  transaction_date: Type.String({ minLength: 1 }),
  transaction_number: OptionalText,
  transaction_type: OptionalText,
  fee_type: Type.String({ minLength: 1 }),
  fee_name: OptionalText,
  amount: Type.String({ minLength: 1 }),
  paid_status: OptionalText,
  statement: OptionalText,
});
type TransactionRow = Static<typeof TransactionShape>;
const Transaction = Compile(TransactionShape);

/** What the id of a transaction is made of, so that a rejected one has the id that it has once it can be read. */
const TransactionKey = Compile(
  Type.Object({
    transaction_number: Type.String({ pattern: '\\S' }),
    fee_type: TransactionShape.properties.fee_type,
    orderItem_no: OptionalText,
  }),
);

const Payout = Compile(
  Type.Object({
    statement_number: Type.String({ minLength: 1 }),
    created_at: Type.String({ minLength: 1 }),
    updated_at: OptionalText,
    opening_balance: OptionalText,
    closing_balance: OptionalText,
    payout: Type.String({ minLength: 1 }),
    paid: OptionalText,
  }),
);

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * Parses a day written as `17 May 2016` or `2016-05-17` to its start in the venture's time zone; null for other
 * formats.
 */
const startOf = memoize((text, region: LazadaRegion): Date | null => {
  const match = /^(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4})$/.exec(text.trim());
  const month = months.indexOf((match?.[2] ?? '').toLowerCase()) + 1;
  const iso = match
    ? `${match[3]}-${String(month).padStart(2, '0')}-${(match[1] ?? '').padStart(2, '0')}`
    : text.trim();
  return parseTime(`${iso} 00:00:00`, region.offsetMinutes);
});

/** Returns the day in the venture's calendar, `YYYY-MM-DD`. */
function dayOf(instant: Date, region: LazadaRegion): string {
  return new Date(instant.getTime() + region.offsetMinutes * 60_000).toISOString().slice(0, 10);
}

/** Removes thousands separators, which occur occasionally, and the currency after a payout. */
function normalize(text: string): string {
  const amount = text.replace(/\s*[A-Z]{3}$/, '');
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount;
}

interface Period {
  /** Exclusive. */
  to: Date | null;
  id: string | null;
}

/**
 * Parses a statement's period, `11 May 2016 - 17 May 2016`. Transactions identify their statement by period, payouts by
 * number. What both contain is the day the statement was created, the day after the period; it becomes the statement
 * id.
 */
const parsePeriod = memoize((text, region: LazadaRegion): Period => {
  if (text.trim() === '') return { to: null, id: null };
  const last = startOf(text.split(/\s+-\s+/)[1] ?? '', region);
  if (last === null) return { to: null, id: text.trim() };
  const to = new Date(last.getTime() + 86_400_000);
  return { to, id: dayOf(to, region) };
});

/** A transaction with its parsed row; `row` is null when the shape is invalid. */
export interface Transaction extends ParsedItem {
  row: TransactionRow | null;
}

/** Returns the raw item of a transaction. Its id is stable when the transaction changes from booked to paid. */
export function toTransaction({ bytes, value }: JsonElement): Transaction {
  const row = Transaction.Check(value) ? value : null;
  return { raw: createRawItem('settlement', settlementId(value), null, bytes), value, row };
}

function settlementId(value: unknown): string | null {
  // Several rows of one booking may share a number; they differ in fee and item.
  if (TransactionKey.Check(value)) {
    return `${value.transaction_number.trim()}:${value.fee_type}:${value.orderItem_no ?? ''}`;
  }
  if (!Transaction.Check(value)) return null;
  const { transaction_date: day, order_no: order, fee_type: fee, orderItem_no: item } = value;
  return contentId(JSON.stringify([day, order ?? '', fee, item ?? '', value.amount]));
}

/** Derives the canonical settlement from a stored transaction. */
export function deriveSettlement(
  raw: readonly RawItem[],
  shop: ShopContext,
): DerivationResult<CanonicalSettlement> {
  const item = parseRawItem(raw, 'settlement');
  const row = Transaction.Check(item.value) ? item.value : null;
  return deriveTransaction({ ...item, row }, shop);
}

/** Like `deriveSettlement`, for a payload that is already parsed. */
export function deriveTransaction(
  { raw, value, row }: Transaction,
  shop: ShopContext,
): DerivationResult<CanonicalSettlement> {
  return derive([raw], () => {
    const region = regionOf(shop);
    if (row === null)
      throw new InvalidItemError(`transaction: ${firstSchemaError(Transaction.Errors(value))}`);
    return parseTransaction(row, raw.externalId, region);
  });
}

function parseTransaction(
  row: TransactionRow,
  id: string,
  region: LazadaRegion,
): CanonicalSettlement {
  const flags = new Set<string>();
  const occurredAt = required(
    startOf(row.transaction_date, region),
    'transaction_date is not a day',
  );
  const statement = parsePeriod(row.statement ?? '', region);
  if (statement.id !== null && statement.to === null) flags.add('statement_unreadable');
  const isPaid = /^(yes|1|true)$/i.test((row.paid_status ?? '').trim());
  const settledAt = isPaid ? (statement.to ?? occurredAt) : null;
  return {
    settlementId: id,
    statementId: statement.id,
    orderId: orNull(row.order_no),
    currency: region.currency,
    occurredAt,
    settledAt,
    updatedAt: settledAt !== null && settledAt > occurredAt ? settledAt : occurredAt,
    isEstimate: false,
    lines: [
      {
        lineId: '1',
        orderLineId: orNull(row.orderItem_no),
        feeClass: classifyFee(feeTable, row.fee_type, flags),
        feeCode: row.fee_type,
        feeName: row.fee_name ?? '',
        amountE4: parseAmountE4('amount', normalize(row.amount), flags),
      },
    ],
    flags: [...flags].toSorted(),
  };
}

function orNull(text: string | null | undefined): string | null {
  return text && text !== '0' ? text : null;
}

export function toPayoutItem({ bytes, value }: JsonElement): RawItem {
  return createRawItem('statement', readText(value, 'statement_number'), null, bytes);
}

/** Derives the canonical statement from a stored payout status. */
export function deriveStatement(
  raw: RawItem,
  shop: ShopContext,
): DerivationResult<CanonicalStatement> {
  return derive([raw], () => {
    const region = regionOf(shop);
    const value = parsePayload(raw.payload);
    assertShape(Payout, value, 'payout');
    const flags = new Set<string>();
    const createdAt = required(
      parseTime(value.created_at, region.offsetMinutes),
      'created_at is not a time',
    );
    const updatedAt = parseTime(value.updated_at ?? '', region.offsetMinutes) ?? createdAt;
    const balance = (name: 'opening_balance' | 'closing_balance') =>
      parseAmountE4(name, normalize(value[name] ?? ''), flags);
    return {
      statementId: dayOf(createdAt, region),
      name: value.statement_number,
      from: null,
      to: startOf(dayOf(createdAt, region), region),
      currency: region.currency,
      totalE4:
        value.closing_balance && value.opening_balance
          ? balance('closing_balance') - balance('opening_balance')
          : null,
      payoutE4: parseAmountE4('payout', normalize(value.payout), flags),
      // Payment is the only documented change after creation, so the last update is the payment.
      paidAt: value.paid === '1' ? updatedAt : null,
      updatedAt,
      flags: [...flags].toSorted(),
    };
  });
}

/** Maximum number of cached texts per subject. */
const maxEntries = 1000;

/**
 * Caches `work` by text and subject, for texts of which a page has few distinct ones, each repeated hundreds of times.
 * Results are shared and must not be mutated.
 */
export function memoize<Subject extends object, Result>(
  work: (text: string, subject: Subject) => Result,
): (text: string, subject: Subject) => Result {
  const known = new WeakMap<Subject, Map<string, { result: Result }>>();
  return (text, subject) => {
    const results = known.getOrInsertComputed(subject, () => new Map());
    const found = results.get(text);
    if (found) return found.result;
    const result = work(text, subject);
    // Bounds the memory, whatever texts a partner sends.
    if (results.size >= maxEntries) results.clear();
    results.set(text, { result });
    return result;
  };
}
