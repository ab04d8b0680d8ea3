import type { CanonicalAdDay, CanonicalSettlement, FeeClass } from '@seller-connect/partners';
import { createRandom } from '../../../test/random.ts';
import { addDays } from '../../platform/calendar.ts';
import { newId } from '../../platform/ids.ts';
import { applyAdDays } from '../ads/apply-ad-days.ts';
import { registerAdAccount } from '../ads/ad-accounts.ts';
import { applyListings } from '../ingest/apply-listings.ts';
import { applySettlements } from '../money/apply-settlements.ts';
import { now, type SampleTenant } from './sample-tenant.ts';
import { settlement } from './worked-example.ts';

const firstDay = '2026-09-20';
const dayCount = 53;
const meta = { observedAt: now, mappingVersion: 1 };
const feeClasses: readonly FeeClass[] = [
  'item_price',
  'seller_voucher',
  'commission',
  'payment_fee',
  'programme_fee',
  'refund',
  'penalty',
];

/**
 * Adds to each shop of the sample payouts of random amounts and brands of its products, and to the team two ad accounts
 * with three campaigns each.
 * @returns the ids of the accounts
 */
export async function addMoneyAdsAndBrands(sample: SampleTenant): Promise<string[]> {
  const random = createRandom(40);
  const below = (limit: number) => Math.floor(random() * limit);
  const accountIds = [newId(), newId()];
  await sample.database.tenant(sample.tenantId, async (tx) => {
    for (const [index, shopId] of sample.shopIds.entries()) {
      const currency = index === 3 ? 'USD' : 'VND';
      const settlements = Array.from({ length: 60 }, (_, number): CanonicalSettlement => {
        const day = new Date(`${addDays(firstDay, below(dayCount))}T03:00:00Z`);
        const lines = Array.from({ length: 1 + below(4) }, () => {
          const feeClass = feeClasses[below(feeClasses.length)] ?? 'commission';
          return [feeClass, below(400_000) - 200_000] as const;
        });
        const settledAt = random() < 0.9 ? day : null;
        const id = { settlementId: `settlement-${number}`, orderId: null, currency };
        return settlement(lines, { ...id, occurredAt: day, settledAt, updatedAt: day });
      });
      await applySettlements(tx, shopId, { settlements, statements: [] }, meta);
      const skus = new Set(
        sample.orders
          .filter((each) => each.shopId === shopId)
          .flatMap(({ order }) => order.items.map(({ skuId }) => skuId ?? '')),
      );
      const listings = [...skus].flatMap((skuId, number) =>
        // Some products have no listing, and some no brand.
        number % 5 === 0
          ? []
          : [
              {
                itemId: skuId,
                skuId,
                sellerSku: '',
                name: '',
                status: 'active',
                updatedAt: now,
                brand: ['', 'Hoa Mai', 'An Nhiên'][number % 3] ?? '',
                currency,
                priceE4: 0n,
                specialPriceE4: null,
                stock: null,
                pictureUrl: null,
              },
            ],
      );
      await applyListings(tx, shopId, listings, meta);
    }
    for (const accountId of accountIds) {
      const account = { accountId, platform: 'FACEBOOK', name: 'Hoa Mai Ads' } as const;
      const market = { currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh' };
      await registerAdAccount(tx, { ...account, ...market }, now);
      const days = Array.from({ length: dayCount }, (_, day) => addDays(firstDay, day)).flatMap(
        (date) =>
          [0, 1, 2].filter(() => random() < 0.5).map((ad) => adDay(date, ad, BigInt(below(900)))),
      );
      await applyAdDays(tx, accountId, days, { ...meta, finalUpTo: firstDay });
    }
  });
  return accountIds;
}

function adDay(date: string, ad: number, spend: bigint): CanonicalAdDay {
  return {
    date,
    campaignId: `c${ad}`,
    campaignName: `Campaign ${ad}`,
    adSetId: `s${ad}`,
    adSetName: 'Set',
    adId: `a${ad}`,
    adName: `Ad ${ad}`,
    currency: 'VND',
    spendE4: spend * 10_000n,
    impressions: spend,
    clicks: 3n,
    linkClicks: 2n,
    reach: spend,
    purchases: 1n,
    purchaseValueE4: spend * 30_000n,
    attribution: '1d_click',
    flags: [],
  };
}
