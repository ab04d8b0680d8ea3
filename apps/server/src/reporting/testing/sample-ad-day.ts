import type { CanonicalAdDay } from '@seller-connect/partners';

/** Returns a day of an ad on which one đồng was spent, with these changes. */
export function sampleAdDay(
  changes: Partial<CanonicalAdDay> & Pick<CanonicalAdDay, 'date'>,
): CanonicalAdDay {
  return {
    campaignId: 'c1',
    campaignName: 'Campaign',
    adSetId: 's1',
    adSetName: 'Set',
    adId: 'a1',
    adName: 'Ad',
    currency: 'VND',
    spendE4: 10_000n,
    impressions: 1n,
    clicks: 1n,
    linkClicks: 1n,
    reach: 1n,
    purchases: 0n,
    purchaseValueE4: 0n,
    attribution: '7d_click',
    flags: [],
    ...changes,
  };
}
