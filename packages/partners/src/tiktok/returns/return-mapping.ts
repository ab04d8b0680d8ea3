import type { DerivationResult, ShopContext } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, OptionalText, flagUnknown } from '../../parsing/fields.ts';
import {
  rollUpReturnState,
  type CanonicalReturn,
  type CanonicalReturnItem,
} from '../../canonical/money.ts';
import { smallestUnit, splitByWeight } from '../../parsing/amounts.ts';
import {
  assertCurrency,
  assertShape,
  compareIds,
  derive,
  fromStored,
  parseAmountE4,
  parseEpochField,
  type ParsedItem,
} from '../../parsing/items.ts';
import { regionOf } from '../protocol/regions.ts';
import {
  Refund,
  returnStatusFields,
  parseReturnStatus,
  type ReturnStatus,
} from '../protocol/return-status.ts';

const LineShape = Type.Object({
  return_line_item_id: Id,
  order_line_item_id: OptionalText,
  sku_id: OptionalText,
  refund_amount: Refund,
});

const CaseShape = Type.Object({
  ...returnStatusFields,
  return_id: Id,
  order_id: Id,
  return_type: Type.String({ minLength: 1 }),
  create_time: Type.String({ pattern: '^\\d{1,13}$' }),
  update_time: Type.String({ pattern: '^\\d{1,13}$' }),
  return_reason: OptionalText,
  return_reason_text: OptionalText,
  return_line_items: Type.Optional(Type.Union([Type.Null(), Type.Array(LineShape)])),
});
type CaseShape = Static<typeof CaseShape>;
const Case = Compile(CaseShape);

/** Derives the canonical case from a stored return. */
export const deriveReturn = fromStored('return', deriveReturnCase);

/** Like `deriveReturn`, for a payload that is already parsed. */
export function deriveReturnCase(
  { raw, value }: ParsedItem,
  shop: ShopContext,
): DerivationResult<CanonicalReturn> {
  return derive([raw], () => {
    const region = regionOf(shop);
    assertShape(Case, value, 'return');
    return parseCase(value, region.currency);
  });
}

function parseCase(value: CaseShape, defaultCurrency: string): CanonicalReturn {
  const flags = new Set<string>();
  const status = parseReturnStatus(value, flags);
  if (status.kind === 'unknown') flagUnknown(flags, 'kind', value.return_type);
  if (status.state === 'unknown') {
    flagUnknown(flags, 'status', value.return_status);
  }
  const items = toItems(value, status, flags);
  const currency = value.refund_amount?.currency || defaultCurrency;
  assertCurrency(currency);
  const refundE4 = splitRefund(value, status, items, currency, flags);
  const updatedAt = parseEpochField('update_time', value.update_time);
  const state = rollUpReturnState(items);
  return {
    returnId: value.return_id,
    orderId: value.order_id,
    kind: status.kind,
    state,
    requestedAt: parseEpochField('create_time', value.create_time),
    decidedAt: null,
    receivedAt: null,
    // The refund ends a case, so the last change is the refund.
    refundedAt: state === 'refunded' ? updatedAt : null,
    updatedAt,
    currency,
    refundE4,
    borneBy: null,
    reason: value.return_reason_text || (value.return_reason ?? ''),
    items,
    flags: [...flags].toSorted(),
  };
}

function toItems(
  value: CaseShape,
  { state, partE4 }: ReturnStatus,
  flags: Set<string>,
): CanonicalReturnItem[] {
  const lines = new Map(
    (value.return_line_items ?? []).map((line) => [line.return_line_item_id, line]),
  );
  const rawStatus = value.return_status;
  // No units come back for a partial refund, and the sale stays unchanged.
  const quantity = partE4 > 0n ? 0 : 1;
  if (lines.size === 0) {
    // The case refers to the whole order.
    const whole = { returnItemId: value.return_id, orderLineId: null, skuId: null, refundE4: 0n };
    return [{ ...whole, quantity, state, rawStatus }];
  }
  return [...lines.values()]
    .toSorted((a, b) => compareIds(a.return_line_item_id, b.return_line_item_id))
    .map((line) => ({
      returnItemId: line.return_line_item_id,
      orderLineId: line.order_line_item_id || null,
      skuId: line.sku_id || null,
      quantity,
      refundE4: parseAmountE4('refund_total', line.refund_amount?.refund_total, flags),
      state,
      rawStatus,
    }));
}

/** Returns the refund of the case; splits it among the items if their own amounts do not add up to it. */
function splitRefund(
  value: CaseShape,
  { partE4, isExchanged }: ReturnStatus,
  items: readonly CanonicalReturnItem[],
  currency: string,
  flags: Set<string>,
): bigint {
  const sum = items.reduce((total, item) => total + item.refundE4, 0n);
  const refundText = value.refund_amount?.refund_total;
  const refundTotal = refundText ? parseAmountE4('refund_total', refundText, flags) : sum;
  const whole = isExchanged ? 0n : partE4 > 0n ? partE4 : refundTotal;
  if (whole === sum) return whole;
  const parts = splitByWeight(
    whole,
    items.map((item) => item.refundE4),
    smallestUnit(currency),
  );
  for (const [index, item] of items.entries()) item.refundE4 = parts[index] ?? 0n;
  return whole;
}
