import { Type, type Static } from 'typebox';
import { OptionalText, lookUp } from '../../parsing/fields.ts';
import type { ReturnCaseState, ReturnKind } from '../../canonical/money.ts';
import { parseAmountE4 } from '../../parsing/items.ts';
import { parseReturnState } from './statuses.ts';

export const Refund = Type.Optional(
  Type.Union([Type.Null(), Type.Object({ currency: OptionalText, refund_total: OptionalText })]),
);

/** Some responses have text instead of a boolean. */
export const Flag = Type.Optional(Type.Union([Type.Boolean(), Type.String(), Type.Null()]));

/**
 * The fields that determine the state of a return.
 * @see https://partner.tiktokshop.com/docv2/page/search-returns-202309
 */
export const returnStatusFields = {
  return_type: OptionalText,
  return_status: Type.String({ minLength: 1 }),
  refund_amount: Refund,
  /** The seller's offer; it becomes the refund only if the buyer accepts it. */
  partial_refund: Type.Optional(Type.Union([Type.Null(), Type.Object({ amount: OptionalText })])),
  buyer_rejected_partial_refund: Flag,
  /** The request that replaced this one when the buyer edited it. */
  next_return_id: OptionalText,
};
const ReturnStatusShape = Type.Object(returnStatusFields);
type ReturnStatusShape = Static<typeof ReturnStatusShape>;

export interface ReturnStatus {
  kind: ReturnKind;
  state: ReturnCaseState;
  /** Partial refund that the buyer accepted while keeping the goods, in ten-thousandths; otherwise 0. */
  partE4: bigint;
  /** Whether the case ended with replacement goods and no refund. */
  isExchanged: boolean;
}

/** Parses a boolean or its text. Returns null for a value that is neither true nor false. */
export function parseFlag(flag: boolean | string | null | undefined): boolean | null {
  const text = String(flag ?? '').toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : null;
}

const kinds: Readonly<Record<string, ReturnKind>> = {
  REFUND: 'refund_only',
  RETURN_AND_REFUND: 'return_and_refund',
  REPLACEMENT: 'replacement',
};

/** Parses the state of a case. An undocumented status is `unknown`. */
export function parseReturnStatus(value: ReturnStatusShape, flags: Set<string>): ReturnStatus {
  const kind = lookUp(kinds, value.return_type?.toUpperCase() ?? '') ?? 'unknown';
  const state = parseReturnState(value.return_status, value.return_type ?? '') ?? 'unknown';
  const isEnded = state === 'refunded' || state === 'rejected' || state === 'cancelled';
  if (!isEnded && value.next_return_id && value.next_return_id !== '0') {
    // The outcome is in the request that follows.
    flags.add('request_edited');
    return { kind, state: 'cancelled', partE4: 0n, isExchanged: false };
  }
  const refundE4 = parseAmountE4('refund_total', value.refund_amount?.refund_total, flags);
  if (kind === 'replacement' && state === 'refunded' && refundE4 === 0n) {
    return { kind, state: 'received', partE4: 0n, isExchanged: true };
  }
  const partE4 = acceptedPartialRefund(value, state, refundE4, flags);
  if (partE4 > 0n) flags.add('part_refunded');
  return {
    kind,
    // The buyer keeps the goods, so nothing is received.
    state: partE4 > 0n && state === 'received' ? 'approved' : state,
    partE4,
    isExchanged: kind === 'replacement' && state === 'received',
  };
}

/**
 * Returns the seller's offer once the platform refunds exactly that amount and the buyer has not rejected it; otherwise
 * 0.
 */
function acceptedPartialRefund(
  value: ReturnStatusShape,
  state: ReturnCaseState,
  refundE4: bigint,
  flags: Set<string>,
): bigint {
  const offeredE4 = parseAmountE4('partial_refund', value.partial_refund?.amount, flags);
  const isRefused = parseFlag(value.buyer_rejected_partial_refund) === true;
  const isAgreed = ['approved', 'received', 'refunded'].includes(state);
  return isAgreed && !isRefused && offeredE4 === refundE4 ? offeredE4 : 0n;
}
