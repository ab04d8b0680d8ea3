import { divideRounded, sumBy, compareAmounts } from '../../platform/money.ts';
import type { SalesVelocity } from '../stock/cover.ts';

/** A listing that sells and is sold out or soon will be. */
export interface LowListing extends SalesVelocity {
  name: string;
  stock: number;
  /** What a buyer pays for a unit, in ten-thousandths. */
  priceE4: bigint;
}

/** Products that are sold out or soon will be, by what they sell a day. */
export interface LowStock {
  /** The first few, best-selling first. `daysLeft` is 0 for a product that is sold out. */
  products: { name: string; daysLeft: number }[];
  /** Number of all such products. */
  count: number;
  /** What all of them sell a day, in ten-thousandths. */
  salesPerDayE4: bigint;
}

/** Fewer units in four weeks are less than one a week: their stock is no reason to act today. */
export const minUnits = 4;
const maxNamedProducts = 5;

/** Ranks listings by the sales of a day, which are lost while they are sold out; null without any. */
export function rankLowStock(listings: readonly LowListing[]): LowStock | null {
  const byName = new Map<string, { name: string; daysLeft: number; salesPerDayE4: bigint }>();
  for (const { name, stock, priceE4, units, days } of listings) {
    const daysLeft = stock <= 0 ? 0 : Math.max(1, Math.floor((stock * days) / Number(units)));
    const salesPerDayE4 = divideRounded(priceE4 * units, BigInt(days));
    // Variants of a product have one name.
    const known = byName.get(name);
    byName.set(name, {
      name,
      daysLeft: Math.min(daysLeft, known?.daysLeft ?? daysLeft),
      salesPerDayE4: salesPerDayE4 + (known?.salesPerDayE4 ?? 0n),
    });
  }
  if (byName.size === 0) return null;
  const ranked = [...byName.values()].toSorted((a, b) =>
    compareAmounts(b.salesPerDayE4, a.salesPerDayE4),
  );
  return {
    products: ranked.slice(0, maxNamedProducts).map(({ name, daysLeft }) => ({ name, daysLeft })),
    count: ranked.length,
    salesPerDayE4: sumBy(ranked, ({ salesPerDayE4 }) => salesPerDayE4),
  };
}
