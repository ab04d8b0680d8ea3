import type { CanonicalReturnItem, ReturnCaseState } from './money.ts';

/** From least to most advanced. What is unknown may be anything, so it holds a case back. */
const progress: readonly ReturnCaseState[] = [
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
export function caseState(items: readonly Pick<CanonicalReturnItem, 'state'>[]): ReturnCaseState {
  const places = items.map((item) => progress.indexOf(item.state)).filter((place) => place >= 0);
  if (places.length > 0) return progress[Math.min(...places)] ?? 'unknown';
  return items.some((item) => item.state === 'rejected') ? 'rejected' : 'cancelled';
}
