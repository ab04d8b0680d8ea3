/** The ledger of ads: the correct metrics of an account by day, summed from the world itself. */
import { formatDay, isoInstant } from '../../local-time.ts';
import { formatAmount } from '../../money.ts';
import type { AdAccount } from './accounts.ts';
import type { AdWorld } from './ad-world.ts';

interface Sums {
  spendE4: bigint;
  impressions: number;
  clicks: number;
  linkClicks: number;
  purchases: number;
  valueE4: bigint;
}

const empty = (): Sums => ({
  spendE4: 0n,
  impressions: 0,
  clicks: 0,
  linkClicks: 0,
  purchases: 0,
  valueE4: 0n,
});

function formatSums(sums: Sums): Readonly<Record<string, string | number>> {
  const { spendE4, valueE4, ...counts } = sums;
  return { spend: formatAmount(spendE4), ...counts, purchaseValue: formatAmount(valueE4) };
}

/**
 * Returns the ledger of an account.
 * @param period account-local days, inclusive
 */
export function adLedgerOf(
  world: AdWorld,
  account: AdAccount,
  period: { readonly from: number; readonly to: number },
  asOf: number,
): Readonly<Record<string, unknown>> {
  const days = new Map<number, Sums>();
  const total = empty();
  for (const { day, delivery } of world.days(account, period.from, period.to, asOf)) {
    const sums = days.getOrInsertComputed(day, empty);
    for (const each of [sums, total]) {
      each.spendE4 += delivery.spendE4;
      each.impressions += delivery.impressions;
      each.clicks += delivery.clicks;
      each.linkClicks += delivery.linkClicks;
      each.purchases += delivery.purchases;
      each.valueE4 += delivery.purchaseValueE4;
    }
  }
  return {
    platform: 'FACEBOOK',
    shop: account.accountId,
    name: account.name,
    currency: account.currency,
    timeZone: account.timeZone,
    from: formatDay(period.from),
    to: formatDay(period.to),
    asOf: isoInstant(asOf),
    total: formatSums(total),
    // Like the platform, omits days without delivery.
    days: [...days]
      .toSorted(([a], [b]) => a - b)
      .map(([day, sums]) => ({ date: formatDay(day), ...formatSums(sums) })),
  };
}
