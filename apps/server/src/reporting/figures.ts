import type { Figures } from '@seller-connect/contract';
import { divide, toDecimal } from './amount.ts';

/** Sums of rollup rows, from which every figure of a report is made. */
export interface Totals {
  orders: number;
  validOrders: number;
  cancelledOrders: number;
  units: number;
  gmvE4: bigint;
  nmvE4: bigint;
  netSalesE4: bigint;
}

export const nothing: Totals = {
  orders: 0,
  validOrders: 0,
  cancelledOrders: 0,
  units: 0,
  gmvE4: 0n,
  nmvE4: 0n,
  netSalesE4: 0n,
};

export function add(a: Totals, b: Totals): Totals {
  return {
    orders: a.orders + b.orders,
    validOrders: a.validOrders + b.validOrders,
    cancelledOrders: a.cancelledOrders + b.cancelledOrders,
    units: a.units + b.units,
    gmvE4: a.gmvE4 + b.gmvE4,
    nmvE4: a.nmvE4 + b.nmvE4,
    netSalesE4: a.netSalesE4 + b.netSalesE4,
  };
}

/** Average order value in ten-thousandths; null without a valid order. */
export function aovOf(totals: Totals): bigint | null {
  return divide(totals.nmvE4, totals.validOrders);
}

export function cancellationRateOf(totals: Totals): number | null {
  return totals.orders === 0 ? null : totals.cancelledOrders / totals.orders;
}

/** `previous` null: the period before is not completely read, so there is nothing to compare with. */
export function figuresOf(now: Totals, previous: Totals | null): Figures {
  return {
    gmv: amount(now.gmvE4, previous?.gmvE4),
    orders: count(now.orders, previous?.orders),
    netSales: amount(now.netSalesE4, previous?.netSalesE4),
    units: count(now.units, previous?.units),
    aov: amount(aovOf(now), previous && aovOf(previous)),
    cancellationRate: count(cancellationRateOf(now), previous && cancellationRateOf(previous)),
  };
}

function amount(value: bigint | null, previous: bigint | null | undefined) {
  return {
    value: value === null ? null : toDecimal(value),
    previous: previous === null || previous === undefined ? null : toDecimal(previous),
    change: changeOf(
      value === null ? null : Number(value),
      previous === null || previous === undefined ? null : Number(previous),
    ),
  };
}

function count(value: number | null, previous: number | null | undefined) {
  return { value, previous: previous ?? null, change: changeOf(value, previous ?? null) };
}

/** A ratio for people, so a float will do. */
function changeOf(value: number | null, previous: number | null): number | null {
  if (value === null || previous === null || previous === 0) return null;
  return (value - previous) / Math.abs(previous);
}
