import type { CanonicalReturnItem, ReturnCaseState } from './money.ts';

/** States from least to most advanced. `unknown` ranks lowest, because such an item may be in any state. */
const returnProgress: readonly ReturnCaseState[] = [
  'unknown',
  'requested',
  'approved',
  'in_transit',
  'received',
  'refunded',
];

/**
 * Returns the state of a return: the least advanced state of its items that are neither rejected nor cancelled. Without
 * such items, returns `rejected` if any item is rejected, else `cancelled`.
 */
export function rollUpReturnState(
  items: readonly Pick<CanonicalReturnItem, 'state'>[],
): ReturnCaseState {
  const ranks = items.map((item) => returnProgress.indexOf(item.state)).filter((rank) => rank >= 0);
  if (ranks.length > 0) return returnProgress[Math.min(...ranks)] ?? 'unknown';
  return items.some((item) => item.state === 'rejected') ? 'rejected' : 'cancelled';
}
