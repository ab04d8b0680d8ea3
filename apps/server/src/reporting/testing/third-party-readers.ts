import { tableFromIPC, type Table } from 'apache-arrow';
import { parse } from 'csv-parse/sync';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { o } from 'odata';
import { readParquet } from 'parquet-wasm';
import { readSheet } from 'read-excel-file/node';
import { toDecimal } from '../../platform/money.ts';
import type { LookerStudio } from '../../../../../integrations/looker-studio-emulator/looker-studio.ts';

/** The days and shops of a query; amounts are in VND. */
export interface Scope {
  from: string;
  to: string;
  shopIds: string[];
}
export interface Totals {
  gmv: string;
  net_sales: string;
  orders: number;
  units: number;
}
type Rows = readonly Record<string, unknown>[];

/** The server and the credentials of the readers. */
export interface ReaderContext {
  /** URL of a listening server. */
  server: string;
  secret: string;
  /** Bearer token of the seller's session. */
  session: string;
  studio: LookerStudio;
  /** For readers that need a file on disk. */
  folder: string;
}

/**
 * Reads every output of the product with clients that share no code with the writers: o.js, a CSV parser, a workbook
 * reader, Arrow's Parquet reader in Rust, and the connector for Looker Studio.
 */
export const readers: Record<string, (scope: Scope, opened: ReaderContext) => Promise<Totals>> = {
  async dashboard({ from, to, shopIds }, { server, session }) {
    const url = `${server}/reporting/summary?period=custom&from=${from}&to=${to}&shops=${shopIds.join(',')}&currency=VND`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${session}` } });
    const { metrics } = JSON.parse(await text(answer));
    return {
      gmv: metrics.gmv.value,
      net_sales: metrics.netSales.value,
      orders: metrics.orders.value,
      units: metrics.units.value,
    };
  },
  async query({ from, to, shopIds }, { server, secret }) {
    const answer = await fetch(`${server}/reports/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        fields: ['gmv', 'net_sales', 'orders', 'units'],
        dateRange: { from, to },
        shops: shopIds,
        currency: 'VND',
      }),
    });
    const [[gmv, net_sales, orders, units]] = JSON.parse(await text(answer)).rows;
    return { gmv, net_sales, orders, units };
  },
  async odata({ from, to, shopIds }, { server, secret }) {
    const ids = shopIds.map((id) => `'${id}'`).join(',');
    const headers = { authorization: `Bearer ${secret}`, accept: 'application/json' };
    const client = o(`${server}/odata/v1/`, { headers });
    const rows: Rows = await client.get('shop_day').query({
      $filter: `day ge ${from} and day le ${to} and currency eq 'VND' and shop_id in (${ids})`,
      $select: 'day,shop_id,gmv,net_sales,orders,units',
    });
    return sumsOf(rows);
  },
  async csv(scope, opened) {
    const rows: Record<string, string>[] = parse(await fileOf(scope, opened, 'csv'), {
      columns: true,
    });
    return sumsOf(rows);
  },
  async xlsx(scope, opened) {
    const path = join(opened.folder, 'file.xlsx');
    await writeFile(path, await fileOf(scope, opened, 'xlsx'));
    return sumsOf(byHeader(await readSheet(path)));
  },
  async parquet(scope, opened) {
    const file = await fileOf(scope, opened, 'parquet');
    return sumsOf(rowsOf(tableFromIPC(readParquet(file).intoIPCStream())));
  },
  async looker({ from, to, shopIds }, { studio }) {
    const { rows } = await studio.call('getData', {
      configParams: { dataSet: 'shop_day', shops: shopIds.join(','), currency: 'VND' },
      dateRange: { startDate: from, endDate: to },
      fields: ['gmv', 'net_sales', 'orders', 'units'].map((name) => ({ name })),
    });
    const [[gmv, net_sales, orders, units] = []] = rows.map(({ values }) => values);
    return sumsOf([{ gmv, net_sales, orders, units }]);
  },
};

/** Converts rows to objects, keyed by the names in the first row. */
export const byHeader = ([header = [], ...rows]: readonly (readonly unknown[])[]) =>
  rows.map((row) => Object.fromEntries(header.map((name, index) => [String(name), row[index]])));

async function fileOf(
  { from, to, shopIds }: Scope,
  { server, secret }: ReaderContext,
  format: string,
) {
  const url = `${server}/reports/export?dataSet=shop_day&from=${from}&to=${to}&shops=${shopIds.join(',')}&currency=VND&format=${format}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
  if (!answer.ok) throw new Error(`${format}: ${await answer.text()}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function text(answer: Response): Promise<string> {
  if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

/** Sums the rows of a reader, by column name. */
function sumsOf(rows: Rows): Totals {
  const money = (name: string) => toDecimal(rows.reduce((sum, row) => sum + toE4(row[name]), 0n));
  const count = (name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  return {
    gmv: money('gmv'),
    net_sales: money('net_sales'),
    orders: count('orders'),
    units: count('units'),
  };
}

/** Converts an amount: text is exact, a number is rounded to four decimals. */
function toE4(amount: unknown): bigint {
  if (typeof amount === 'bigint') return amount;
  if (typeof amount === 'number') return BigInt(Math.round(amount * 10_000));
  const [, sign = '', whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(String(amount)) ?? [];
  if (whole === undefined) throw new Error(`${String(amount)} is no amount`);
  return BigInt(sign + whole + part.padEnd(4, '0'));
}

/** Returns the rows of an Arrow table. Decimals have four places and are returned as bigints. */
function rowsOf(table: Table): Rows {
  return Array.from({ length: table.numRows }, (_, row) =>
    Object.fromEntries(
      table.schema.fields.map(({ name, type }) => {
        const value: unknown = table.getChild(name)?.get(row);
        return [name, String(type).startsWith('Decimal') ? decimalToBigint(value) : value];
      }),
    ),
  );
}

/** Reads a 128-bit decimal in two's complement, lowest word first. */
function decimalToBigint(value: unknown): bigint {
  if (!(value instanceof Uint32Array)) throw new Error('A decimal has no words');
  const bits = value.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  return BigInt.asIntN(128, bits);
}
