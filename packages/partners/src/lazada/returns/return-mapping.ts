import type { DerivationResult, ShopContext } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  Id,
  Nullable,
  OptionalText,
  lookUp,
  flagUnknown,
  parseEpoch,
} from '../../parsing/fields.ts';
import {
  rollUpReturnState,
  type CanonicalReturn,
  type CanonicalReturnItem,
  type ReturnCaseState,
  type ReturnKind,
} from '../../canonical/money.ts';
import type { JsonElement } from '../../parsing/lossless-json.ts';
import {
  createRawItem,
  readId,
  assertShape,
  compareIds,
  derive,
  fromStored,
  InvalidItemError,
  parseAmountE4,
  parseEpochField,
  type ParsedItem,
} from '../../parsing/items.ts';
import { regionOf, type LazadaRegion } from '../protocol/regions.ts';

const LineShape = Type.Object({
  reverse_order_line_id: Id,
  trade_order_line_id: Id,
  reverse_status: Type.String({ minLength: 1 }),
  refund_amount: OptionalText,
  reason_text: OptionalText,
  reason_code: OptionalText,
  return_order_line_gmt_create: Type.String(),
  return_order_line_gmt_modified: Type.String(),
  product: Type.Optional(Nullable(Type.Object({ product_sku: OptionalText }))),
});
type LineShape = Static<typeof LineShape>;

const CaseShape = Type.Object({
  reverse_order_id: Id,
  trade_order_id: Id,
  request_type: Type.String({ minLength: 1 }),
  reverse_order_lines: Type.Array(LineShape, { minItems: 1 }),
});
const Case = Compile(CaseShape);

/** Lazada's request type of a cancellation: the order ended before anything was delivered. */
export const cancellation = 'CANCEL';

const kinds: Readonly<Record<string, ReturnKind>> = {
  RETURN: 'return_and_refund',
  ONLY_REFUND: 'refund_only',
};

/**
 * Return state by status of a reverse line. The platform documents a few statuses; the others are from published
 * clients. Other statuses are `unknown`. Pushes use different statuses.
 */
const states: Readonly<Record<string, ReturnCaseState>> = {
  REQUEST_INITIATE: 'requested',
  CS_APPROVING: 'requested',
  SELLER_AGREE_RETURN: 'approved',
  SELLER_AGREE_REFUND: 'approved',
  RETURN_PICKUP_PENDING: 'approved',
  BUYER_RETURN_ITEM: 'in_transit',
  // The goods are back and only the refund is pending.
  REFUND_PENDING: 'received',
  REFUND_AUTHORIZED: 'received',
  REFUND_SUCCESS: 'refunded',
  REQUEST_COMPLETE: 'refunded',
  REQUEST_REJECT: 'rejected',
  REFUND_REJECT: 'rejected',
  SELLER_REJECT_RETURN: 'rejected',
  SELLER_REJECT_REFUND: 'rejected',
  REQUEST_CANCEL: 'cancelled',
};

function parseReturnState(status: string, kind: ReturnKind): ReturnCaseState | undefined {
  const state = lookUp(states, status);
  // No goods come back for a refund without a return.
  return state === 'received' && kind === 'refund_only' ? 'approved' : state;
}

/** Returns the raw item of a reverse order, and whether it is a cancellation. */
export function caseItem({ bytes, value }: JsonElement): ParsedItem & { isCancellation: boolean } {
  if (!Case.Check(value)) {
    const id = readId(value, 'reverse_order_id');
    return { raw: createRawItem('return', id, null, bytes), value, isCancellation: false };
  }
  const times = value.reverse_order_lines.map((line) =>
    parseEpoch(line.return_order_line_gmt_modified),
  );
  const updatedAt = times.reduce(
    (latest, at) => (at && (!latest || at > latest) ? at : latest),
    null,
  );
  return {
    raw: createRawItem('return', value.reverse_order_id, updatedAt, bytes),
    value,
    isCancellation: value.request_type === cancellation,
  };
}

/** Derives the canonical case from a stored reverse order. */
export const deriveReturn = fromStored('return', deriveReturnCase);

/** Like `deriveReturn`, for a payload that is already parsed. */
export function deriveReturnCase(
  { raw, value }: ParsedItem,
  shop: ShopContext,
): DerivationResult<CanonicalReturn> {
  return derive([raw], () => {
    const region = regionOf(shop);
    assertShape(Case, value, 'case');
    return parseCase(value, region);
  });
}

function parseCase(value: Static<typeof CaseShape>, region: LazadaRegion): CanonicalReturn {
  if (value.request_type === cancellation) throw new InvalidItemError('it is a cancellation');
  const flags = new Set<string>();
  const kind = lookUp(kinds, value.request_type) ?? 'unknown';
  if (kind === 'unknown') flagUnknown(flags, 'kind', value.request_type);
  const lines = [
    ...new Map(
      value.reverse_order_lines.map((line) => [line.reverse_order_line_id, line]),
    ).values(),
  ].toSorted((a, b) => compareIds(a.reverse_order_line_id, b.reverse_order_line_id));
  const items = lines.map((line) => toItem(line, kind, region, flags));
  const created = lines.map((line) => parseTimeField('create', line.return_order_line_gmt_create));
  const modified = lines.map((line) =>
    parseTimeField('modified', line.return_order_line_gmt_modified),
  );
  const updatedAt = new Date(Math.max(...modified, ...created));
  const state = rollUpReturnState(items);
  const [first] = lines;
  return {
    returnId: value.reverse_order_id,
    orderId: value.trade_order_id,
    kind,
    state,
    requestedAt: new Date(Math.min(...created)),
    decidedAt: null,
    receivedAt: null,
    // The refund ends a case, so the last change is the refund.
    refundedAt: state === 'refunded' ? updatedAt : null,
    updatedAt,
    currency: region.currency,
    refundE4: items.reduce((sum, item) => sum + item.refundE4, 0n),
    borneBy: null,
    reason: first?.reason_text || (first?.reason_code ?? ''),
    items,
    flags: [...flags].toSorted(),
  };
}

function toItem(
  line: LineShape,
  kind: ReturnKind,
  region: LazadaRegion,
  flags: Set<string>,
): CanonicalReturnItem {
  const state = parseReturnState(line.reverse_status, kind);
  if (state === undefined) flagUnknown(flags, 'status', line.reverse_status);
  const refundE4 = parseAmountE4('refund_amount', line.refund_amount, flags);
  // Amounts are in cents, except for whole VND in Vietnam.
  const isWhole = region.currency === 'VND';
  if (!isWhole && refundE4 % 100n !== 0n) flags.add('amount_rounded');
  const sku = line.product?.product_sku;
  return {
    returnItemId: line.reverse_order_line_id,
    orderLineId: line.trade_order_line_id,
    skuId: sku && /^\d+$/.test(sku) ? sku : null,
    quantity: 1,
    refundE4: isWhole ? refundE4 : refundE4 / 100n,
    state: state ?? 'unknown',
    rawStatus: line.reverse_status,
  };
}

function parseTimeField(name: string, text: string): number {
  return parseEpochField(`return_order_line_gmt_${name}`, text).getTime();
}
