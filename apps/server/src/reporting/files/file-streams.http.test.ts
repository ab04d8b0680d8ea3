import { unzipSync } from 'fflate';
import { parquetMetadata } from 'hyparquet';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql, type TenantTransaction } from '../../platform/database.ts';
import { reportingHttp, type ReportingHttp } from '../testing/reporting-http.ts';
import { soldShops, type SoldShops } from '../testing/sold-shops.ts';

/** Twelve readings of the cursor, and one that finds nothing more; a group of Parquet takes five. */
const products = 24_000;
const readings = 13;
const readingsOfGroup = 5;

const listProducts = sql(
  'test.list_products',
  `insert into reporting.listing (tenant_id, shop_id, item_id, sku_key, seller_sku, name, name_key, status, currency,
     price_e4, stock, version_at, observed_at, content_hash, mapping_version, seen_at)
   select $1, $2, n::text, md5(n::text), md5((n + 1)::text), md5((n + 2)::text), md5((n + 2)::text), 'active', 'VND', n * 10000,
          n, now(), now(), gen_random_uuid(), 1, now()
     from generate_series(1, $3::int) n`,
);

let shops: SoldShops;
let reporting: ReportingHttp;
let read = 0;
const responses: ServerResponse[] = [];

beforeAll(async () => {
  shops = await soldShops(1);
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
  function watchedTenant<T>(id: string, work: (tx: TenantTransaction) => Promise<T>) {
    return database.tenant(id, (tx) => work(counted(tx)));
  }
  reporting = await reportingHttp({ ...shops, deps: { ...shops.deps, database: watched } });
  reporting.http.app.addHook('onRequest', async (_, reply) => {
    responses.push(reply.raw);
  });
});
afterAll(async () => {
  await reporting.http.app.close();
  await shops.drop();
});

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

describe.each(Object.entries(rowsOf))('a reader of %s who stops', (format, countRows) => {
  it('stops the cursor; what waits is a part of the file, and all of it comes later', async () => {
    read = 0;
    const answer = await reporting.http.app.inject({
      url: `/reports/export?dataSet=products&fields=sku_id,seller_sku,product_name&format=${format}`,
      headers: { authorization: 'Bearer viewer' },
      payloadAsStream: true,
    });
    const file = answer.stream();
    const isWaiting = () => (responses.at(-1)?.listenerCount('drain') ?? 0) > 0;
    await vi.waitFor(() => expect(isWaiting()).toBe(true), { timeout: 20_000 });
    const [readByThen, waiting] = [read, file.readableLength];
    expect(readByThen).toBeLessThanOrEqual(readingsOfGroup);
    // Whatever could go on by itself has had its turn after another's call to the database.
    await shops.database.tenant(shops.tenantId, (tx) => tx.query(sql('test.turn', 'select 1')));
    expect([read, file.readableLength, isWaiting()]).toEqual([readByThen, waiting, true]);

    const pieces: Buffer[] = [];
    for await (const piece of file) pieces.push(Buffer.from(piece));
    const whole = Buffer.concat(pieces);
    expect(read).toBe(readings);
    expect(await countRows(whole)).toBe(products);
    expect(waiting).toBeLessThan(whole.length / 2);
  });
});
