import type { DerivationResult, ShopContext } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Nullable, OptionalText, lookUp, flagUnknown } from '../../parsing/fields.ts';
import type {
  CanonicalReturn,
  CanonicalReturnItem,
  ReturnCaseState,
  ReturnKind,
} from '../../canonical/money.ts';
import { smallestUnit, splitByWeight } from '../../parsing/amounts.ts';
import type { JsonElement } from '../../parsing/lossless-json.ts';
import {
  createRawItem,
  assertShape,
  derive,
  fromStored,
  parseAmountE4,
  type ParsedItem,
} from '../../parsing/items.ts';
import { Id, parseInstant, Seconds } from '../protocol/client.ts';

const ItemShape = Type.Object({
  item_id: Id,
  model_id: Type.Optional(Nullable(Id)),
  amount: Type.String({ pattern: '^\\d{1,9}$' }),
  item_price: OptionalText,
  refund_amount: OptionalText,
});
type ItemShape = Static<typeof ItemShape>;

const CaseShape = Type.Object({
  return_sn: Type.String({ minLength: 1 }),
  order_sn: Type.String({ minLength: 1 }),
  status: Type.String({ minLength: 1 }),
  reason: OptionalText,
  refund_amount: OptionalText,
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  create_time: Seconds,
  update_time: Seconds,
  return_solution: OptionalText,
  tracking_number: OptionalText,
  /** State at the platform's warehouse: 1 awaited, 2 rejected, 3 inbound, 4 cancelled. */
  is_arrived_at_warehouse: OptionalText,
  item: Type.Array(ItemShape, { minItems: 1 }),
});
type CaseShape = Static<typeof CaseShape>;
const Case = Compile(CaseShape);
/** What identifies a case, also one whose other fields are invalid. */
const CaseKey = Compile(Type.Pick(CaseShape, ['return_sn']));

const inbound = '3';
const warehouseStates: ReadonlySet<string> = new Set(['1', '2', inbound, '4']);

const kinds: Readonly<Record<string, ReturnKind>> = {
  '0': 'return_and_refund',
  '1': 'refund_only',
};

/**
 * Return state by case status. Other statuses are `unknown`.
 * @see https://open.shopee.com/developer-guide/227
 */
const states: Readonly<Record<string, ReturnCaseState>> = {
  REQUESTED: 'requested',
  JUDGING: 'requested',
  SELLER_DISPUTE: 'requested',
  // Accepted; the goods or the refund are pending.
  PROCESSING: 'in_transit',
  // The refund is confirmed, which ends the case. Version 1 of the API called it REFUND_PAID.
  ACCEPTED: 'refunded',
  REFUND_PAID: 'refunded',
  CLOSED: 'rejected',
  CANCELLED: 'cancelled',
};

function parseReturnState(value: CaseShape, kind: ReturnKind): ReturnCaseState | undefined {
  const { status, is_arrived_at_warehouse: arrived, tracking_number: tracking } = value;
  const state = lookUp(states, status);
  if (state !== 'in_transit') return state;
  // Nothing is in transit for a refund without goods, or before the buyer has shipped the goods.
  if (kind === 'refund_only') return 'approved';
  if (arrived === inbound) return 'received';
  return tracking ? state : 'approved';
}

/** Returns the raw item of a case. */
export function caseItem({ bytes, value }: JsonElement): ParsedItem {
  const number = CaseKey.Check(value) ? value.return_sn : null;
  const updatedAt = Case.Check(value) ? parseInstant(value.update_time) : null;
  return { raw: createRawItem('return', number, updatedAt, bytes), value };
}

/** Derives the canonical case from its stored raw item. */
export const deriveReturn = fromStored('return', deriveReturnCase);

/** Like `deriveReturn`, for a payload that is already parsed. */
export function deriveReturnCase(
  { raw, value }: ParsedItem,
  _shop: ShopContext,
): DerivationResult<CanonicalReturn> {
  return derive([raw], () => {
    assertShape(Case, value, 'case');
    return parseCase(value);
  });
}

function parseCase(value: CaseShape): CanonicalReturn {
  const flags = new Set<string>();
  const kind = lookUp(kinds, value.return_solution ?? '') ?? 'unknown';
  if (kind === 'unknown') flagUnknown(flags, 'kind', value.return_solution ?? '');
  const state = parseReturnState(value, kind);
  if (state === undefined) flagUnknown(flags, 'status', value.status);
  const { is_arrived_at_warehouse: arrived } = value;
  if (arrived && !warehouseStates.has(arrived)) {
    flagUnknown(flags, 'warehouse_state', arrived);
  }
  const updatedAt = parseInstant(value.update_time);
  const refundE4 = parseAmountE4('refund_amount', value.refund_amount, flags);
  return {
    returnId: value.return_sn,
    orderId: value.order_sn,
    kind,
    state: state ?? 'unknown',
    requestedAt: parseInstant(value.create_time),
    decidedAt: null,
    receivedAt: null,
    // The refund ends a case, so the last change is the refund.
    refundedAt: state === 'refunded' ? updatedAt : null,
    updatedAt,
    currency: value.currency,
    refundE4,
    borneBy: null,
    reason: value.reason ?? '',
    items: toItems(value, refundE4, flags).map((item) => ({
      ...item,
      state: state ?? 'unknown',
      rawStatus: value.status,
    })),
    flags: [...flags].toSorted(),
  };
}

/** Returns the items of a case. If their refunds do not add up to the total, it is split by price. */
function toItems(
  value: CaseShape,
  refundE4: bigint,
  flags: Set<string>,
): Omit<CanonicalReturnItem, 'state' | 'rawStatus'>[] {
  const groups = [...Map.groupBy(value.item, idOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sums = groups.map(([, rows]) => sumAmounts(rows, 'refund_amount', flags));
  const isShared = sums.reduce((sum, each) => sum + each, 0n) === refundE4;
  const weights = groups.map(([, rows]) => sumAmounts(rows, 'item_price', flags));
  const parts = isShared ? sums : splitByWeight(refundE4, weights, smallestUnit(value.currency));
  return groups.map(([returnItemId, rows], index) => {
    const [first] = rows;
    const model = first?.model_id ?? '0';
    return {
      returnItemId,
      // Lines have no id here.
      orderLineId: null,
      skuId: model === '0' ? (first?.item_id ?? null) : model,
      quantity: rows.reduce((sum, row) => sum + Number(row.amount), 0),
      refundE4: parts[index] ?? 0n,
    };
  });
}

function idOf(item: ItemShape): string {
  return `${item.item_id}.${item.model_id ?? '0'}`;
}

function sumAmounts(
  rows: readonly ItemShape[],
  field: 'refund_amount' | 'item_price',
  flags: Set<string>,
): bigint {
  return rows.reduce((sum, row) => {
    const amount = parseAmountE4(field, row[field], flags);
    return sum + (field === 'item_price' ? amount * BigInt(row.amount) : amount);
  }, 0n);
}
