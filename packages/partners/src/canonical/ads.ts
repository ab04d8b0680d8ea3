/** Levels of an ad account: campaigns contain ad sets, ad sets contain ads. */
export type AdLevel = 'campaign' | 'ad_set' | 'ad';

export interface CanonicalAdEntity {
  level: AdLevel;
  /** The partner's id; unique within its account and level. */
  entityId: string;
  /** Null for a campaign. */
  campaignId: string | null;
  /** Set only for an ad. */
  adSetId: string | null;
  name: string;
  /** Effective status as the partner reports it, such as `ACTIVE` or `CAMPAIGN_PAUSED`. */
  status: string;
  /** As the partner reports it; null below a campaign. */
  objective: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
}

/** Results of one ad on one day of its account. Days cannot be converted to another time zone. */
export interface CanonicalAdDay {
  /** `YYYY-MM-DD` in the account's time zone. */
  date: string;
  campaignId: string;
  campaignName: string;
  adSetId: string;
  adSetName: string;
  adId: string;
  adName: string;
  /** ISO 4217; the account's currency. */
  currency: string;
  spendE4: bigint;
  impressions: bigint;
  clicks: bigint;
  linkClicks: bigint;
  /** Unique users; not additive across days or ads. */
  reach: bigint;
  /** According to the platform's own attribution. */
  purchases: bigint;
  purchaseValueE4: bigint;
  /**
   * Attribution setting behind the purchases, as the partner reports it. Rows with different settings are not
   * comparable.
   */
  attribution: string;
  /** Anomalies of this row, such as `amount_rounded`. */
  flags: string[];
}
