import { join } from 'node:path';
import { isMetric, metrics } from '@seller-connect/contract/metrics';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import { registerShop } from '../ingest/register-shop.ts';
import { generateOrders } from '../testing/generate-orders.ts';
import { readViewColumnsSql, viewsPage, type ViewColumn } from './views-page.ts';

const page = join(import.meta.dirname, '../../../../../docs/reporting-views.md');
const now = new Date('2026-11-11T05:00:00Z');
const meta = { observedAt: now, mappingVersion: 1 };
const [mine, theirs] = [newId(), newId()];
const orders = generateOrders({
  count: 60,
  seed: 5,
  from: new Date('2026-11-01T00:00:00Z'),
  to: now,
  skus: 8,
});

const readCurrencies = sql(
  'test.shop_currencies',
  'select shop_name, currency, currencies from rpt.shops order by shop_name',
);

const { url, database } = await openTestDatabase({ poolSize: 2 });

for (const tenantId of [mine, theirs]) {
  const shopId = newId();
  const shop = {
    shopId,
    name: 'Trà',
    platform: 'LAZADA',
    region: 'VN',
    currency: 'VND',
  } as const;
  await database.tenant(tenantId, async (tx) => {
    await registerShop(tx, { ...shop, timeZone: 'Asia/Ho_Chi_Minh' }, now);
    await applyOrders(tx, shopId, tenantId === mine ? orders : orders.slice(0, 20), meta);
  });
}
const client = new Client({ connectionString: url });
client.on('error', () => undefined);
await client.connect();
const columns = (await client.query<ViewColumn>(readViewColumnsSql)).rows;
await client.end();

describe('the reporting views', () => {
  it('show a shop with the currencies it sells in, or that of its region before the first sale', async () => {
    const tenantId = newId();
    const sold = { abroad: ['GBP'], both: ['USD', 'VND'], nothing: [] };
    for (const [name, currencies] of Object.entries(sold)) {
      const shopId = newId();
      const market = { region: 'VN', currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh' };
      const made = currencies.flatMap((currency, index) => {
        const [order] = orders.slice(index);
        return order ? [{ ...order, currency }] : [];
      });
      await database.tenant(tenantId, async (tx) => {
        await registerShop(tx, { shopId, name, platform: 'LAZADA', ...market }, now);
        await applyOrders(tx, shopId, made, meta);
      });
    }
    expect(await database.tenantRead(tenantId, readCurrencies, [])).toEqual([
      { shopName: 'abroad', currency: 'GBP', currencies: 'GBP' },
      { shopName: 'both', currency: 'VND', currencies: 'USD, VND' },
      { shopName: 'nothing', currency: 'VND', currencies: 'VND' },
    ]);
  });

  it('docs/reporting-views.md describes every column (regenerate it with `npx vitest -u`)', async () => {
    const bare = columns.filter((column) => !column.comment || !column.viewComment);
    expect(bare.map((column) => `${column.view}.${column.column}`)).toEqual([]);
    expect(new Set(columns.map((column) => column.view)).size).toBeGreaterThan(5);
    await expect(viewsPage(columns)).toMatchFileSnapshot(page);
  });

  it('have ids as text, money as exact decimals and metrics that are sums', () => {
    const wrong = columns.filter(({ column, type }) => {
      if (column.endsWith('_id')) return !/^(text|uuid)$/.test(type);
      if (!isMetric(column)) return false;
      const { kind, unit } = metrics[column];
      const expected = unit === 'money' ? /^numeric\(19,4\)$/ : /^(integer|bigint)$/;
      return kind !== 'sum' || !expected.test(type);
    });
    expect(wrong).toEqual([]);
  });

  it('show a team its own rows only, in every view', async () => {
    const tables = [...new Set(columns.map((column) => column.view))];
    const countAll = sql(
      'test.count_views',
      tables
        .map((view) => `select '${view}' as view, count(*)::int as rows from rpt.${view}`)
        .join(' union all '),
    );
    const counts = async (tenantId: string) =>
      Object.fromEntries(
        (await database.tenantRead<{ view: string; rows: number }>(tenantId, countAll)).map(
          ({ view, rows }) => [view, rows],
        ),
      );
    expect(await counts(mine)).toMatchObject({ shops: 1, orders: 60 });
    expect(await counts(theirs)).toMatchObject({ shops: 1, orders: 20 });
    expect(Object.values(await counts(newId())).every((rows) => rows === 0)).toBe(true);
    const outside = await database.query<{ view: string; rows: number }>(countAll);
    expect(outside.filter(({ rows }) => rows > 0)).toEqual([]);
  });

  it('agree with each other: orders, items, products and days have the same sums', async () => {
    const sums = sql(
      'test.view_sums',
      `select (select sum(gmv) from rpt.shop_day) as by_shop,
              (select sum(gmv) from rpt.sku_day) as by_sku,
              (select sum(gmv) from rpt.orders where committed_day is not null) as by_order,
              (select sum(seller_price) from rpt.order_items where committed_day is not null) as by_line,
              (select sum(net_sales) from rpt.shop_day) as net_by_shop,
              (select sum(net_sales) from rpt.orders where committed_day is not null) as net_by_order`,
    );
    const [row] = await database.tenantRead<Record<string, string>>(mine, sums);
    expect(Number(row?.['byShop'])).toBeGreaterThan(0);
    expect(row?.['bySku']).toBe(row?.['byShop']);
    expect(row?.['byOrder']).toBe(row?.['byShop']);
    expect(row?.['byLine']).toBe(row?.['byShop']);
    expect(row?.['netByOrder']).toBe(row?.['netByShop']);
  });
});
