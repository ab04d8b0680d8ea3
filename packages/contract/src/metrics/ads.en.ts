import type { MetricLabels } from './metric.ts';

export const ad_spend: MetricLabels = {
  name: 'Ad spend',
  about:
    'What your ads cost on the days of the period, in the ad account’s own calendar. The platform may still correct the last 28 days.',
};
export const ad_purchase_value: MetricLabels = {
  name: 'Sales credited to ads',
  about: 'The value of purchases that the ad platform credits to its own ads.',
};
export const ad_impressions: MetricLabels = {
  name: 'Impressions',
  about: 'How often ads were shown.',
};
export const ad_clicks: MetricLabels = {
  name: 'Ad clicks',
  about: 'How often ads were clicked.',
};
export const ad_purchases: MetricLabels = {
  name: 'Purchases credited to ads',
  about: 'Purchases that the ad platform credits to its own ads.',
};
export const channel_roas: MetricLabels = {
  name: 'Platform’s own ROAS',
  about: 'Sales that the ad platform credits to its ads, divided by what they cost.',
};
export const blended_roas: MetricLabels = {
  name: 'Blended ROAS',
  about: 'Net sales of all your shops for every unit of money spent on ads, whoever is credited.',
};
export const ad_cost_ratio: MetricLabels = {
  name: 'Ad-cost ratio',
  about: 'The part of net sales that was spent on ads. A rise is bad news.',
};
