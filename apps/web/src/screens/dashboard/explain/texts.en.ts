import { pluralForm, pluralize } from '../../../i18n/pluralize.ts';
import type { ExplainTexts } from './texts.vi.ts';

const moreOrFewer = (more: boolean) => (more ? 'more' : 'fewer');
const moreOrLess = (more: boolean) => (more ? 'more' : 'less');

/** Texts of the explanation of a change in English. */
export const en: ExplainTexts = {
  title: (metric) => `Why did ${metric} change?`,
  metrics: {
    gmv: 'GMV',
    netSales: 'net sales',
    orders: 'orders',
    units: 'units sold',
    aov: 'average order value',
    cancellationRate: 'the cancellation rate',
  },
  rose: (metric, amount) => `${metric} rose by ${amount}`,
  fell: (metric, amount) => `${metric} fell by ${amount}`,
  same: (metric) => `${metric} didn’t change.`,
  balanced: (metric) => `${metric} didn’t change: rises and falls balance out.`,
  mainly: (change, cause) => `${change}, mainly because ${cause}.`,
  mostly: (change, cause) => `${change}. Largest part: ${cause}.`,
  alone: (change) => `${change}.`,
  points: (value) => `${value} pts`,
  now: 'This period',
  before: 'Compared period',
  difference: 'Difference',
  total: 'Total difference',
  close: 'Close',
  failed: 'The explanation couldn’t be loaded.',
  loading: (days) =>
    `${pluralize(days, 'day')} of this period ${pluralForm(days, 'is', 'are')} still loading; the figures may change.`,
  none: {
    title: 'Nothing to compare yet',
    to_come: 'These days haven’t come yet.',
    not_read:
      'The compared period isn’t completely loaded. The explanation will appear when it is.',
    no_orders: 'One of the periods has no orders to calculate from.',
    nothing: 'Neither period has any orders.',
  },
  splits: {
    shop: 'By shop',
    product: 'By product',
    effect: {
      gmv: 'By volume, price, and mix',
      netSales: 'From GMV to net sales',
      orders: 'By outcome of the order',
      units: 'By cause',
      aov: 'By value and number of orders',
      cancellationRate: 'By canceled and all orders',
    },
  },
  about: {
    gmv: 'The value of items that buyers kept is split by volume, price, and mix. Canceled, undelivered, and returned items stand apart.',
    netSales: 'Net sales are GMV minus canceled, undelivered, and returned items and vouchers.',
    orders: '',
    units: '',
    aov: 'The value of items that buyers kept, divided by valid orders.',
    cancellationRate: 'Canceled orders divided by all orders.',
  },
  parts: {
    volume: 'Units sold',
    price: 'Average price',
    mix: 'Product mix',
    new_products: 'Newly sold products',
    gone_products: 'Products no longer sold',
    gmv: 'GMV',
    cancelled: 'Canceled items',
    failed: 'Undelivered items',
    returned: 'Returned items',
    vouchers: 'Seller vouchers',
    kept: 'Orders with kept items',
    other_orders: 'Undelivered or fully returned orders',
    dividend: 'Value of kept items',
    divisor: 'Valid orders',
    shop_mix: 'Mix of shops',
  },
  cancelledOrders: 'Canceled orders',
  allOrders: 'All orders',
  otherShops: (count) => pluralize(count, 'other shop'),
  otherProducts: (count) => pluralize(count, 'other product'),
  fromTo: (before, now) => `${before} → ${now}`,
  orders: (count) => pluralize(count, 'order'),
  pieces: (count) => pluralize(count, 'unit'),
  onlyNow: 'newly sold',
  onlyBefore: 'not sold this period',
  atOldPrices: 'at the average price of the compared period',
  ofBoth: (count) => `${pluralize(count, 'product')} sold in both periods`,
  dearer: 'higher-priced products have a larger share',
  cheaper: 'lower-priced products have a larger share',
  higherShops: 'more orders from shops with a higher value',
  lowerShops: 'more orders from shops with a lower value',
  products: (count) => pluralize(count, 'product'),
  ordersNow: 'Orders now',
  ordersBefore: 'Orders before',
  ordersOf: (part, period) => `${period}: ${part}`,
  explainShop: 'Why?',
  explainShopLong: (shop) => `Why did ${shop} change?`,
  allShops: 'All shops',
  more: (count) => `Show ${count} more`,
  fewer: 'Show fewer',
  causes: {
    shopOrders: (shop, count, more) =>
      `${shop} sold ${count} ${moreOrFewer(more)} ${pluralForm(count, 'order', 'orders')}`,
    shopPieces: (shop, count, more) =>
      `${shop} sold ${count} ${moreOrFewer(more)} ${pluralForm(count, 'unit', 'units')}`,
    shop: (shop, amount, more) => `${shop} ${more ? 'rose' : 'fell'} by ${amount}`,
    shopRatio: (shop, before, now, more) =>
      `${shop} ${more ? 'rose' : 'fell'} from ${before} to ${now}`,
    shopPresence: (shop, isNew) =>
      isNew ? `${shop} started to have orders` : `${shop} had no more orders`,
    productPieces: (product, count, more) =>
      `“${product}” sold ${count} ${moreOrFewer(more)} ${pluralForm(count, 'unit', 'units')}`,
    product: (product, amount, more) => `“${product}” ${more ? 'rose' : 'fell'} by ${amount}`,
    effects: {
      volume: (more, count) =>
        `${count} ${moreOrFewer(more)} ${pluralForm(count, 'unit was', 'units were')} sold`,
      price: (more) => `the average price was ${more ? 'higher' : 'lower'}`,
      mix: (more) => `${more ? 'higher' : 'lower'}-priced products had a larger share`,
      new_products: (_more, count) =>
        `${pluralize(count, 'product')} ${pluralForm(count, 'was', 'were')} newly sold`,
      gone_products: (_more, count) =>
        `${pluralize(count, 'product')} ${pluralForm(count, 'was', 'were')} no longer sold`,
      gmv: (more) => `GMV ${more ? 'rose' : 'fell'}`,
      cancelled: (more) => `${moreOrLess(more)} was canceled`,
      failed: (more) => `${moreOrLess(more)} couldn’t be delivered`,
      returned: (more) => `${moreOrLess(more)} was returned`,
      vouchers: (more) => `${moreOrLess(more)} was given in vouchers`,
      kept: (more) => `${moreOrFewer(more)} orders had kept items`,
      other_orders: (more) => `${moreOrFewer(more)} orders were undelivered or fully returned`,
      dividend: (more) => `the value of kept items was ${more ? 'higher' : 'lower'}`,
      divisor: (more) => `there were ${moreOrFewer(more)} valid orders`,
      shop_mix: (more) => `more orders came from shops with a ${more ? 'higher' : 'lower'} value`,
    },
    cancelledOrders: (more) => `${moreOrFewer(more)} orders were canceled`,
    allOrders: (more) => `there were ${moreOrFewer(more)} orders`,
  },
};
