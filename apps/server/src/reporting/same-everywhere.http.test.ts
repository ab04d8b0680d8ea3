import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDecimal } from './amount.ts';
import { reportingHttp, type ReportingHttp } from './testing/reporting-http.ts';
import { addUp, soldShops, type SoldShops } from './testing/sold-shops.ts';

/** Each way out of the product, read by a reader that is not ours. */
let shops: SoldShops;
let reporting: ReportingHttp;
let authorization: string;
let client: Client;
let folder: string;

beforeAll(async () => {
  shops = await soldShops(80);
  reporting = await reportingHttp(shops);
  authorization = `Bearer ${(await reporting.newTool()).secret}`;
  client = new Client({ connectionString: shops.url });
  client.on('error', () => undefined);
  await client.connect();
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await client.end();
  await reporting.http.app.close();
  await shops.drop();
});

interface Scope {
  from: string;
  to: string;
  shopIds: string[];
}
interface Totals {
  gmv: string;
  net_sales: string;
  orders: number;
  units: number;
}

const get = (url: string, token = authorization) =>
  reporting.http.app.inject({ url, headers: { authorization: token, 'accept-language': 'en' } });
const addressOf = ({ from, to, shopIds }: Scope) =>
  `dataSet=shop_day&from=${from}&to=${to}&shops=${shopIds.join(',')}&currency=VND`;
