import {
  ad_cost_ratio,
  ad_spend,
  blended_roas,
  channel_roas,
} from '@seller-connect/contract/metrics/ads.en';
import { pluralize } from '../../../i18n/pluralize.ts';
import { language } from '../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Ads',
  metrics: {
    adSpend: ad_spend,
    blendedRoas: blended_roas,
    adCostRatio: ad_cost_ratio,
    channelRoas: channel_roas,
  },
  aboutMetric: (name) => `About ${name}`,
  basis: 'Ad days follow the ad account’s calendar. Sales count on the order’s sale date.',
  asOf: (time) => `Data as of ${time}.`,
  times: (value) => `${value}×`,
  reasons: {
    no_account: 'No ad account connected',
    loading: 'Data for this period is still loading',
    to_come: 'These days are in the future',
    no_spend: 'No ad spend in this period',
    no_sales: 'No net sales in this period',
    some_shops: 'Spend can’t be split by shop. View all shops instead',
    other_currency: 'Some spend is in another currency and can’t be added',
    different_times:
      'Today’s spend and sales are loaded up to different times. Check back once the day is over',
  },
  stillSyncing: 'data still loading',
  toCome: 'includes future days',
  noneBefore: {
    no_spend: (dates) => `no ad spend in ${dates}`,
    no_sales: (dates) => `no net sales in ${dates}`,
    no_purchases: (dates) => `no attributed purchases in ${dates}`,
  },
  untilNow: (dates) => `no change shown until the day is over; ${dates} was a full day`,
  otherCalendar: (accounts) =>
    `Days for ${accounts} start at a different hour than the shops’ days, so combined metrics are approximate.`,
  otherCurrency: (accounts) => `Excludes ${accounts}: spent in another currency.`,
  spentBy: (name, amount) => `${name} (${amount})`,
  chart: {
    title: 'Ad spend by day',
    summary: (spend, day, maxSpend) =>
      `${spend} spent this period. Highest on ${day}: ${maxSpend}.`,
  },
  campaigns: 'Top campaigns by spend',
  clicks: (clicks) => pluralize(clicks, 'click'),
  purchases: (purchases) => pluralize(purchases, 'attributed purchase'),
  roas: (value) => `ROAS ${value}`,
  noRoas: 'No attributed purchases yet',
  noSpendWhy: 'Choose another period to see ad spend and results.',
  noCampaigns: 'No campaign had spend in this period.',
  failed: 'Couldn’t load ad data.',
};

export const texts = language === 'en' ? en : vi;
