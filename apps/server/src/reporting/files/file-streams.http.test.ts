import { unzipSync } from 'fflate';
import { parquetMetadata } from 'hyparquet';
import type { ServerResponse } from 'node:http';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { createReportingHttp } from '../testing/reporting-http.ts';
import { createSampleTenant } from '../testing/sample-tenant.ts';

/** Twelve fetches from the cursor that return rows, and one that finds the end. */
const products = 24_000;
const cursorFetches = 13;

const listProducts = sql(
  'test.list_products',
  `insert into reporting.listing (tenant_id, shop_id, item_id, sku_key, seller_sku, name, name_key, status, currency,
     price_e4, stock, version_at, observed_at, content_hash, mapping_version, seen_at)
   select $1, $2, n::text, md5(n::text), md5((n + 1)::text), md5((n + 2)::text), md5((n + 2)::text), 'active', 'VND', n * 10000,
          n, now(), now(), gen_random_uuid(), 1, now()
     from generate_series(1, $3::int) n`,
);

let read = 0;
/** Number of open transactions. */
let open = 0;
const responses: ServerResponse[] = [];

const shops = await createSampleTenant(1);
const { database, tenantId } = shops;
await database.tenant(tenantId, (tx) =>
  tx.execute(listProducts, [tenantId, shops.shopIds[0], products]),
);
const counted = (tx: TenantTransaction): TenantTransaction => ({
  ...tx,
  query: (statement, values) => {
    if (statement.text.startsWith('fetch')) read += 1;
    return tx.query(statement, values);
  },
});
const watched = { ...database, tenant: watchedTenant };
async function watchedTenant<T>(id: string, work: (tx: TenantTransaction) => Promise<T>) {
  open += 1;
  try {
    return await database.tenant(id, (tx) => work(counted(tx)));
  } finally {
    open -= 1;
  }
}
const reporting = await createReportingHttp({
  ...shops,
  dependencies: { ...shops.dependencies, database: watched },
});
reporting.http.app.addHook('onRequest', async (_, reply) => {
  responses.push(reply.raw);
});
afterAll(() => reporting.http.app.close());

const rowsOf: Record<string, (file: Buffer) => Promise<number> | number> = {
  csv: (file) => file.toString().trimEnd().split('\r\n').length - 1,
  xlsx: (file) => {
    const sheet = unzipSync(file, { filter: ({ name }) => name.startsWith('xl/worksheets/') });
    const rows = Object.values(sheet).map(
      (text) => Buffer.from(text).toString().split('<row').length - 1,
    );
    return Math.max(...rows) - 1;
  },
  parquet: (file) => Number(parquetMetadata(new Uint8Array(file).buffer).num_rows),
};

describe.each(Object.entries(rowsOf))('a stalled download of %s', (format, countRows) => {
  it('holds no transaction open and completes later', async () => {
    [read, open] = [0, 0];
    const answer = await reporting.http.app.inject({
      url: `/reports/export?dataSet=products&fields=sku_id,seller_sku,product_name&format=${format}`,
      headers: { authorization: 'Bearer viewer' },
      payloadAsStream: true,
    });
    const file = answer.stream();
    const isWaiting = () => (responses.at(-1)?.listenerCount('drain') ?? 0) > 0;
    await vi.waitFor(() => expect([read, open, isWaiting()]).toEqual([cursorFetches, 0, true]), {
      timeout: 60_000,
    });
    const waiting = file.readableLength;

    const pieces: Buffer[] = [];
    for await (const piece of file) pieces.push(Buffer.from(piece));
    const whole = Buffer.concat(pieces);
    expect(await countRows(whole)).toBe(products);
    expect(waiting).toBeLessThan(whole.length / 2);
  });
});
