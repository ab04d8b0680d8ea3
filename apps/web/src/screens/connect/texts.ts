import { pluralize } from '../../i18n/pluralize.ts';
import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

/** A shop, or an ad account if `isAds` is set. */
const called = (name: string, isAds = false) => `${isAds ? 'ad account' : 'shop'} ${name}`;

export const en: typeof vi = {
  title: 'Connect shops',
  intro: 'Let Seller Connect read your sales data from the marketplaces.',
  linkedTitle: 'Connected shops',
  chooseTitle: 'Choose where to connect',
  addTitle: 'Connect another shop',
  columns: {
    shop: 'Shop',
    state: 'Status',
    updated: 'Last updated',
    orders: 'Orders',
    actions: 'Actions',
  },
  ordersUnit: 'orders',
  linkShort: 'Connect',
  linkedCount: (count) => pluralize(count, 'shop'),
  accountCount: (count) => pluralize(count, 'ad account'),
  link: (name) => `Connect ${name}`,
  linkAnother: 'Connect another',
  unavailable: 'Not available yet',
  available: {
    LAZADA: 'Orders, products, fees, and payouts',
    SHOPEE: 'Orders, products, fees, and payouts',
    TIKI: 'Orders and products',
    TIKTOK: 'Orders, products, fees, and payouts',
    FACEBOOK: 'Ad spend and results',
  },
  why: 'See why',
  another:
    'A marketplace may automatically use the account you’re signed in to in this browser. To connect a shop from another account, sign out of that marketplace first.',
  about: {
    title: 'What we read, and what we never do',
    kinds: { shop: 'Shops on marketplaces', ads: 'Facebook ad accounts' },
    reads: 'What we read',
    readsList: {
      shop: [
        'Orders and order items: status, quantity, price, fees',
        'Products: name, SKU, price, stock',
        'Shop: name, ID, region',
      ],
      ads: [
        'Spend, impressions, clicks, and orders from ads by day',
        'Names of the ad account, its campaigns, and ad sets',
        'Ad account currency and time zone',
      ],
    },
    readsMoney: [
      'Returns and refunds: items, amounts, reasons (except Tiki)',
      'Settlements: every sale, fee, and payout line (except Tiki)',
    ],
    never: 'What we never do',
    neverList: {
      shop: [
        'Change your prices, stock, products, or orders',
        'Message buyers, or store their addresses and phone numbers',
        'See your password: you sign in on the marketplace’s own page',
      ],
      ads: [
        'Create, edit, or stop ads, or spend your money',
        'Post, or read your messages or friends list',
        'See your password: you sign in on Facebook’s own page',
      ],
    },
  },
  stop: 'You can disconnect any shop at any time on this page.',
  syncNow: 'Sync now',
  history: 'History',
  retryIn: 'Retrying in',
  ends: (when, date) =>
    `Access expires ${when} (${date}). Reconnect before then so no data is missed.`,
  accountId: (id) => `Account ID ${id}`,
  shopId: (id) => `Shop ID ${id}`,
  never: 'Never synced',
  needsAccess: 'Access was ended. Reconnect to keep your data up to date.',
  stopped: 'Disconnected. Synced data stays in your reports until it’s erased.',
  reconnect: 'Reconnect',
  disconnect: 'Disconnect',
  erase: 'Erase data',
  actionsFor: (name, isAds) => `Actions for ${called(name, isAds)}`,
  progress: 'View progress',
  confirm: {
    title: (name, isAds) => `Disconnect ${called(name, isAds)}?`,
    stops: 'Stops: new orders and products from this shop are no longer synced.',
    stopsAds: 'Stops: new ad data from this account is no longer synced.',
    stays:
      'Stays: synced data remains in your reports until an owner erases it or the retention period after disconnecting ends.',
    deleted: 'Deleted: the access the marketplace gave Seller Connect.',
    back: 'You can reconnect at any time. We’ll sync whatever was missed.',
    keep: 'Keep connected',
    do: 'Disconnect',
  },
  erasure: {
    title: (name, isAds) => `Erase data for ${called(name, isAds)}?`,
    consequences: [
      'Synced orders, products, returns, payouts, and ad data, along with the original marketplace responses.',
      'All of its data in reports, including past periods, and its reconciliations.',
      'Its sync history, connection history, and notifications.',
    ],
    final:
      'This can’t be undone. If you reconnect, everything is synced again, as far back as the marketplace allows.',
    keep: 'Keep data',
    do: 'Erase permanently',
  },
  erased: (name, isAds) => `Erasing data for ${called(name, isAds)}`,
  disconnected: (name, isAds) => `${isAds ? 'Ad account' : 'Shop'} ${name} disconnected`,
  failed: 'Couldn’t load your shops.',
};

export const texts = language === 'en' ? en : vi;
