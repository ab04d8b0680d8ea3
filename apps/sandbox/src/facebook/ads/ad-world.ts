/** All ads of the world for a seed, a size and an opening day. */
import type { WorldSize } from '../../world/shops/shops.ts';
import { adAccounts } from './accounts.ts';
import type { AdAccount } from './accounts.ts';
import { campaignsOf } from './campaigns.ts';
import type { Ad, AdSet, Campaign } from './campaigns.ts';
import { deliveryOn, averageDailySpend } from './delivery.ts';
import type { Delivery } from './delivery.ts';

interface PlacedAd {
  readonly campaign: Campaign;
  readonly adSet: AdSet;
  readonly ad: Ad;
}

export interface AdDay extends PlacedAd {
  /** Account-local day. */
  readonly day: number;
  readonly delivery: Delivery;
}

export class AdWorld {
  /** The first day with ads. */
  readonly firstDay: number;
  readonly #size: WorldSize;
  readonly #campaigns: ReadonlyMap<AdAccount, readonly Campaign[]>;

  constructor(seed: number, size: WorldSize, openingDay: number) {
    this.firstDay = openingDay + 5;
    this.#size = size;
    this.#campaigns = new Map(
      adAccounts.map((account) => [account, campaignsOf(account, seed, this.firstDay)]),
    );
  }

  campaigns(account: AdAccount): readonly Campaign[] {
    return this.#campaigns.get(account) ?? [];
  }

  ads(account: AdAccount): readonly PlacedAd[] {
    return this.campaigns(account).flatMap((campaign) =>
      campaign.adSets.flatMap((adSet) => adSet.ads.map((ad) => ({ campaign, adSet, ad }))),
    );
  }

  /** Returns the delivery of the account's ads on days `from` to `to`, as known at the instant `now`, grouped by ad. */
  days(account: AdAccount, from: number, to: number, now: number): readonly AdDay[] {
    const averageSpend = averageDailySpend(account, this.#size);
    const first = Math.max(from, this.firstDay);
    return this.ads(account).flatMap((placed) => {
      const rows: AdDay[] = [];
      for (let day = first; day <= to; day += 1) {
        const delivery = deliveryOn({ account, ...placed, averageSpend }, day, now);
        if (delivery === undefined) {
          // All later days are in the future.
          if (day * 86_400 > now + 86_400) break;
          continue;
        }
        rows.push({ ...placed, day, delivery });
      }
      return rows;
    });
  }

  /** Finds the account of an object, and the object. */
  find(id: string): { account: AdAccount; campaign: Campaign; adSet?: AdSet; ad?: Ad } | undefined {
    for (const account of adAccounts) {
      for (const campaign of this.campaigns(account)) {
        if (campaign.id === id) return { account, campaign };
        for (const adSet of campaign.adSets) {
          if (adSet.id === id) return { account, campaign, adSet };
          const ad = adSet.ads.find((each) => each.id === id);
          if (ad !== undefined) return { account, campaign, adSet, ad };
        }
      }
    }
    return undefined;
  }
}
