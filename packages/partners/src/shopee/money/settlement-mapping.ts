import type { DerivationResult, ShopContext } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { OptionalText, readField, readText } from '../../parsing/fields.ts';
import type { RawItem } from '../../canonical/canonical.ts';
import {
  type CanonicalSettlement,
  type CanonicalSettlementLine,
  type CanonicalStatement,
  classifyFee,
} from '../../canonical/money.ts';
import { composeElement, type JsonElement } from '../../parsing/lossless-json.ts';
import {
  createRawItem,
  contentId,
  assertShape,
  derive,
  fromStored,
  InvalidItemError,
  parseAmountE4,
  type ParsedItem,
} from '../../parsing/items.ts';
import { convertIncomeParts } from './affiliate-income.ts';
import { batchNames, incomeParts, walletTable } from './fee-table.ts';
import { smallestUnit } from '../../parsing/amounts.ts';
import { unwrapIncome } from '../orders/order-details.ts';
import { regionOf } from '../protocol/regions.ts';
import { parseInstant, Seconds } from '../protocol/client.ts';

/** The release of an order's escrow: its list row and its detail, both verbatim. */
const Release = Compile(
  Type.Object({
    release: Type.Object({
      order_sn: Type.String({ minLength: 1 }),
      payout_amount: OptionalText,
      escrow_release_time: Seconds,
    }),
    escrow: Type.Unknown(),
  }),
);
const Escrow = Compile(
  Type.Object({
    order_sn: Type.String({ minLength: 1 }),
    order_income: Type.Record(Type.String(), Type.Unknown()),
  }),
);

const MovementShape = Type.Object({
  transaction_type: Type.String({ minLength: 1 }),
  status: OptionalText,
  amount: Type.String({ minLength: 1 }),
  create_time: Seconds,
  order_sn: OptionalText,
  refund_sn: OptionalText,
  reason: OptionalText,
  description: OptionalText,
});
type Movement = Static<typeof MovementShape>;
/** A movement of the seller's balance, verbatim. */
const Wallet = Compile(Type.Object({ movement: MovementShape }));

/** Returns the raw item of a release with its detail. Each order has exactly one, which never changes. */
export function toReleaseItem(release: Buffer, escrow: Buffer | 'null'): ParsedItem {
  const { bytes, value } = composeElement('{"release":', release, ',"escrow":', escrow, '}');
  const name = readText(readField(value, 'release'), 'order_sn');
  return { raw: createRawItem('settlement', name, null, bytes), value };
}

const booked = 'COMPLETED';
const notBooked: ReadonlySet<string> = new Set(['FAILED', 'PENDING', 'INITIAL']);

/** Returns the raw item of a movement; null if it was not completed or is accounted for elsewhere. */
export function toMovementItem(
  element: JsonElement,
  passedOver: ReadonlySet<string>,
): ParsedItem | null {
  const { bytes, value } = composeElement('{"movement":', element.bytes, '}');
  if (!Wallet.Check(value)) return { raw: createRawItem('settlement', null, null, bytes), value };
  const { movement } = value;
  if (passedOver.has(movement.transaction_type)) return null;
  if (movement.status && notBooked.has(movement.status)) return null;
  return { raw: createRawItem('settlement', movementId(movement), null, bytes), value };
}

/** Movements have no id, so the distinguishing fields form one. */
function movementId(movement: Movement): string {
  const { transaction_type, create_time, amount, order_sn, refund_sn, reason } = movement;
  const parts = [transaction_type, create_time, amount, order_sn ?? '', refund_sn ?? ''];
  return contentId(JSON.stringify([...parts, reason ?? '']));
}

/** Derives the canonical settlement from a stored release or movement. */
export const deriveSettlement = fromStored('settlement', deriveParsed);

