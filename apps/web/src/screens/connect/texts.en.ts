import { pluralize } from '../../i18n/pluralize.ts';
import type { ConnectTexts } from './texts.vi.ts';

/** A shop, or an ad account if `isAds` is set. */
const called = (name: string, isAds = false) => `${isAds ? 'ad account' : 'shop'} ${name}`;

export const en: ConnectTexts = {
  title: 'Connect shops',
  intro: 'Let Seller Connect read your sales figures from the marketplaces.',
  linkedCount: (count) => `${count} ${count === 1 ? 'shop' : 'shops'}`,
  accountCount: (count) => `${count} ad ${count === 1 ? 'account' : 'accounts'}`,
  link: (name) => `Connect ${name}`,
  linkAnother: 'Connect another',
  unavailable: 'Not available',
  available: {
    LAZADA: 'Orders, products and fees of a Lazada shop',
    SHOPEE: 'Orders, products and fees of a Shopee shop',
    TIKI: 'Orders, products and fees of a Tiki shop',
    TIKTOK: 'Orders, products and fees of a TikTok shop',
    FACEBOOK: 'Spend and results of advertising on Facebook',
  },
  why: 'See why',
  another:
    'A marketplace’s pages may silently use the account that is signed in there. To connect a shop of another account, sign out of that marketplace first.',
  about: {
    title: (name) => `What we read from ${name}, and what we never do`,
    reads: 'What we read',
    readsList: {
      shop: [
        'Orders and their lines: status, quantity, price, fees',
        'Products: name, SKU, price, stock',
        'The shop: name, id, region',
      ],
      ads: [
        'Spend, impressions, clicks and orders from ads, day by day',
        'Names of the ad account, its campaigns and ad sets',
        'Currency and time zone of the ad account',
      ],
    },
    readsMoney: [
      'Returns and refunds: items, amounts, reasons',
      'Settlements: every sale, fee and payout line',
    ],
    never: 'What we never do',
    neverList: {
      shop: [
        'Change your prices, stock, products or orders',
        'Write to buyers, or keep their addresses and phone numbers',
        'Learn your password: you sign in on the marketplace’s own page',
      ],
      ads: [
        'Create, change or stop ads, or spend your money',
        'Post, or read messages or friends',
        'Learn your password: you sign in on Facebook’s own page',
      ],
    },
  },
  stop: 'You can disconnect each shop at any time on this page.',
  syncNow: 'Synchronise now',
  history: 'History',
  retryIn: 'Tries again in',
  ends: (when, date) =>
    `The permission ends ${when} (${date}). Reconnect before that, so that no figures are missed.`,
  accountId: (id) => `Account id ${id}`,
  shopId: (id) => `Shop id ${id}`,
  lastSuccess: (when) => `Last updated ${when}`,
  never: 'Never synchronised yet',
  rows: (count) => `${pluralize(count, 'record')} read`,
  nextRun: (when) => `Next run ${when}`,
  live: 'Live updates',
  liveReason: (minutes) =>
    `The marketplace tells us at once of new and changed orders. About every ${minutes} minutes we read again to be sure that nothing is missing.`,
  every: (minutes) => `Updated every ${minutes} minutes`,
  everyReason: 'We ask the marketplace regularly for new and changed orders.',
  needsAccess: (partner, shop) =>
    `${partner} has ended the access to shop ${shop}. Reconnect it to keep orders up to date.`,
  stopped: 'Disconnected. What was read stays in your reports until it is erased.',
  reconnect: 'Reconnect',
  disconnect: 'Disconnect',
  erase: 'Erase data',
  actionsFor: (name, isAds) => `Actions for ${called(name, isAds)}`,
  progress: 'See progress',
  confirm: {
    title: (name, isAds) => `Disconnect ${called(name, isAds)}`,
    stops: 'Stops: new orders and products of this shop are no longer read.',
    stopsAds: 'Stops: new ad figures of this account are no longer read.',
    stays:
      'Stays: what was read remains in your reports, until an owner erases it or the time that it is kept after a disconnection is over.',
    deleted: 'Deleted: the access that the marketplace gave to Seller Connect.',
    back: 'You can connect it again at any time; what was missed is read then.',
    keep: 'Keep it connected',
    do: 'Disconnect',
  },
  erasure: {
    title: (name, isAds) => `Erase the data of ${called(name, isAds)}`,
    consequences: [
      'Orders, products, returns, payouts and ad figures that were read, with the original answers of the marketplace.',
      'All of its figures in reports, past periods included, and its reconciliations.',
      'The history of its synchronisations and of its link, and notifications about it.',
    ],
    final:
      'This cannot be undone. If you connect it again, everything is read anew, as far back as the marketplace still goes.',
    keep: 'Keep the data',
    do: 'Erase for good',
  },
  erased: (name, isAds) => `The data of ${called(name, isAds)} is being erased`,
  disconnected: (name, isAds) => `${isAds ? 'Ad account' : 'Shop'} ${name} is disconnected`,
  failed: 'The list of shops could not be loaded.',
};
