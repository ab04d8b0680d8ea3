/**
 * The ledger of money: the payouts, fees and returns that a correct report shows, summed order by order. It shares the
 * world with the platforms' API, but no other code.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { dayOf, formatDay, isoInstant, startOfDay } from '../../local-time.ts';
import { formatAmount } from '../../money.ts';
import type { MoneyIndex } from './money-index.ts';
import type { MoneyKind } from './bookings.ts';
import { firstOrdinalCreatedFrom } from '../orders/order.ts';
import type { Storefront } from '../orders/order.ts';
import { payoutPeriodAt } from './payouts.ts';
import type { Payout } from './payouts.ts';
import { drawCase, caseStateAt } from '../orders/returns.ts';

interface MoneyDay {
  /** The day of the payout. */
  readonly date: string;
  readonly payout: string;
  /** By kind; positive amounts increase the payout. */
  readonly kinds: Readonly<Record<string, string>>;
}

export interface MoneyLedger {
  readonly platform: string;
  readonly shop: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly asOf: string;
  /** Amount paid out on the days of the period. */
  readonly payout: string;
  readonly kinds: Readonly<Record<string, string>>;
  readonly days: readonly MoneyDay[];
  readonly statements: readonly {
    readonly from: string;
    /** Exclusive. */
    readonly to: string;
    readonly paidAt: string | null;
    readonly total: string;
  }[];
  /** Booked by `asOf` and not paid out yet, regardless of the period. */
  readonly pending: string;
  /** Expected payouts of orders that are not on a statement; 0 for marketplaces without estimates. */
  readonly estimated: string;
  /** The same by order. */
  readonly estimates?: readonly { readonly number: string; readonly amount: string }[];
  /** Payouts by order, for orders with a payout in the period. */
  readonly orders?: readonly { readonly number: string; readonly payout: string }[];
  /** Cases that have begun, of orders created in the period. */
  readonly returns: Readonly<Record<string, number>>;
}

class Sums {
  total = 0n;
  readonly #kinds = new Map<MoneyKind, bigint>();

  add(kind: MoneyKind, amountE4: bigint): void {
    this.total += amountE4;
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0n) + amountE4);
  }

  kinds(): Record<string, string> {
    return Object.fromEntries(
      [...this.#kinds].toSorted().map(([kind, amountE4]) => [kind, formatAmount(amountE4)]),
    );
  }
}

interface MoneyLedgerRequest {
  readonly shop: Storefront;
  readonly money: MoneyIndex;
  /** Shop-local day numbers of payouts, inclusive. */
  readonly from: number;
  readonly to: number;
  /** Epoch seconds. The ledger shows the state of the world at this instant. */
  readonly asOf: number;
  readonly byOrder: boolean;
}

export async function buildMoneyLedger({
  shop,
  money,
  from,
  to,
  asOf,
  byOrder,
}: MoneyLedgerRequest): Promise<MoneyLedger> {
  const whole = new Sums();
  const days = new Map<number, Sums>();
  const statements = new Map<number, Payout & { total: bigint }>();
  const orders = new Map<number, bigint>();
  let pending = 0n;
  // A payout is at most two weeks after its bookings.
  const begins = startOfDay(from) - 14 * 86_400;
  await yieldToEventLoop();
  for (const { at, kind, amountE4, order } of money.bookings(begins, Infinity, asOf)) {
    const payout = payoutPeriodAt(shop.info.platform, at);
    const day = dayOf(payout.paidAt);
    if (payout.paidAt > asOf) pending += amountE4;
    if (day >= from && day <= to) {
      statements.getOrInsert(payout.from, { ...payout, total: 0n }).total += amountE4;
    }
    if (payout.paidAt > asOf || day < from || day > to) continue;
    days.getOrInsertComputed(day, () => new Sums()).add(kind, amountE4);
    whole.add(kind, amountE4);
    if (order) orders.set(order.number, (orders.get(order.number) ?? 0n) + amountE4);
  }
  const estimates = listEstimates(shop, money, asOf);
  return {
    platform: shop.info.platform,
    shop: shop.info.externalShopId,
    currency: shop.info.currency,
    from: formatDay(from),
    to: formatDay(to),
    asOf: isoInstant(asOf),
    payout: formatAmount(whole.total),
    kinds: whole.kinds(),
    days: [...days]
      .toSorted(([a], [b]) => a - b)
      .map(([day, sums]) => ({
        date: formatDay(day),
        payout: formatAmount(sums.total),
        kinds: sums.kinds(),
      })),
    statements: [...statements.values()].map((statement) => ({
      from: isoInstant(statement.from),
      to: isoInstant(statement.to),
      paidAt: statement.paidAt <= asOf ? isoInstant(statement.paidAt) : null,
      total: formatAmount(statement.total),
    })),
    pending: formatAmount(pending),
    estimated: formatAmount(estimates.reduce((total, { amountE4 }) => total + amountE4, 0n)),
    ...(byOrder && {
      estimates: estimates.map(({ number, amountE4 }) => ({
        number: String(number),
        amount: formatAmount(amountE4),
      })),
      orders: [...orders].map(([number, amountE4]) => ({
        number: String(number),
        payout: formatAmount(amountE4),
      })),
    }),
    returns: countReturns(shop, from, to, asOf),
  };
}

function listEstimates(
  { info }: Storefront,
  money: MoneyIndex,
  asOf: number,
): { number: number; amountE4: bigint }[] {
  if (info.platform !== 'TIKTOK') return [];
  return money
    .unsettled(payoutPeriodAt(info.platform, asOf).from, asOf)
    .map(({ order: { number }, expected }) => ({
      number,
      amountE4: expected.reduce((total, { amountE4 }) => total + amountE4, 0n),
    }));
}

function countReturns(
  shop: Storefront,
  from: number,
  to: number,
  asOf: number,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (shop.info.replayOf !== null) return counts;
  const count = shop.countAt(asOf);
  const end = firstOrdinalCreatedFrom(shop, startOfDay(to + 1), count);
  for (let at = firstOrdinalCreatedFrom(shop, startOfDay(from), count); at < end; at += 1) {
    const one = drawCase(shop.orderAt(at, Infinity));
    const state = one && one.kind !== 'cancellation' ? caseStateAt(one, asOf)?.state : undefined;
    if (state) counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
}
