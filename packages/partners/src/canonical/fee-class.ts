import type { FeeClass } from './money.ts';

/** One partner's names of fees. A change of it raises the connector's mapping version. */
export type FeeTable = Readonly<Record<string, FeeClass>>;

/** The class of a partner's fee code. A code that the table does not hold stays `unknown` and leaves a flag. */
export function classifyFee(table: FeeTable, code: string, flags: Set<string>): FeeClass {
  const known = Object.hasOwn(table, code) ? table[code] : undefined;
  if (known !== undefined) return known;
  flags.add(`unknown_fee:${code.slice(0, 60)}`);
  return 'unknown';
}
