import { pluralize } from '../../i18n/pluralize.ts';
import type { ProductTexts } from './texts.vi.ts';

export const en: ProductTexts = {
  title: 'Products',
  intro: 'Products listed on the marketplaces, with price and stock as of the last sync.',
  file: 'products',
  search: 'Search name, SKU, product ID',
  caption: 'Product list',
  shop: 'Shop',
  anyShop: 'All shops',
  soldOut: 'Out of stock only',
  count: (total) => pluralize(total, 'product'),
  found: (total) => `${pluralize(total, 'product')} found`,
  failed: 'Couldn’t load products',
  empty: 'No products yet',
  emptyText: 'Products appear here once a connected shop starts syncing.',
  connect: 'Connect a shop',
  columns: {
    name: 'Product',
    shop: 'Shop',
    price: 'Price',
    stock: 'Stock',
    changedAt: 'Changed',
  },
  noSku: 'No SKU',
  listPrice: (amount) => `List price ${amount}`,
  none: 'Out of stock',
  gone: (date) => `Off the marketplace since ${date}`,
  notProvided: 'Stock not provided by the marketplace',
  orders: (name) => `View orders with ${name}`,
};