/** Sums of rows that a reader gave, by the names of their columns. */
function sumsOf(rows: readonly Record<string, unknown>[]): Totals {
  const money = (name: string) =>
    toDecimal(rows.reduce((sum, row) => sum + BigInt(Math.round(Number(row[name]) * 10_000)), 0n));
  const count = (name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  return {
    gmv: money('gmv'),
    net_sales: money('net_sales'),
    orders: count('orders'),
    units: count('units'),
  };
}
const byHeader = ([header = [], ...rows]: readonly (readonly unknown[])[]) =>
  rows.map((row) => Object.fromEntries(header.map((name, index) => [String(name), row[index]])));

const ways: Record<string, (scope: Scope) => Promise<Totals>> = {
  async orders({ from, to, shopIds }) {
    const inScope = shops.sold.filter(
      (each) =>
        each.day >= from &&
        each.day <= to &&
        shopIds.includes(each.shop_id) &&
        each.currency === 'VND',
    );
    const sums = addUp(inScope, []).get('');
    return {
      gmv: toDecimal(sums?.gmv ?? 0n),
      net_sales: toDecimal(sums?.net_sales ?? 0n),
      orders: Number(sums?.orders ?? 0n),
      units: Number(sums?.units ?? 0n),
    };
  },
  async dashboard({ from, to, shopIds }) {
    const url = `/reporting/summary?period=custom&from=${from}&to=${to}&shops=${shopIds.join(',')}&currency=VND`;
    const { figures } = (await get(url, 'Bearer viewer')).json();
    return {
      gmv: figures.gmv.value,
      net_sales: figures.netSales.value,
      orders: figures.orders.value,
      units: figures.units.value,
    };
  },
  async query({ from, to, shopIds }) {
    const answer = await reporting.http.app.inject({
      method: 'POST',
      url: '/reports/query',
      headers: { authorization },
      payload: {
        fields: ['gmv', 'net_sales', 'orders', 'units'],
        dateRange: { from, to },
        shops: shopIds,
        currency: 'VND',
      },
    });
    const [[gmv, net_sales, orders, units]] = answer.json().rows;
    return { gmv, net_sales, orders, units };
  },
  async odata({ from, to, shopIds }) {
    const ids = shopIds.map((id) => `'${id}'`).join(',');
    const filter = `day ge ${from} and day le ${to} and currency eq 'VND' and shop_id in (${ids})`;
    const rows: Record<string, unknown>[] = [];
    let next: string | undefined = `/odata/v1/shop_day?$filter=${encodeURIComponent(filter)}`;
    while (next) {
      const page: { value: Record<string, unknown>[]; '@odata.nextLink'?: string } = (
        await get(next)
      ).json();
      rows.push(...page.value);
      next = page['@odata.nextLink']?.slice('https://app.test'.length);
    }
    return sumsOf(rows);
  },
  async sql({ from, to, shopIds }) {
    await client.query(
      `begin; set local role seller_connect_app; set local app.tenant_id = '${shops.tenantId}'`,
    );
    const { rows } = await client.query(
      `select * from rpt.shop_day where day between $1 and $2 and shop_id = any($3::uuid[]) and currency = 'VND'`,
      [from, to, shopIds],
    );
    await client.query('rollback');
    return sumsOf(rows);
  },
  async csv(scope) {
    // No value of this data set holds a comma, but names do: they are left out.
    const file = await get(
      `/reports/export?${addressOf(scope)}&fields=day,shop_id,gmv,net_sales,orders,units`,
    );
    return sumsOf(
      byHeader(
        file.body
          .trimEnd()
          .split('\r\n')
          .map((line) => line.split(',')),
      ),
    );
  },
  async xlsx(scope) {
    const file = await get(`/reports/export?${addressOf(scope)}&format=xlsx`);
    const path = join(folder, 'file.xlsx');
    await writeFile(path, file.rawPayload);
    return sumsOf(byHeader(await readSheet(path)));
  },
  async parquet(scope) {
    const file = await get(`/reports/export?${addressOf(scope)}&format=parquet`);
    const path = join(folder, 'file.parquet');
    await writeFile(path, file.rawPayload);
    return sumsOf(await parquetReadObjects({ file: await asyncBufferFromFile(path) }));
  },
};

/** In the soak, many more scopes are looked at. */
const scopes = Number(process.env['SCOPES'] ?? 6);

describe('the same question has the same answer', () => {
  it('on the dashboard, in a query, the feed, SQL and every file, for any days and shops', async () => {
    const day = fc
      .integer({ min: 0, max: 52 })
      .map((later) => new Date(Date.UTC(2026, 8, 20 + later)).toISOString().slice(0, 10));
    const scope = fc
      .record({ ends: fc.tuple(day, day), picked: fc.subarray([0, 1, 2], { minLength: 1 }) })
      .map(({ ends, picked }): Scope => {
        const [from = '', to = ''] = ends.toSorted();
        return { from, to, shopIds: picked.flatMap((index) => shops.shopIds[index] ?? []) };
      });
    await fc.assert(
      fc.asyncProperty(scope, async (each) => {
        const expected = await ways['orders']?.(each);
        for (const [name, way] of Object.entries(ways)) {
          expect({ name, totals: await way(each) }).toEqual({ name, totals: expected });
        }
      }),
      { numRuns: scopes },
    );
  });

  it('keeps ids text, days dates and what is missing empty, in every file', async () => {
    const address = '/reports/export?dataSet=orders&basis=created&from=2026-09-01&to=2026-11-11';
    const fields =
      'shop_id,order_id,currency,shop_name,created_day,created_at,committed_day,is_cod,units,gmv';
    const sorted = shops.orders.toSorted((a, b) =>
      a.shopId + a.order.orderId < b.shopId + b.order.orderId ? -1 : 1,
    );
    const [first] = sorted;

    const xlsx = await get(`${address}&fields=${fields}&format=xlsx`);
    await writeFile(join(folder, 'orders.xlsx'), xlsx.rawPayload);
    const sheet = byHeader(await readSheet(join(folder, 'orders.xlsx')));
    const about = await readSheet(join(folder, 'orders.xlsx'), 2);

    const parquet = await get(`${address}&fields=${fields}&format=parquet`);
    await writeFile(join(folder, 'orders.parquet'), parquet.rawPayload);
    const file = await asyncBufferFromFile(join(folder, 'orders.parquet'));
    const rows = await parquetReadObjects({ file });
    const metadata = await parquetMetadataAsync(file);

    for (const each of [sheet, rows]) {
      expect(each.map((row) => `${String(row['shop_id'])}${String(row['order_id'])}`)).toEqual(
        sorted.map(({ shopId, order }) => shopId + order.orderId),
      );
      expect(each[0]?.['order_id']).toBe(first?.order.orderId);
      expect(each[0]?.['created_at']).toEqual(first?.order.createdAt);
      expect(each[0]?.['created_day']).toBeInstanceOf(Date);
      expect(each[0]?.['is_cod']).toBe(first?.order.isCod);
      const open = each.filter(
        (row) => row['committed_day'] === null || row['committed_day'] === undefined,
      );
      expect(open.length).toBe(sorted.filter(({ order }) => !order.committedAt).length);
    }
    expect(sheet.some((row) => row['shop_name'] === 'Áo Dài, "Huế"')).toBe(true);
    expect(about.map((row) => row[0])).toContain('Day of an order');
    expect(metadata.num_rows).toBe(BigInt(sorted.length));
    expect(metadata.schema.find(({ name }) => name === 'gmv')).toMatchObject({
      converted_type: 'DECIMAL',
      scale: 4,
    });
  });
});
