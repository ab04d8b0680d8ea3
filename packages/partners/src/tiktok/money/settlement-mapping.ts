import type { DerivationResult, ShopContext } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, OptionalText, parseEpoch } from '../../parsing/fields.ts';
import type { RawItem } from '../../canonical/canonical.ts';
import type { CanonicalSettlement, CanonicalStatement } from '../../canonical/money.ts';
import { composeElement, type JsonElement } from '../../parsing/lossless-json.ts';
import { redactPersons } from '../../parsing/redact-persons.ts';
import {
  createRawItem,
  readId,
  assertCurrency,
  assertShape,
  contentId,
  derive,
  firstSchemaError,
  fromStored,
  InvalidItemError,
  parseAmountE4,
  parseEpochField,
  parsePayload,
  type ParsedItem,
} from '../../parsing/items.ts';
import { findRegion } from '../protocol/regions.ts';
import { settlementLines } from './settlement-lines.ts';

/**
 * The fields of a statement that its transactions need, so that they are mapped even if the statement's amount is
 * invalid.
 */
const ListedShape = Type.Object({
  id: Id,
  statement_time: Type.String({ pattern: '^\\d{1,13}$' }),
  currency: OptionalText,
  payment_status: OptionalText,
  /** When it was paid; missing in older responses. */
  payment_time: OptionalText,
});
type ListedShape = Static<typeof ListedShape>;
export const ListedStatement = Compile(ListedShape);

const Statement = Compile(
  Type.Object({
    ...ListedShape.properties,
    settlement_amount: Type.String({ minLength: 1 }),
    payment_id: OptionalText,
  }),
);

/** Raw item of a transaction: the transaction and its statement, both verbatim. */
const Settlement = Compile(
  Type.Object({
    statement: ListedShape,
    transaction: Type.Object({
      id: Id,
      type: Type.String({ minLength: 1 }),
      order_id: OptionalText,
      adjustment_order_id: OptionalText,
      associated_order_id: OptionalText,
      settlement_amount: Type.String({ minLength: 1 }),
      revenue_amount: OptionalText,
      shipping_cost_amount: OptionalText,
      fee_tax_amount: OptionalText,
      adjustment_amount: OptionalText,
      reserve_amount: OptionalText,
      revenue_breakdown: Type.Optional(Type.Unknown()),
      shipping_cost_breakdown: Type.Optional(Type.Unknown()),
      fee_tax_breakdown: Type.Optional(Type.Unknown()),
    }),
  }),
);

/** What the id of a transaction is made of, so that a rejected one has the id that it has once it can be read. */
const SettlementKey = Compile(
  Type.Object({ statement: Type.Object({ id: Id }), transaction: Type.Object({ id: Id }) }),
);

const UnsettledShape = Type.Object({
  // An id of its own, of its order, or of an adjustment; each may be missing.
  id: OptionalText,
  order_id: OptionalText,
  adjustment_id: OptionalText,
  adjustment_order_id: OptionalText,
  /** Missing for an adjustment without an order. */
  order_create_time: OptionalText,
  est_settlement_amount: Type.String({ minLength: 1 }),
  currency: OptionalText,
  unsettled_reason: OptionalText,
  estimated_settlement: OptionalText,
});
/** Raw item of an order that is not on a statement yet, verbatim. */
const Unsettled = Compile(Type.Object({ unsettled: UnsettledShape }));
const UnsettledMarker = Compile(Type.Object({ unsettled: Type.Unknown() }));

const dayMs = 86_400_000;
/**
 * The platform reports no earlier orders.
 * @see https://partner.tiktokshop.com/docv2/page/get-unsettled-transactions-202507
 */
export const earliestEstimateAt = new Date('2025-01-01T00:00:00Z');
/** Code of the single line: the estimates of the parts are totals that mix several fee classes. */
const estimateCode = 'est_settlement_amount';

/** Returns the raw item of a transaction of a statement. */
export function settlementItem(statement: string, transaction: JsonElement): ParsedItem {
  const { bytes, value } = composeElement(
    `{"statement":${statement},"transaction":`,
    transaction.bytes,
    '}',
  );
  // Includes the statement: it is undocumented whether a transaction that reappears on a later one keeps its id.
  const id = SettlementKey.Check(value) ? `${value.statement.id}:${value.transaction.id}` : null;
  return { raw: createRawItem('settlement', id, null, bytes), value };
}

/** Returns the raw item of an unsettled order. */
export function unsettledItem(unsettled: JsonElement): ParsedItem {
  const { bytes, value } = composeElement('{"unsettled":', unsettled.bytes, '}');
  const id = Unsettled.Check(value)
    ? unsettledId(value.unsettled)
    : readId(unsettled.value, 'id', 'order_id', 'adjustment_id');
  const ownId = id ?? contentId(redactPersons(bytes));
  return { raw: createRawItem('settlement', estimateId(ownId), null, bytes), value };
}

function unsettledId(row: Static<typeof UnsettledShape>): string | null {
  return firstId(row.id, row.order_id, row.adjustment_id);
}