/** Like `deriveSettlement`, for a payload that is already parsed. */
export function deriveParsed(
  { raw, value }: ParsedItem,
  shop: ShopContext,
): DerivationResult<CanonicalSettlement> {
  return derive([raw], () => {
    const region = regionOf(shop);
    const { currency } = region;
    if (Wallet.Check(value)) {
      return parseMovement(value.movement, currency);
    }
    return parseRelease(value, currency);
  });
}

function parseRelease(value: unknown, currency: string): CanonicalSettlement {
  assertShape(Release, value, 'release');
  const escrow = unwrapIncome(value.escrow);
  assertShape(Escrow, escrow, 'escrow');
  const { release } = value;
  if (escrow.order_sn !== release.order_sn)
    throw new InvalidItemError('escrow: it is another order’s');
  const flags = new Set<string>();
  const income = escrow.order_income;
  const amount = (code: string) =>
    parseIncomeAmount(code, income[code] ?? income[batchNames[code] ?? ''], flags);
  const parts =
    convertIncomeParts(income, amount, smallestUnit(currency)) ??
    Object.entries(incomeParts).map(([code, { feeClass, sign }]) => ({
      code,
      feeClass,
      amountE4: sign * amount(code),
    }));
  const lines = parts.flatMap(({ code, feeClass, amountE4 }) =>
    amountE4 === 0n ? [] : [lineOf(code, feeClass, amountE4)],
  );
  if ((income['escrow_amount'] ?? null) === null)
    throw new InvalidItemError('escrow_amount is absent');
  const explained = lines.reduce((sum, { amountE4 }) => sum + amountE4, 0n);
  const rest = amount('escrow_amount') - explained;
  if (rest !== 0n) {
    flags.add('escrow_unexplained');
    lines.push(lineOf('unexplained', 'unknown', rest));
  }
  if (lines.length === 0) lines.push(lineOf('escrow_amount', 'item_price', 0n));
  // A release counts as paid: the amount is in the seller's balance from then on.
  const releasedAt = parseInstant(release.escrow_release_time);
  return {
    settlementId: release.order_sn,
    statementId: null,
    orderId: release.order_sn,
    currency,
    occurredAt: releasedAt,
    settledAt: releasedAt,
    updatedAt: releasedAt,
    isEstimate: false,
    lines: lines.toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1)),
    flags: [...flags].toSorted(),
  };
}

function parseIncomeAmount(code: string, value: unknown, flags: Set<string>): bigint {
  if (value === undefined || value === null) return 0n;
  if (typeof value !== 'string') throw new InvalidItemError(`${code} is not an amount`);
  return parseAmountE4(code, value, flags);
}

/** Each part of an income occurs once, so its code is a unique line id. */
function lineOf(
  code: string,
  feeClass: CanonicalSettlementLine['feeClass'],
  amountE4: bigint,
): CanonicalSettlementLine {
  return { lineId: code, orderLineId: null, feeClass, feeCode: code, feeName: '', amountE4 };
}

function parseMovement(movement: Movement, currency: string): CanonicalSettlement {
  if (movement.status && movement.status !== booked) {
    throw new InvalidItemError(`movement: the status ${movement.status.slice(0, 60)} is not known`);
  }
  const flags = new Set<string>();
  const at = parseInstant(movement.create_time);
  return {
    settlementId: movementId(movement),
    statementId: null,
    orderId: movement.order_sn || null,
    currency,
    occurredAt: at,
    settledAt: at,
    updatedAt: at,
    isEstimate: false,
    lines: [
      {
        lineId: '1',
        orderLineId: null,
        feeClass: classifyFee(walletTable, movement.transaction_type, flags),
        feeCode: movement.transaction_type,
        feeName: movement.reason || (movement.description ?? ''),
        amountE4: parseAmountE4('amount', movement.amount, flags),
      },
    ],
    flags: [...flags].toSorted(),
  };
}

/** Rejects every item: Shopee pays per order and has no statements. */
export function deriveStatement(raw: RawItem): DerivationResult<CanonicalStatement> {
  return { canonical: null, reject: { raw, reason: 'Shopee makes no statements' } };
}
