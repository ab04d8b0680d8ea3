/** Known differences between what happened and what an export file tells, to prove that a reconciliation finds them. */
import { DAY_SECONDS, SHOP_OFFSET_SECONDS, dayOf } from '../local-time.ts';
import { E4 } from '../money.ts';
import type { Order } from '../world/orders/order.ts';
import { draw, mix } from '../world/random.ts';
import { stageOf } from './export-format.ts';
import type { ExportForm, ToldOrder } from './export-format.ts';

export const PLANTS = [
  'missing',
  'extra',
  'doubled',
  'amount',
  'unpaid',
  'zone',
  'status',
] as const;
export type Plant = (typeof PLANTS)[number];

export interface Planted {
  readonly kind: Plant;
  readonly orderId: string;
}

/** Cents that no price of the world has: a changed amount is never one that something else explains. */
const CHANGE_E4 = 1_733n * E4;

interface Draft extends ToldOrder {
  readonly copies: number;
}

const ON_ITS_WAY = ['pending', 'packed', 'ready_to_ship', 'shipped', 'delivered', 'confirmed'];

const CAN: Readonly<Record<Plant, (order: Order) => boolean>> = {
  missing: isSale,
  extra: isSale,
  doubled: isSale,
  amount: isSale,
  unpaid: (order) => !isSale(order),
  // In Vietnam the day has begun, in UTC it has not.
  zone: (order) => isSale(order) && inDay(order) < SHOP_OFFSET_SECONDS,
  status: (order) =>
    isSale(order) && order.units.every((unit) => ON_ITS_WAY.includes(stageOf(unit))),
};

function inDay({ createdAt }: Order): number {
  return createdAt + SHOP_OFFSET_SECONDS - dayOf(createdAt) * DAY_SECONDS;
}

/** Whether an order ever was a sale: a prepaid one that nobody paid was none. */
export function isSale(order: Order): boolean {
  return order.cod || order.paidAt !== null;
}

/**
 * The orders as a file tells them. Orders that were never paid are left out but for planted ones.
 * @param wanted how many of each difference to plant; fewer are planted where fewer orders can bear it
 */
export function plant(
  orders: readonly Order[],
  form: ExportForm,
  wanted: Readonly<Partial<Record<Plant, number>>>,
  seed: number,
): { readonly told: readonly ToldOrder[]; readonly planted: readonly Planted[] } {
  const kinds = new Map<Order, Plant>();
  for (const kind of PLANTS) {
    const able = orders.filter((order) => !kinds.has(order) && CAN[kind](order));
    const drawn = able
      .map((order) => ({ order, lot: draw(mix(seed, order.ordinal), PLANTS.indexOf(kind)) }))
      .toSorted((a, b) => a.lot - b.lot)
      .slice(0, wanted[kind] ?? 0);
    for (const { order } of drawn) kinds.set(order, kind);
  }
  const told = orders.flatMap((order) => {
    const kind = kinds.get(order);
    if (kind === undefined && !isSale(order)) return [];
    return drafts(order, kind, form).flatMap(({ copies, ...each }) =>
      Array.from({ length: copies }, () => each),
    );
  });
  const planted = [...kinds].map(([order, kind]) => ({
    kind,
    orderId: kind === 'extra' ? form.inventedId(order) : form.idOf(order),
  }));
  return { told, planted };
}

function drafts(order: Order, kind: Plant | undefined, form: ExportForm): Draft[] {
  const plain: Draft = { order, id: form.idOf(order), createdAt: order.createdAt, copies: 1 };
  switch (kind) {
    case 'missing':
      return [];
    case 'extra':
      return [plain, { ...plain, id: form.inventedId(order) }];
    case 'doubled':
      return [{ ...plain, copies: 2 }];
    case 'amount':
      return [{ ...plain, order: dearer(order) }];
    case 'zone':
      return [{ ...plain, createdAt: order.createdAt - SHOP_OFFSET_SECONDS }];
    case 'status':
      return [{ ...plain, order: cancelled(order) }];
    case 'unpaid':
    case undefined:
      return [plain];
  }
}

function dearer(order: Order): Order {
  const [first] = order.units;
  return {
    ...order,
    units: order.units.map((unit) =>
      unit.sku.number === first?.sku.number ? { ...unit, priceE4: unit.priceE4 + CHANGE_E4 } : unit,
    ),
  };
}

function cancelled(order: Order): Order {
  const units = order.units.map((unit) => ({
    ...unit,
    life: [
      ...unit.life,
      { at: (unit.life.at(-1)?.at ?? order.createdAt) + 60, stage: 'cancelled' as const },
    ],
  }));
  return { ...order, units, cancelledBy: 'seller', cancelReason: 'Hết hàng' };
}