/** Returns the first id that is present. An absent one may also be null, empty or 0. */
function firstId(...ids: (string | null | undefined)[]): string | null {
  return ids.find((id) => id && id !== '0') ?? null;
}

/** Distinct from the ids of transactions, which start with the id of a statement. */
function estimateId(id: string): string {
  return `unsettled:${id}`;
}

/** Derives the canonical settlement from a stored transaction or unsettled order. */
export const deriveSettlement = fromStored('settlement', deriveTransaction);

/** Like `deriveSettlement`, for a payload that is already parsed. */
export function deriveTransaction(
  { raw, value }: ParsedItem,
  shop: ShopContext,
): DerivationResult<CanonicalSettlement> {
  return derive([raw], () => {
    if (Unsettled.Check(value)) {
      return estimateOf(value.unsettled, shop);
    }
    if (UnsettledMarker.Check(value)) {
      throw new InvalidItemError(`unsettled: ${firstSchemaError(Unsettled.Errors(value))}`);
    }
    assertShape(Settlement, value, 'settlement');
    const { statement, transaction } = value;
    const flags = new Set<string>();
    const end = statementEnd(statement);
    const settledAt = paidAt(statement, flags);
    return {
      settlementId: `${statement.id}:${transaction.id}`,
      statementId: statement.id,
      orderId: firstId(
        transaction.order_id,
        transaction.adjustment_order_id,
        transaction.associated_order_id,
      ),
      currency: currencyOf(statement.currency, shop),
      occurredAt: new Date(end.getTime() - dayMs),
      settledAt,
      updatedAt: settledAt ?? new Date(end.getTime() - dayMs),
      isEstimate: false,
      lines: settlementLines(transaction, flags),
      flags: [...flags].toSorted(),
    };
  });
}

function estimateOf(row: Static<typeof UnsettledShape>, shop: ShopContext): CanonicalSettlement {
  const id = unsettledId(row);
  if (!id) throw new InvalidItemError('unsettled: it has neither a number nor an order');
  const flags = new Set<string>();
  const createdAt = parseEpoch(row.order_create_time ?? '');
  if (createdAt === null) {
    if (row.order_create_time)
      throw new InvalidItemError('unsettled: order_create_time is not a time');
    flags.add('order_time_missing');
  }
  return {
    settlementId: estimateId(id),
    statementId: null,
    orderId: firstId(row.order_id, row.adjustment_order_id),
    currency: currencyOf(row.currency, shop),
    // Nothing is booked, so the order's creation is the only stable time. Without it, the start of all estimates is
    // used.
    occurredAt: createdAt ?? earliestEstimateAt,
    settledAt: null,
    updatedAt: createdAt ?? earliestEstimateAt,
    isEstimate: true,
    waiting: { reason: row.unsettled_reason ?? '', until: row.estimated_settlement ?? '' },
    lines: [
      {
        lineId: estimateCode,
        orderLineId: null,
        feeClass: 'other',
        feeCode: estimateCode,
        feeName: '',
        amountE4: parseAmountE4(estimateCode, row.est_settlement_amount, flags),
      },
    ],
    flags: [...flags].toSorted(),
  };
}

export function statementItem({ bytes, value }: JsonElement): RawItem {
  return createRawItem('statement', readId(value, 'id'), null, bytes);
}

/** Derives the canonical statement from its stored raw item. */
export function deriveStatement(
  raw: RawItem,
  shop: ShopContext,
): DerivationResult<CanonicalStatement> {
  return derive([raw], () => {
    const value = parsePayload(raw.payload);
    assertShape(Statement, value, 'statement');
    const flags = new Set<string>();
    const to = statementEnd(value);
    const totalE4 = parseAmountE4('settlement_amount', value.settlement_amount, flags);
    const status = value.payment_status ?? '';
    if (!['PAID', 'PROCESSING', ''].includes(status.toUpperCase())) {
      flags.add(`payment_status:${status.slice(0, 60)}`);
    }
    const paid = paidAt(value, flags);
    return {
      statementId: value.id,
      name: value.payment_id || value.id,
      from: new Date(to.getTime() - dayMs),
      to,
      currency: currencyOf(value.currency, shop),
      totalE4,
      payoutE4: totalE4,
      paidAt: paid,
      updatedAt: paid ?? to,
      flags: [...flags].toSorted(),
    };
  });
}

/** Returns the end of the UTC day that the statement covers. */
function statementEnd({ statement_time: text }: { statement_time: string }): Date {
  return parseEpochField('statement_time', text);
}

/** Returns when the statement was paid; null while unpaid. Without a payment time, returns its end and adds a flag. */
function paidAt(statement: ListedShape, flags: Set<string>): Date | null {
  if (statement.payment_status?.toUpperCase() !== 'PAID') return null;
  const paymentTime = parseEpoch(statement.payment_time ?? '');
  if (paymentTime === null) flags.add('payment_time_missing');
  return paymentTime ?? statementEnd(statement);
}

function currencyOf(written: string | null | undefined, shop: ShopContext): string {
  const currency = written || findRegion(shop.region)?.currency;
  assertCurrency(currency);
  return currency;
}
