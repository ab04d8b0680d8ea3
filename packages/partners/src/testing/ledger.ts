import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { CanonicalOrder } from '../canonical/canonical.ts';
import type { Sandbox } from './sandbox.ts';

/** The part of a day in the sandbox's ledger that derives from orders. */
const LedgerDay = Type.Object({
  date: Type.String(),
  orders: Type.Integer(),
  gmv: Type.String(),
  cancelledValue: Type.String(),
  failedValue: Type.String(),
  returnedValue: Type.String(),
  netSales: Type.String(),
  units: Type.Integer(),
});
export type LedgerDay = Static<typeof LedgerDay>;
const Ledger = Type.Object({ days: Type.Array(LedgerDay) });
const Shops = Type.Object({
  items: Type.Array(Type.Object({ externalShopId: Type.String(), firstOrderAt: Type.String() })),
});

/** Fetches the days of a shop that have sales. */
export async function fetchLedgerDays(
  sandbox: Sandbox,
  platform: 'LAZADA' | 'SHOPEE' | 'TIKI' | 'TIKTOK',
  shop: string,
): Promise<LedgerDay[]> {
  const address = `/_sandbox/ledger?platform=${platform}&shop=${shop}`;
  return Value.Parse(Ledger, await sandbox.control('GET', address))
    .days.filter((day) => day.orders > 0)
    .map((day) => Value.Parse(LedgerDay, Value.Clean(LedgerDay, day)));
}

/** Fetches the time of the shop's first order in the sandbox (ISO 8601). */
export async function fetchFirstOrderAt(
  sandbox: Sandbox,
  shop: string,
): Promise<string | undefined> {
  const { items } = Value.Parse(Shops, await sandbox.control('GET', '/_sandbox/shops'));
  return items.find(({ externalShopId }) => externalShopId === shop)?.firstOrderAt;
}

/**
 * Computes the ledger's values from canonical orders. The sales day is the day of commitment in the shop's time zone.
 */
export function groupByDay(orders: Iterable<CanonicalOrder>): LedgerDay[] {
  const zero = {
    orders: 0,
    gmv: 0n,
    cancelled: 0n,
    failed: 0n,
    returned: 0n,
    vouchers: 0n,
    units: 0,
  };
  const days = new Map<string, typeof zero>();
  for (const order of orders) {
    if (order.committedAt === null) continue;
    const date = new Date(order.committedAt.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
    const day = days.getOrInsertComputed(date, () => ({ ...zero }));
    day.orders += 1;
    for (const item of order.items) {
      day.gmv += item.sellerPriceE4;
      if (item.stage === 'cancelled') day.cancelled += item.sellerPriceE4;
      else if (item.stage === 'failed_delivery') day.failed += item.sellerPriceE4;
      else if (item.returnState === 'received' || item.returnState === 'refunded') {
        day.returned += item.sellerPriceE4;
      } else {
        day.vouchers += item.sellerVoucherE4;
        day.units += item.quantity;
      }
    }
  }
  const text = (amountE4: bigint) => String(amountE4 / 10_000n);
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, day]) => ({
      date,
      orders: day.orders,
      gmv: text(day.gmv),
      cancelledValue: text(day.cancelled),
      failedValue: text(day.failed),
      returnedValue: text(day.returned),
      netSales: text(day.gmv - day.cancelled - day.failed - day.returned - day.vouchers),
      units: day.units,
    }));
}
