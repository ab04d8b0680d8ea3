import type { BigTenant } from './big-tenant.ts';

/** One call of the product API. */
export interface Call {
  name: string;
  path: string;
  body?: object;
}

const year = 'custom&from=2025-11-12&to=2026-11-11';
export const dashboardPeriods = ['today', '7d', '28d', '90d', year];

/** Returns the calls of a dashboard, for each of the periods. */
export function dashboardCalls(periods: readonly string[]): Call[] {
  const calls = {
    summary: 'summary?',
    shops: 'breakdown?by=shop&',
    products: 'products?limit=10&',
    ads: 'ads?',
  };
  return periods.flatMap((period) =>
    Object.entries(calls).map(([name, path]) => ({
      name: `${name}, ${period.startsWith('custom') ? '365d' : period}`,
      path: `/reporting/${path}period=${period}`,
    })),
  );
}

/** Returns calls of the order and product lists with typical filters and searches. */
export function listCalls({ shopIds, orderId }: BigTenant): Call[] {
  const orders = (name: string, query: string) => ({
    name: `orders, ${name}`,
    path: `/reporting/orders?${query}`,
  });
  const products = (name: string, query: string) => ({
    name: `products, ${name}`,
    path: `/reporting/listings?${query}`,
  });
  const text = (searchTerm: string) => `search=${encodeURIComponent(searchTerm)}`;
  return [
    orders('newest', ''),
    orders('page 500', 'page=500'),
    orders('of a shop', `shop=${shopIds[3]}`),
    orders('cancelled', 'stage=cancelled'),
    orders('of a stage that none has', 'stage=unknown'),
    orders('odd ones, 0.001 % of all', 'odd=true'),
    orders('of four weeks, delivered', 'from=2026-03-01&to=2026-03-28&stage=completed'),
    orders('sales, newest', 'basis=committed'),
    orders('sales of four weeks', 'basis=committed&from=2026-03-01&to=2026-03-28'),
    orders('cancelled sales', 'basis=committed&stage=cancelled'),
    orders('sales of a stage that none has', 'basis=committed&stage=unknown'),
    orders('sales with something returned', 'outcome=returned'),
    orders('sales of an hour', 'hour=9&from=2026-03-01&to=2026-03-28'),
    orders('by number', text(orderId)),
    orders('by a SKU', text('S17')),
    orders('by words of a fifth of all names', text('den long')),
    orders('by words of no name', text('khong co')),
    products('by name', ''),
    products('by price, page 100', 'sort=-price&page=100'),
    products('by words', text('den long')),
    products('sold out, by stock', 'soldOut=true&sort=stock'),
  ];
}

/** Returns queries of reporting tools. */
export function queryCalls(): Call[] {
  const range = (from: string, to: string) => ({ dateRange: { from, to } });
  const query = (name: string, body: object) => ({
    name: `query, ${name}`,
    path: '/reports/query',
    body,
  });
  return [
    query('figures of 28 days', { fields: ['gmv', 'orders', 'aov'] }),
    query('shops by month, 18 months', {
      fields: ['month', 'shop_name', 'gmv', 'net_sales', 'orders', 'cancellation_rate'],
      ...range('20250601', '20261111'),
    }),
    query('shops by day, 90 days', {
      fields: ['day', 'shop_id', 'gmv', 'orders'],
      ...range('20260814', '20261111'),
    }),
    query('products of 7 days', {
      dataSet: 'sku_day',
      fields: ['product_name', 'gmv', 'units'],
      ...range('20261105', '20261111'),
    }),
    query('products of 28 days', {
      dataSet: 'sku_day',
      fields: ['product_name', 'gmv', 'units'],
      ...range('20261015', '20261111'),
    }),
    query('100 orders of a day', {
      dataSet: 'orders',
      pageSize: 100,
      ...range('20261110', '20261110'),
    }),
    query('1,000 orders of 28 days', {
      dataSet: 'orders',
      pageSize: 1000,
      ...range('20261015', '20261111'),
    }),
    query('1,000 order lines of 28 days', {
      dataSet: 'order_items',
      pageSize: 1000,
      ...range('20261015', '20261111'),
    }),
    query('listed products, 5,000', { dataSet: 'products' }),
  ];
}
