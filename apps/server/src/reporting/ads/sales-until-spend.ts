import type { ReportDependencies, ShopCoverage } from '../metrics/coverage.ts';
import { salesUntilTimeOfDay } from '../metrics/partial-day.ts';
import type { Scope } from '../metrics/scope.ts';

const minuteMs = 60_000;
const minuteOf = (instant: Date) => Math.floor(instant.getTime() / minuteMs);

/**
 * Returns today's net sales up to the minute to which today's spend is synced. Spend is stored by day, so it cannot be
 * cut to an earlier time; sales can.
 * @param accounts coverage of the accounts with spend today
 * @returns null if the accounts are synced up to different minutes, or a shop only up to an earlier one
 */
export async function netSalesUntilSpend(
  dependencies: Pick<ReportDependencies, 'database' | 'now'>,
  tenantId: string,
  scope: Scope,
  coverage: ReadonlyMap<string, ShopCoverage>,
  accounts: readonly (ShopCoverage | undefined)[],
  today: string,
): Promise<bigint | null> {
  const [first] = accounts;
  const asOf = first?.asOf;
  if (!asOf) return null;
  const minutesAhead = (each: ShopCoverage | undefined) =>
    each?.asOf ? minuteOf(each.asOf) - minuteOf(asOf) : -Infinity;
  if (!accounts.every((account) => minutesAhead(account) === 0)) return null;
  if (!scope.shops.every(({ shopId }) => minutesAhead(coverage.get(shopId)) >= 0)) return null;
  const cut = Promise.resolve(scope.shops.map(({ shopId }) => ({ shopId, asOf })));
  const sales = await salesUntilTimeOfDay(dependencies, tenantId, scope, cut, today, [today]);
  return sales.on(today).netSales;
}
