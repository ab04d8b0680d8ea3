import type { ReturnState } from '../../canonical/canonical.ts';
import type { ReturnShape } from './order-schemas.ts';
import { parseReturnStatus } from '../protocol/return-status.ts';
import { flagUnknown, parseEpoch } from '../../parsing/fields.ts';

interface LineReturn {
  state: ReturnState;
  updatedAt: Date;
}

/** For a line with several cases, the state latest in this list wins. */
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
 * Returns a function that looks up the return of an order line by its id. Exchanges and partial refunds do not change
 * the sale; only their update times count.
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
    // A case without lines refers to the whole order.
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
  const { kind, state, partE4, isExchanged } = parseReturnStatus(each, flags);
  if (kind === 'unknown' && each.return_type) {
    flagUnknown(flags, 'return_kind', each.return_type);
  }
  if (state === 'unknown') {
    flagUnknown(flags, 'return_status', each.return_status);
    return 'requested';
  }
  if (isExchanged) flags.add('replaced');
  return isExchanged || partE4 > 0n ? 'none' : state;
}
