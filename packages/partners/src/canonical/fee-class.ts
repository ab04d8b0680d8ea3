import type { FeeClass } from './money.ts';

/** Fee classes by a partner's fee code. A change to it increments the connector's mapping version. */
export type FeeTable = Readonly<Record<string, FeeClass>>;

/** Returns the class of a partner's fee code. A code missing from the table gets the class `unknown` and a flag. */
export function classifyFee(table: FeeTable, code: string, flags: Set<string>): FeeClass {
  const known = Object.hasOwn(table, code) ? table[code] : undefined;
  if (known !== undefined) return known;
  flags.add(`unknown_fee:${code.slice(0, 60)}`);
  return 'unknown';
}
