import type { OrderList, OrderTotals } from '@seller-connect/contract';
import { describe, expect, it } from 'vitest';
import { toDecimal } from '../../platform/money.ts';
import { startReporting } from '../testing/reporting-http.ts';

const { shops, reporting } = await startReporting(15);

async function get<Answer>(path: string): Promise<Answer> {
  const answer = await reporting.http.app.inject({
    url: path,
    headers: { authorization: 'Bearer viewer' },
  });
  expect({ path, status: answer.statusCode }).toMatchObject({ status: 200 });
  return answer.json();
}

/** Returns all orders of a list, page by page. */
async function listed(query: string): Promise<OrderList['items']> {
  const items: OrderList['items'] = [];
  for (let page = 1; ; page += 1) {
    const part = await get<OrderList>(`/reporting/orders?pageSize=100&page=${page}&${query}`);
    items.push(...part.items);
    if (items.length >= part.total || part.items.length === 0) return items;
  }
}

/** An amount as a whole number of ten thousandths. */
function e4(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(4, '0'));
}

const name = () => shops.orders[0]?.order.items[0]?.productName ?? '';
const queries = () => [
  '',
  `shop=${shops.shopIds[0]}&stage=completed`,
  'platform=SHOPEE&from=2026-10-05&to=2026-10-20',
  'basis=committed&from=2026-10-05&to=2026-10-20',
  'outcome=kept&currency=VND',
  'stage=cancelled&basis=committed',
  `search=${encodeURIComponent(name())}`,
  `search=${encodeURIComponent(name())}&basis=committed`,
  `search=${shops.orders[3]?.order.orderId}`,
  'search=khong-co-gi',
  'odd=true',
];

describe('the totals of a list of orders', () => {
  it('are the exact sums over all pages, with any filter', async () => {
    for (const query of queries()) {
      const items = await listed(query);
      const { totals } = await get<OrderTotals>(`/reporting/orders/totals?${query}`);
      const currencies = [...new Set(items.map(({ currency }) => currency))].toSorted();
      const sums = currencies.map((currency) => {
        const rows = items.filter((row) => row.currency === currency);
        const sold = rows.filter(({ committedAt }) => committedAt !== null);
        return {
          currency,
          orders: rows.length,
          units: rows.reduce((all, { units }) => all + units, 0),
          gmv: toDecimal(rows.reduce((all, { gmv }) => all + e4(gmv), 0n)),
          netSales: toDecimal(sold.reduce((all, { netSales }) => all + e4(netSales), 0n)),
        };
      });
      expect({ query, totals }).toEqual({ query, totals: sums });
    }
  });

  it('are limited to one team', async () => {
    const answer = await reporting.http.app.inject({
      url: '/reporting/orders/totals',
      headers: { authorization: 'Bearer stranger' },
    });
    expect(answer.json()).toEqual({ totals: [] });
  });
});

describe('a list of orders', () => {
  it('is sorted by time and by each amount, in both directions, with every order once', async () => {
    for (const query of queries()) {
      const newestFirst = await listed(query);
      expect(idsOf(await listed(`${query}&sort=time`))).toEqual(idsOf(newestFirst).toReversed());
      for (const value of ['gmv', 'netSales'] as const) {
        for (const sign of [1, -1] as const) {
          const items = await listed(`${query}&sort=${sign === 1 ? '' : '-'}${value}`);
          expect(idsOf(items).toSorted()).toEqual(idsOf(newestFirst).toSorted());
          const sorted = items.toSorted(
            (a, b) =>
              compare(a.currency, b.currency) ||
              Number(isUnknown(a, value)) - Number(isUnknown(b, value)) ||
              (isUnknown(a, value) ? 0 : sign * compare(valueOf(a, value), valueOf(b, value))) ||
              compare(a.orderId, b.orderId),
          );
          expect(idsOf(items)).toEqual(idsOf(sorted));
        }
      }
    }
  });

  it('has its number of orders on a page after the last, with any filter and order', async () => {
    for (const query of queries()) {
      for (const sort of ['-time', 'time', '-gmv']) {
        const path = `/reporting/orders?${query}&sort=${sort}`;
        const { items: _, page, ...first } = await get<OrderList>(path);
        expect(page).toBe(1);
        for (const beyond of [first.total + 1, 20_000]) {
          const list = await get<OrderList>(`${path}&page=${beyond}`);
          expect({ path, list }).toEqual({ path, list: { ...first, items: [], page: beyond } });
        }
      }
    }
  });
});

type Row = OrderList['items'][number];
type Value = 'gmv' | 'netSales';
const idsOf = (rows: readonly Row[]) => rows.map(({ orderId }) => orderId);
const isUnknown = (row: Row, value: Value) => value === 'netSales' && row.committedAt === null;
const valueOf = (row: Row, value: Value) => e4(row[value]);
function compare<Part extends string | bigint>(a: Part, b: Part): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
