import {
  gmv,
  net_sales,
  orders,
  units,
  aov,
  cancellation_rate,
  cancelled_orders,
  placed_orders,
  returned_value,
  cancelled_value,
} from '@seller-connect/contract/metrics/sales.en';
import { fees, payout } from '@seller-connect/contract/metrics/money.en';
import { ad_spend } from '@seller-connect/contract/metrics/ads.en';
import { pluralize } from '../../i18n/pluralize.ts';
import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

const pages: typeof vi.keywords.pages = {
  '/': 'report sales revenue best sellers top products ads roas target',
  '/orders': 'returns cancellations shipping refunds',
  '/products': 'stock inventory sold out prices',
  '/reports/money': 'commission settlements take rate money',
  '/reports/reconcile': 'compare check differences export file',
  '/connect': 'add link disconnect marketplace',
  '/settings/appearance': 'dark light mode Vietnamese tiếng Việt theme',
  '/settings/notifications': 'alerts zalo webhook scheduled reports email',
  '/settings/password': 'change password change email',
  '/settings/sessions': 'devices sign out remotely',
  '/settings/account': 'delete account google',
  '/settings/team': 'invite member staff roles',
  '/settings/reporting-tools':
    'export download data api google sheets excel power bi csv claude chatgpt',
  '/settings/audit': 'history who did what',
};

export const en: typeof vi = {
  title: 'Search and quick actions',
  placeholder: 'Search pages, orders, SKUs, or ask “gmv yesterday”',
  groups: {
    answers: 'Answers',
    pages: 'Pages',
    views: 'Views',
    shops: 'Shops',
    orders: 'Orders',
    products: 'Products',
    actions: 'Actions',
  },
  searching: 'Searching orders and products',
  searchIn: {
    orders: (query) => `Search Orders for “${query}”`,
    products: (query) => `Search Products for “${query}”`,
  },
  found: (count) => (count === 0 ? 'No results' : pluralize(count, 'result')),
  nothing: (query) => `No results for “${query}”`,
  nothingHint:
    'Try a page or shop name, an order number, a SKU, or what you want to do. Vietnamese accents are optional.',
  answers: {
    loading: 'Loading data',
    failed: 'Couldn’t load the data. Press Enter to open the report.',
    offline: 'No connection. The data will load when you’re back online.',
    none: 'None',
    partial: 'not completely synced',
    change: (change, days, until) =>
      `${change} vs ${days}${until === null ? '' : ` until ${until}`}`,
    points: (value) => `${value} pts`,
    all: (count) => `Show all ${count}`,
    examplesTitle: 'You can ask:',
    examples: ['gmv yesterday', 'gmv last week by shop', 'canceled orders this month'],
    metrics: {
      gmv: gmv.name,
      net_sales: net_sales.name,
      orders: orders.name,
      units: units.name,
      aov: aov.name,
      cancellation_rate: cancellation_rate.name,
      cancelled_orders: cancelled_orders.name,
      placed_orders: placed_orders.name,
      returned_value: returned_value.name,
      cancelled_value: cancelled_value.name,
      payout: payout.name,
      fees: fees.name,
      ad_spend: ad_spend.name,
    },
  },
  keys: '↑ ↓ to select, Enter to open, Esc to close',
  theme: (mode) => `Theme: ${mode}`,
  language: 'Language',
  sync: 'Sync now',
  link: (partner) => `Connect ${partner}`,
  keywords: {
    theme: 'theme appearance giao dien',
    modes: { light: 'sang', dark: 'toi', system: 'theo thiet bi' },
    language: 'language ngon ngu tieng viet english',
    signOut: 'log out logout dang xuat',
    sync: 'sync refresh update dong bo',
    link: 'link add shop marketplace lien ket',
    shop: 'shop history gian hang',
    pages,
  },
};

export const texts = language === 'en' ? en : vi;
