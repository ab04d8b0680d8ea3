import type { CanonicalOrder, ItemStage } from '../canonical/canonical.ts';

/** Returns which events the orders of each stage have, oldest first: `completed` has `ordered, shipped, delivered`. */
export function eventsByStage(
  orders: Iterable<CanonicalOrder>,
): Partial<Record<ItemStage, ReadonlySet<string>>> {
  const found: Partial<Record<ItemStage, Set<string>>> = {};
  for (const { stage, createdAt, shippedAt, deliveredAt, cancelledAt } of orders) {
    const times = {
      ordered: createdAt,
      shipped: shippedAt,
      delivered: deliveredAt,
      cancelled: cancelledAt,
    };
    const events = Object.entries(times)
      .flatMap(([event, at]) => (at === null ? [] : [{ event, at: at.getTime() }]))
      .toSorted((a, b) => a.at - b.at);
    (found[stage] ??= new Set()).add(events.map(({ event }) => event).join(', '));
  }
  return found;
}
