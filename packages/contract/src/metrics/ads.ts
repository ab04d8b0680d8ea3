import type { Metric } from './metric.ts';

const ads = { basis: 'ad_day', by: ['campaign'] } as const;
const blended = { basis: 'ad_day', by: [] } as const;

/**
 * Metrics of ad accounts. Their days are those of the account's calendar and cannot be converted to another time zone.
 */
export const adMetrics = {
  ad_spend: {
    ...ads,
    kind: 'sum',
    unit: 'money',
    rise: 'neither',
    formula: 'Σ spend of all ads, as the ad platform reports it; days change for 28 days',
  },
  ad_purchase_value: {
    ...ads,
    kind: 'sum',
    unit: 'money',
    rise: 'good',
    formula:
      'Σ value of purchases that the ad platform credits to its ads, by its own attribution; of overlapping kinds of purchase one is taken',
  },
  ad_impressions: {
    ...ads,
    kind: 'sum',
    unit: 'count',
    rise: 'neither',
    formula: 'how often ads were shown',
  },
  ad_clicks: {
    ...ads,
    kind: 'sum',
    unit: 'count',
    rise: 'good',
    formula: 'clicks on ads, of any kind',
  },
  ad_purchases: {
    ...ads,
    kind: 'sum',
    unit: 'count',
    rise: 'good',
    formula: 'purchases that the ad platform credits to its ads',
  },
  channel_roas: {
    ...ads,
    kind: 'ratio',
    unit: 'times',
    rise: 'good',
    dividend: 'ad_purchase_value',
    divisor: 'ad_spend',
    formula: 'ad purchase value ÷ ad spend, both as the platform reports them; none without spend',
  },
  blended_roas: {
    ...blended,
    kind: 'ratio',
    unit: 'times',
    rise: 'good',
    dividend: 'net_sales',
    divisor: 'ad_spend',
    formula:
      'net sales of all shops ÷ ad spend of all accounts; none without spend, for some of the shops only, or with spend in another currency',
  },
  ad_cost_ratio: {
    ...blended,
    kind: 'ratio',
    unit: 'share',
    rise: 'bad',
    dividend: 'ad_spend',
    divisor: 'net_sales',
    formula: 'ad spend ÷ net sales, under the same conditions; none without net sales',
  },
} as const satisfies Record<string, Metric>;
