/** Plants known discrepancies in an export file, to prove that a reconciliation finds them. */
import { daySeconds, shopOffsetSeconds, dayOf } from '../local-time.ts';
import { oneE4 } from '../money.ts';
import type { Order } from '../world/orders/order.ts';
import { draw, mix } from '../world/random.ts';
import { currentStage } from './export-format.ts';
import type { ExportFormat, ExportedOrder } from './export-format.ts';

export const discrepancyKinds = [
  'missing',
  'extra',
  'doubled',
  'amount',
  'unpaid',
  'zone',
  'status',
] as const;
export type DiscrepancyKind = (typeof discrepancyKinds)[number];

interface PlantedDiscrepancy {
  readonly kind: DiscrepancyKind;
  readonly orderId: string;
}

/** An amount that does not occur in the world, so that a changed amount has no other explanation. */
const changeE4 = 1_733n * oneE4;

interface Draft extends ExportedOrder {
  readonly copies: number;
}

const openStages = ['pending', 'packed', 'ready_to_ship', 'shipped', 'delivered', 'confirmed'];

const canPlant: Readonly<Record<DiscrepancyKind, (order: Order) => boolean>> = {
  missing: isSale,
  extra: isSale,
  doubled: isSale,
  amount: isSale,
  unpaid: (order) => !isSale(order),
  // The day has begun in Vietnam, but not in UTC.
  zone: (order) => isSale(order) && secondOfDay(order) < shopOffsetSeconds,
  status: (order) =>
    isSale(order) && order.units.every((unit) => openStages.includes(currentStage(unit))),
};

function secondOfDay({ createdAt }: Order): number {
  return createdAt + shopOffsetSeconds - dayOf(createdAt) * daySeconds;
}

/** Returns whether an order was ever committed; a prepaid order without payment was not. */
function isSale(order: Order): boolean {
  return order.cod || order.paidAt !== null;
}

/**
 * Returns the orders as the file shows them. Unpaid orders are omitted, except planted ones.
 * @param requestedCounts how many discrepancies of each kind to plant; fewer if not enough orders qualify
 */
export function plantDiscrepancies(
  orders: readonly Order[],
  form: ExportFormat,
  requestedCounts: Readonly<Partial<Record<DiscrepancyKind, number>>>,
  seed: number,
): {
  readonly exported: readonly ExportedOrder[];
  readonly planted: readonly PlantedDiscrepancy[];
} {
  const kinds = new Map<Order, DiscrepancyKind>();
  for (const kind of discrepancyKinds) {
    const candidates = orders.filter((order) => !kinds.has(order) && canPlant[kind](order));
    const drawn = candidates
      .map((order) => ({
        order,
        lot: draw(mix(seed, order.ordinal), discrepancyKinds.indexOf(kind)),
      }))
      .toSorted((a, b) => a.lot - b.lot)
      .slice(0, requestedCounts[kind] ?? 0);
    for (const { order } of drawn) kinds.set(order, kind);
  }
  const exported = orders.flatMap((order) => {
    const kind = kinds.get(order);
    if (kind === undefined && !isSale(order)) return [];
    return buildDrafts(order, kind, form).flatMap(({ copies, ...each }) =>
      Array.from({ length: copies }, () => each),
    );
  });
  const planted = [...kinds].map(([order, kind]) => ({
    kind,
    orderId: kind === 'extra' ? form.inventedId(order) : form.idOf(order),
  }));
  return { exported, planted };
}

function buildDrafts(order: Order, kind: DiscrepancyKind | undefined, form: ExportFormat): Draft[] {
  const plain: Draft = { order, id: form.idOf(order), createdAt: order.createdAt, copies: 1 };
  switch (kind) {
    case 'missing':
      return [];
    case 'extra':
      return [plain, { ...plain, id: form.inventedId(order) }];
    case 'doubled':
      return [{ ...plain, copies: 2 }];
    case 'amount':
      return [{ ...plain, order: raisePrice(order) }];
    case 'zone':
      return [{ ...plain, createdAt: order.createdAt - shopOffsetSeconds }];
    case 'status':
      return [{ ...plain, order: cancelOrder(order) }];
    case 'unpaid':
    case undefined:
      return [plain];
  }
}

function raisePrice(order: Order): Order {
  const [first] = order.units;
  return {
    ...order,
    units: order.units.map((unit) =>
      unit.sku.number === first?.sku.number ? { ...unit, priceE4: unit.priceE4 + changeE4 } : unit,
    ),
  };
}

function cancelOrder(order: Order): Order {
  const units = order.units.map((unit) => ({
    ...unit,
    life: [
      ...unit.life,
      { at: (unit.life.at(-1)?.at ?? order.createdAt) + 60, stage: 'cancelled' as const },
    ],
  }));
  return { ...order, units, cancelledBy: 'seller', cancelReason: 'Hết hàng' };
}
