import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import type { CanonicalReturn, CanonicalSettlement } from '../canonical/money.ts';
import { parseAmount } from '../parsing/amounts.ts';
import type { Sandbox } from './sandbox.ts';

const Amounts = Type.Record(Type.String(), Type.String());
const Ledger = Type.Object({
  payout: Type.String(),
  pending: Type.String(),
  kinds: Amounts,
  orders: Type.Array(Type.Object({ number: Type.String(), payout: Type.String() })),
  estimates: Type.Array(Type.Object({ number: Type.String(), amount: Type.String() })),
  returns: Type.Record(Type.String(), Type.Integer()),
});
/** The sandbox's payouts and open amounts by order and by kind, and its return cases by state. */
export type MoneyLedger = Static<typeof Ledger>;

/** @param asOf instant of the ledger (ISO 8601); defaults to the sandbox's current time */
export async function fetchMoneyLedger(
  sandbox: Sandbox,
  platform: 'LAZADA' | 'SHOPEE' | 'TIKTOK',
  shop: string,
  asOf?: string,
): Promise<MoneyLedger> {
  const address = `/_sandbox/money?platform=${platform}&shop=${shop}&by=order`;
  const whole = asOf === undefined ? address : `${address}&as_of=${asOf}`;
  return Value.Parse(Ledger, await sandbox.control('GET', whole));
}

/** Converts an amount of the ledger to ten-thousandths. */
export function amountE4(text: string): bigint {
  const amount = parseAmount(text);
  if (amount === null) throw new Error(`${text} is not an amount`);
  return amount.amountE4;
}

/** Returns the total of all settlement lines in ten-thousandths. */
export function totalPaid(settlements: Iterable<CanonicalSettlement>): bigint {
  let total = 0n;
  for (const { lines } of settlements) for (const line of lines) total += line.amountE4;
  return total;
}

/** Returns the totals of settlement lines by fee class, in ten-thousandths. */
export function totalPaidByClass(
  settlements: Iterable<CanonicalSettlement>,
): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { lines } of settlements) {
    for (const line of lines) sums[line.feeClass] = (sums[line.feeClass] ?? 0n) + line.amountE4;
  }
  return sums;
}

/** Expects the same number of return cases per state as in the ledger; withdrawn cases count as cancelled. */
export function expectCases(found: Iterable<CanonicalReturn>, ledger: MoneyLedger): void {
  const states: Record<string, number> = {};
  for (const { state } of found) states[state] = (states[state] ?? 0) + 1;
  const { withdrawn, ...others } = ledger.returns;
  expect(states).toEqual({ ...others, ...(withdrawn && { cancelled: withdrawn }) });
}

/** Expects exactly the ledger's payouts: paid, pending, by order and by class. */
export function expectPayouts(
  found: Iterable<CanonicalSettlement>,
  ledger: MoneyLedger,
  orderIdOf: (number: string) => string,
): void {
  const every = [...found];
  const paid = every.filter(({ settledAt }) => settledAt !== null);
  // In both ledger and platform, a week that is over but unpaid counts as pending.
  expect(totalPaid(paid)).toBe(amountE4(ledger.payout));
  expect(totalPaid(every.filter(({ settledAt }) => settledAt === null))).toBe(
    amountE4(ledger.pending),
  );
  const ofOrders = paid.filter(({ orderId }) => orderId !== null);
  const byOrder = Map.groupBy(ofOrders, ({ orderId }) => orderId);
  for (const { number, payout } of ledger.orders) {
    expect(totalPaid(byOrder.get(orderIdOf(number)) ?? [])).toBe(amountE4(payout));
  }
  expect(byOrder.size).toBe(ledger.orders.length);
  const kinds = Object.entries(ledger.kinds).map(([kind, text]) => [kind, amountE4(text)] as const);
  expect(totalPaidByClass(paid)).toEqual(Object.fromEntries(kinds));
}
