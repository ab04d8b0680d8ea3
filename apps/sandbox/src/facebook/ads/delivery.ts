/**
 * The delivery of an ad on one day, as known at an instant. Spend follows the demand of the advertised shops. Purchases
 * are credited late, so the metrics of a day change until it is four weeks old.
 */
import { demandFactor } from '../../world/calendar.ts';
import { daySeconds, calendarDay } from '../../local-time.ts';
import { draw } from '../../world/random.ts';
import { dailyOrders } from '../../world/shops/shops.ts';
import type { WorldSize } from '../../world/shops/shops.ts';
import { startOfAccountDay } from './accounts.ts';
import type { AdAccount } from './accounts.ts';
import type { Ad, AdSet, Campaign } from './campaigns.ts';

export interface Delivery {
  readonly spendE4: bigint;
  readonly impressions: number;
  readonly reach: number;
  readonly clicks: number;
  readonly linkClicks: number;
  readonly addsToCart: number;
  readonly purchases: number;
  readonly purchaseValueE4: bigint;
}

const drawKeys = {
  idle: 1,
  noise: 2,
  mille: 4,
  click: 5,
  link: 6,
  roas: 7,
  fraction: 8,
} as const;

/** The approximate value of an order, in đồng. */
const averageOrderValue = 380_000;
/** Share of the expected sales that is spent on ads. */
const spendShare = 0.045;
const dongPerDollar = 25_000;
/** Metrics are updated every quarter of an hour. */
const refreshSeconds = 900;
/** Metrics are final from this age on. */
const finalAfterDays = 28;

/** Returns the account's average daily spend, in whole đồng. */
export function averageDailySpend(account: AdAccount, size: WorldSize): number {
  const orders = account.promotes.reduce((sum, shop) => sum + dailyOrders(shop, size), 0);
  return orders * averageOrderValue * spendShare;
}

function runsOn(campaign: Campaign, day: number): boolean {
  if (day < campaign.firstDay || day > campaign.lastDay) return false;
  if (!campaign.seasonal) return true;
  const { month, dayOfMonth } = calendarDay(day);
  return (month === 10 && dayOfMonth >= 25) || (month === 11 && dayOfMonth <= 15);
}

/** Returns the share of the final purchases that is credited, by days since the end of the day. */
function creditedShare(age: number): number {
  if (age >= finalAfterDays) return 1;
  const open = 1 - Math.max(0, age) / finalAfterDays;
  return 1 - 0.38 * open * open * open;
}

interface DeliveryContext {
  readonly account: AdAccount;
  readonly campaign: Campaign;
  readonly adSet: AdSet;
  readonly ad: Ad;
  /** Average of the account, in whole đồng. */
  readonly averageSpend: number;
}

/** Returns the delivery of an ad on a day, or undefined if it did not run or had no impressions. */
export function deliveryOn(
  context: DeliveryContext,
  day: number,
  now: number,
): Delivery | undefined {
  const { account, campaign, adSet, ad } = context;
  if (!runsOn(campaign, day)) return undefined;
  const hash = ad.hash;
  const refreshedAt = Math.floor(now / refreshSeconds) * refreshSeconds;
  const begins = startOfAccountDay(account, day);
  const elapsed = Math.min(1, (refreshedAt - begins) / daySeconds);
  if (elapsed <= 0) return undefined;
  const at = (key: number): number => draw(hash, key * 100_000 + day);
  if (at(drawKeys.idle) < 0.03) return undefined;
  const share = campaign.weight * adSet.weight * ad.weight;
  const noise = 0.75 + at(drawKeys.noise) * 0.5;
  const whole = context.averageSpend * share * demandFactor(day) * noise;
  const age = Math.floor((refreshedAt - begins) / daySeconds) - 1;
  // Invalid clicks are refunded within three days.
  const final = age >= 0 && age < 3 ? whole * 1.004 : whole;
  const dong = Math.floor(final * elapsed);
  const impressions = Math.floor(dong / (38 + at(drawKeys.mille) * 22));
  if (impressions < 1) return undefined;
  const clicks = Math.floor(impressions * (0.012 + at(drawKeys.click) * 0.014));
  const linkClicks = Math.floor(clicks * (0.6 + at(drawKeys.link) * 0.2));
  const price = ad.product.price;
  const roas = (2.4 + at(drawKeys.roas) * 3) * campaign.pull;
  const bought = (whole * roas) / price + at(drawKeys.fraction) * 0.9;
  const purchases = Math.floor(bought * elapsed * creditedShare(age));
  return {
    spendE4: inCurrency(account, dong),
    impressions,
    reach: Math.max(1, Math.floor(impressions * 0.72)),
    clicks,
    linkClicks,
    addsToCart: Math.floor(linkClicks * 0.11) + purchases,
    purchases,
    purchaseValueE4: BigInt(purchases) * inCurrency(account, price),
  };
}

/** Converts whole đồng to ten-thousandths of the account's currency, rounded down to minor units. */
function inCurrency(account: AdAccount, dong: number): bigint {
  if (account.currency === 'VND') return BigInt(dong) * 10_000n;
  return BigInt(Math.floor((dong * 100) / dongPerDollar)) * 100n;
}
