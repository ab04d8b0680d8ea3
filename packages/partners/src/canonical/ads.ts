/** How an ad platform is divided: an account has campaigns, a campaign ad sets, an ad set ads. */
export type AdLevel = 'campaign' | 'ad_set' | 'ad';

export interface CanonicalAdEntity {
  level: AdLevel;
  /** The partner's id; unique inside its account and level. */
  entityId: string;
  /** null for a campaign. */
  campaignId: string | null;
  /** Set for an ad. */
  adSetId: string | null;
  name: string;
  /** What it effectively is, in the partner's words, such as `ACTIVE` or `CAMPAIGN_PAUSED`. */
  status: string;
  /** In the partner's words; null below a campaign. */
  objective: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
}

/** What one ad did on one day of its account. Days cannot be cut anew for another time zone. */
export interface CanonicalAdDay {
  /** `YYYY-MM-DD` in the account's time zone. */
  date: string;
  campaignId: string;
  campaignName: string;
  adSetId: string;
  adSetName: string;
  adId: string;
  adName: string;
  /** ISO 4217, the account's. */
  currency: string;
  spendE4: bigint;
  impressions: bigint;
  clicks: bigint;
  linkClicks: bigint;
  /** People; not additive across days or ads. */
  reach: bigint;
  /** By the platform's own attribution. */
  purchases: bigint;
  purchaseValueE4: bigint;
  /** The attribution behind purchases, in the partner's words; history made under another one differs. */
  attribution: string;
  /** What is odd about this row, such as `amount_rounded`. */
  flags: string[];
}
