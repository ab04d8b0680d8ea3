import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { afterAll, describe, expect, it } from 'vitest';
import { callJson } from '../../test/call-json.ts';
import { toDecimal } from '../platform/money.ts';
import { localDays } from '../platform/calendar.ts';
import { startLookerStudio } from '../../../../integrations/looker-studio-emulator/looker-studio.ts';
import {
  byHeader,
  readers,
  type ReaderContext,
  type Scope,
  type Totals,
} from './testing/third-party-readers.ts';
import { startReporting } from './testing/reporting-http.ts';
import { sumSales } from './testing/sample-tenant.ts';

const given: string[] = [];

/** Reads every output of the product over HTTP with third-party clients. */
const { shops, reporting } = await startReporting(80);
const server = await reporting.http.app.listen({ host: '127.0.0.1', port: 0 });
const studio = await startLookerStudio(server);
const folder = await mkdtemp(join(tmpdir(), 'files-'));
afterAll(async () => {
  await Promise.all(given.map(revoke));
  await studio.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Creates a new access: one may send 240 requests a minute, and many scopes need more. */
async function newTool(): Promise<ReaderContext> {
  const { id, secret } = await reporting.newTool();
  given.push(id);
  await studio.call('setCredentials', { key: secret });
  return { server, secret, session: 'viewer', studio, folder };
}
const revoke = (id: string) => callJson(reporting.http, 'owner', 'DELETE', `/reports/access/${id}`);

/** Returns the totals that the orders themselves add up to. */
function ofOrders({ from, to, shopIds }: Scope): Totals {
  const inScope = shops.sold.filter(
    (each) =>
      each.day >= from &&
      each.day <= to &&
      shopIds.includes(each.shop_id) &&
      each.currency === 'VND',
  );
  const sums = sumSales(inScope, []).get('');
  return {
    gmv: toDecimal(sums?.gmv ?? 0n),
    net_sales: toDecimal(sums?.net_sales ?? 0n),
    orders: Number(sums?.orders ?? 0n),
    units: Number(sums?.units ?? 0n),
  };
}

/** The soak (`npm run soak -- same-figures`) checks many more scopes. */
const scopes = Number(process.env['SCOPES'] ?? 3);
const scopesPerAccess = 20;

describe('all outputs agree', () => {
  it(
    'dashboard, query, feed, every file and Looker Studio have the same values, for any days and shops',
    async () => {
      const day = fc
        .integer({ min: 0, max: 52 })
        .map((later) => new Date(Date.UTC(2026, 8, 20 + later)).toISOString().slice(0, 10));
      const scope = fc
        .record({ ends: fc.tuple(day, day), picked: fc.subarray([0, 1, 2], { minLength: 1 }) })
        .map(({ ends, picked }): Scope => {
          const [from = '', to = ''] = ends.toSorted();
          return { from, to, shopIds: picked.flatMap((index) => shops.shopIds[index] ?? []) };
        });
      let opened = await newTool();
      let looked = 0;
      await fc.assert(
        fc.asyncProperty(scope, async (each) => {
          looked += 1;
          if (looked % scopesPerAccess === 0) opened = await newTool();
          const expected = ofOrders(each);
          for (const [name, way] of Object.entries(readers)) {
            expect({ name, totals: await way(each, opened) }).toEqual({ name, totals: expected });
          }
        }),
        { numRuns: scopes },
      );
      expect(looked).toBe(scopes);
    },
    30_000 + scopes * 5000,
  );

  it('dashboard, query, feed, every file and Looker Studio can be read without rows', async () => {
    const opened = await newTool();
    const scope = { from: '2016-02-29', to: '2016-02-29', shopIds: shops.shopIds.slice(0, 1) };
    const totals = { gmv: '0', net_sales: '0', orders: 0, units: 0 };
    for (const [name, way] of Object.entries(readers)) {
      expect({ name, totals: await way(scope, opened) }).toEqual({ name, totals });
    }
  });

  it('every file has ids as text, days as dates and missing values empty', async () => {
    const address = '/reports/export?dataSet=orders&basis=created&from=2026-09-01&to=2026-11-11';
    const fields =
      'shop_id,order_id,currency,shop_name,created_day,created_at,committed_day,is_cod,units,gmv';
    const sortKeyOf = ({ shopId, order }: (typeof shops.orders)[number]) =>
      localDays('Asia/Ho_Chi_Minh')(order.createdAt) + shopId + order.orderId;
    const sorted = shops.orders.toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
    const [first] = sorted;

    const { id, secret } = await reporting.newTool('files');
    given.push(id);
    const get = (url: string) =>
      reporting.http.app.inject({
        url,
        headers: { authorization: `Bearer ${secret}`, 'accept-language': 'en' },
      });
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
    expect(about.map((row) => row[0])).toContain('Date basis');
    expect(metadata.num_rows).toBe(BigInt(sorted.length));
    expect(metadata.schema.find(({ name }) => name === 'gmv')).toMatchObject({
      converted_type: 'DECIMAL',
      scale: 4,
    });
  });
});
