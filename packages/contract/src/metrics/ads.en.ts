import type { MetricLabels } from './metric.ts';

export const ad_spend: MetricLabels = {
  name: 'Ad spend',
  about:
    'What your ads cost in the period, by the ad account’s own calendar. The platform may still correct the last 28 days.',
};
export const ad_purchase_value: MetricLabels = {
  name: 'Ad-attributed sales',
  about: 'The value of purchases that the ad platform attributes to its ads.',
};
export const ad_impressions: MetricLabels = {
  name: 'Impressions',
  about: 'Number of times ads were shown.',
};
export const ad_clicks: MetricLabels = {
  name: 'Ad clicks',
  about: 'Number of times ads were clicked.',
};
export const ad_purchases: MetricLabels = {
  name: 'Ad-attributed purchases',
  about: 'Purchases that the ad platform attributes to its ads.',
};
export const channel_roas: MetricLabels = {
  name: 'Platform-reported ROAS',
  about: 'Sales that the ad platform attributes to its ads, divided by ad spend.',
};
export const blended_roas: MetricLabels = {
  name: 'Blended ROAS',
  about: 'Net sales from all your shops divided by ad spend, regardless of attribution.',
};
export const ad_cost_ratio: MetricLabels = {
  name: 'Ad cost ratio',
  about: 'The share of net sales spent on ads. Lower is better.',
};
