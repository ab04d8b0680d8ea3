import type { LightMyRequestResponse } from 'fastify';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { readSheet } from 'read-excel-file/node';
import { toDecimal } from '../../platform/money.ts';
import { byHeader } from './third-party-readers.ts';
import type { ReportingHttp } from './reporting-http.ts';
import type { SampleTenant } from './sample-tenant.ts';

export type Row = Record<string, unknown>;

/** A query for rows of a data set within a range of days, in VND. */
export interface OutputQuery {
  dataSet: string;
  /** The day basis of the range, and the column that holds its day. */
  basis: string;
  day: string;
  from: string;
  to: string;
  /** Null for data sets without shops. */
  shopIds: readonly string[] | null;
  /** Columns to sum; none of them is text. */
  sums: readonly string[];
  /** Columns that identify a row. Their values contain no commas. */
  key: readonly string[];
}

export interface Outputs {
  /** Reads each output of the product with a third-party client. */
  read: Record<
    'query' | 'odata' | 'sql' | 'csv' | 'xlsx' | 'parquet',
    (query: OutputQuery) => Promise<Row[]>
  >;
  /** Sends a GET request as the reporting tool, unless another token is given. */
  get(url: string, authorization?: string): Promise<LightMyRequestResponse>;
  folder: string;
  close(): Promise<void>;
}

/** Sums columns of rows, amounts as decimals and counts as numbers, whatever type the reader returned. */
export function sumColumns(rows: readonly Row[], columns: readonly string[]): Row {
  return Object.fromEntries(
    columns.map((name) => [
      name,
      toDecimal(
        rows.reduce((sum, row) => sum + BigInt(Math.round(Number(row[name]) * 10_000)), 0n),
      ),
    ]),
  );
}

/** Opens all outputs for a sample team. */
export async function openOutputs(shops: SampleTenant, reporting: ReportingHttp): Promise<Outputs> {
  const { app } = reporting.http;
  const authorization = `Bearer ${(await reporting.newTool()).secret}`;
  const client = new Client({ connectionString: shops.url });
  client.on('error', () => undefined);
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'files-'));
  const get = (url: string, token = authorization) =>
    app.inject({ url, headers: { authorization: token, 'accept-language': 'en' } });
  const exported = ({ dataSet, basis, from, to, shopIds }: OutputQuery, more: string) =>
    get(
      `/reports/export?dataSet=${dataSet}&basis=${basis}&from=${from}&to=${to}&currency=VND` +
        `${shopIds ? `&shops=${shopIds.join(',')}` : ''}${more}`,
    );
  return {
    get,
    folder,
    read: {
      async query({ dataSet, basis, from, to, shopIds, sums }) {
        const answer = await app.inject({
          method: 'POST',
          url: '/reports/query',
          headers: { authorization },
          payload: {
            dataSet,
            basis,
            fields: sums,
            dateRange: { from, to },
            currency: 'VND',
            ...(shopIds && { shops: shopIds }),
          },
        });
        const { rows }: { rows: unknown[][] } = answer.json();
        return byHeader([sums, ...rows]);
      },
      async odata({ dataSet, day, from, to, shopIds }) {
        const ids = (shopIds ?? []).map((id) => `'${id}'`).join(',');
        const shop = shopIds ? ` and shop_id in (${ids})` : '';
        const filter = `${day} ge ${from} and ${day} le ${to} and currency eq 'VND'${shop}`;
        const rows: Row[] = [];
        let next: string | undefined = `/odata/v1/${dataSet}?$filter=${encodeURIComponent(filter)}`;
        while (next) {
          const page: { value: Row[]; '@odata.nextLink'?: string } = (await get(next)).json();
          rows.push(...page.value);
          next = page['@odata.nextLink']?.slice('https://app.test'.length);
        }
        return rows;
      },
      async sql({ dataSet, day, from, to, shopIds }) {
        await client.query(
          `begin; set local role seller_connect_app; set local app.tenant_id = '${shops.tenantId}'`,
        );
        const shop = shopIds ? ' and shop_id = any($3::uuid[])' : '';
        const { rows } = await client.query<Row>(
          `select * from rpt.${dataSet} where ${day} between $1 and $2 and currency = 'VND'${shop}`,
          [from, to, ...(shopIds ? [shopIds] : [])],
        );
        await client.query('rollback');
        return rows;
      },
      async csv(query) {
        const file = await exported(query, `&fields=${[...query.key, ...query.sums].join(',')}`);
        const lines = file.body.trimEnd().split('\r\n');
        return byHeader(lines.map((line) => line.split(',')));
      },
      async xlsx(query) {
        const path = join(folder, 'file.xlsx');
        await writeFile(path, (await exported(query, '&format=xlsx')).rawPayload);
        return byHeader(await readSheet(path));
      },
      async parquet(query) {
        const path = join(folder, 'file.parquet');
        await writeFile(path, (await exported(query, '&format=parquet')).rawPayload);
        return parquetReadObjects({ file: await asyncBufferFromFile(path) });
      },
    },
    async close() {
      await rm(folder, { recursive: true, force: true });
      await client.end();
    },
  };
}
