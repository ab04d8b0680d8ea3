import type { DifferenceGroup, DifferenceReason } from '@seller-connect/contract';
import { visitInSlices } from '../../platform/process/event-loop.ts';
import type { Difference } from './comparison.ts';

/** Reasons that explain nothing: the seller has to check these orders. */
export const unexplainedReasons: ReadonlySet<DifferenceReason> = new Set([
  'missing_with_us',
  'missing_in_file',
  'amount_differs',
  'quantity_differs',
  'status_differs',
  'day_differs',
]);
/** Reasons that disappear once the shop is synced. */
export const pendingReasons: ReadonlySet<DifferenceReason> = new Set([
  'still_loading',
  'not_read_yet',
]);

export interface DifferenceGroupTotals {
  readonly group: DifferenceGroup;
  readonly orders: number;
  readonly differences: number;
  readonly effectE4: bigint;
}

const groups: readonly DifferenceGroup[] = ['explained', 'waiting', 'open'];

function groupOf(reason: DifferenceReason): DifferenceGroup {
  if (unexplainedReasons.has(reason)) return 'open';
  return pendingReasons.has(reason) ? 'waiting' : 'explained';
}

/**
 * Counts the differing orders by group; groups without orders are left out.
 * @throws the reason of `signal` once it is aborted
 */
export async function countGroups(
  differences: readonly Pick<Difference, 'orderId' | 'reason' | 'effectE4'>[],
  signal?: AbortSignal,
): Promise<DifferenceGroupTotals[]> {
  const byOrder = new Map<string, { rank: number; differences: number; effectE4: bigint }>();
  await visitInSlices(
    differences,
    ({ orderId, reason, effectE4 }) => {
      const known = byOrder.get(orderId) ?? { rank: 0, differences: 0, effectE4: 0n };
      byOrder.set(orderId, {
        rank: Math.max(known.rank, groups.indexOf(groupOf(reason))),
        differences: known.differences + 1,
        effectE4: known.effectE4 + effectE4,
      });
    },
    signal,
  );
  const totals = groups.map((group) => ({ group, orders: 0, differences: 0, effectE4: 0n }));
  await visitInSlices(
    byOrder.values(),
    (order) => {
      const total = totals[order.rank];
      if (!total) return;
      total.orders += 1;
      total.differences += order.differences;
      total.effectE4 += order.effectE4;
    },
    signal,
  );
  return totals.filter(({ orders }) => orders > 0);
}

/** Returns the `max` gravest of the differences, in their order. */
export function gravestDifferences<Each extends Pick<Difference, 'reason'>>(
  differences: readonly Each[],
  max: number,
): Each[] {
  const byGroup = Map.groupBy(differences, ({ reason }) => groupOf(reason));
  const gravestFirst = groups.toReversed().flatMap((group) => byGroup.get(group) ?? []);
  const kept = new Set(gravestFirst.slice(0, max));
  return differences.filter((each) => kept.has(each));
}
