import {
  ad_cost_ratio,
  ad_spend,
  blended_roas,
  channel_roas,
} from '@seller-connect/contract/metrics/ads.en';
import { pluralize } from '../../../i18n/pluralize.ts';
import type { AdTexts } from './texts.vi.ts';

export const en: AdTexts = {
  title: 'Ads',
  metrics: {
    adSpend: ad_spend,
    blendedRoas: blended_roas,
    adCostRatio: ad_cost_ratio,
    channelRoas: channel_roas,
  },
  aboutMetric: (name) => `About ${name}`,
  basis: 'Ad days follow the ad account’s calendar; sales count on their order’s sales day.',
  asOf: (time) => `Figures as of ${time}.`,
  times: (value) => `${value}×`,
  reasons: {
    no_account: 'No ad account is connected',
    loading: 'The figures of this period are being read',
    to_come: 'These days have not come yet',
    no_spend: 'Nothing was spent on ads in this period',
    no_sales: 'No net sales in this period',
    some_shops: 'Spend cannot be split by shop; look at all shops',
    other_currency: 'Some was spent in another currency, which cannot be added',
  },
  stillSyncing: 'figures still being read',
  toCome: 'not all days have come',
  noneBefore: {
    no_spend: (dates) => `no ad spend in ${dates}`,
    no_sales: (dates) => `no net sales in ${dates}`,
  },
  untilNow: (dates) => `no change shown before the day is over; ${dates} was a whole day`,
  otherCalendar: (accounts) =>
    `The days of ${accounts} begin at another hour than the shops’ days, so figures of both fit only about.`,
  otherCurrency: (accounts) => `Without ${accounts}: spent in another currency.`,
  spentBy: (name, amount) => `${name} (${amount})`,
  chart: {
    title: 'Ad spend by day',
    summary: (spend, day, maxSpend) => `${spend} spent in the period. Most on ${day}: ${maxSpend}.`,
    open: 'the day is not over or not read yet',
  },
  campaigns: 'Campaigns that spent most',
  note: (clicks, purchases) =>
    `${pluralize(clicks, 'click')} · ${pluralize(purchases, 'purchase')} credited`,
  roas: (value) => `ROAS ${value}`,
  noRoas: 'no purchase credited yet',
  noSpendWhy: 'Choose another period to see what ads cost and brought.',
  noCampaigns: 'No campaign spent anything in this period.',
  failed: 'The figures of ads could not be loaded.',
};
