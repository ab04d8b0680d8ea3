import type { ReturnState } from '../../canonical/canonical.ts';
import { parseEpoch } from '../../parsing/times.ts';
import type { ReturnShape } from './order-schemas.ts';
import { parseReturnStatus } from '../protocol/return-status.ts';

export interface LineReturn {
  state: ReturnState;
  updatedAt: Date;
}

/** The later in this list, the more it says of a line that was in several cases. */
const statePrecedence: readonly ReturnState[] = [
  'none',
  'cancelled',
  'rejected',
  'requested',
  'approved',
  'in_transit',
  'received',
  'refunded',
];

/**
 * How far each line of an order has come back, by its id. An exchange and the refund of a part leave the sale
 * as it was; only the time of the case is taken from them.
 */
export function lineReturns(
  cases: readonly ReturnShape[],
  flags: Set<string>,
): (lineId: string) => LineReturn | undefined {
  const parsedCases = cases.map((each) => ({
    state: toReturnState(each, flags),
    updatedAt: parseEpoch(each.update_time) ?? new Date(0),
    lines: each.return_line_items?.flatMap((line) => line.order_line_item_id || []) ?? [],
  }));
  return (lineId) => {
    // A case that names no line is about the whole order.
    const own = parsedCases.filter(({ lines }) => lines.length === 0 || lines.includes(lineId));
    return own.reduce<LineReturn | undefined>((known, { state, updatedAt }) => {
      if (known === undefined) return { state, updatedAt };
      const isFarther = statePrecedence.indexOf(state) > statePrecedence.indexOf(known.state);
      return {
        state: isFarther ? state : known.state,
        updatedAt: updatedAt > known.updatedAt ? updatedAt : known.updatedAt,
      };
    }, undefined);
  };
}

function toReturnState(each: ReturnShape, flags: Set<string>): ReturnState {
  const { state, partE4, isExchanged } = parseReturnStatus(each, flags);
  if (state === 'unknown') {
    flags.add(`unknown_return_status:${each.return_status.slice(0, 60)}`);
    return 'requested';
  }
  if (isExchanged) flags.add('replaced');
  return isExchanged || partE4 > 0n ? 'none' : state;
}
