import type { CanonicalReturnItem, ReturnCaseState } from './money.ts';

/** From least to most advanced. What is unknown may be anything, so it holds a case back. */
const returnProgress: readonly ReturnCaseState[] = [
  'unknown',
  'requested',
  'approved',
  'in_transit',
  'received',
  'refunded',
];

/**
 * The state of a case from its items: the least advanced of those that are neither rejected nor cancelled;
 * with none left, `rejected` when any of them was.
 */
export function rollUpReturnState(
  items: readonly Pick<CanonicalReturnItem, 'state'>[],
): ReturnCaseState {
  const ranks = items.map((item) => returnProgress.indexOf(item.state)).filter((rank) => rank >= 0);
  if (ranks.length > 0) return returnProgress[Math.min(...ranks)] ?? 'unknown';
  return items.some((item) => item.state === 'rejected') ? 'rejected' : 'cancelled';
}
