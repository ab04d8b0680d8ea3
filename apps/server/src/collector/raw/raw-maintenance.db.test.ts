import { zstdCompressSync } from 'node:zlib';
import type { RawItem } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql, type Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { hashPayload, storeRaw, packRaw, readRaw } from './raw-store.ts';
import { deleteOldPages, redactStoredPages } from './raw-maintenance.ts';

const { database } = await openTestDatabase({ poolSize: 3 });

const running = new AbortController().signal;

const insertPage = sql(
  'test.insert_old_page',
  `insert into collector.raw_page (tenant_id, shop_id, page_id, stream, fetched_at, items, bookings, content)
   values ($1, $2, $3, 'orders', $4, $5, 0, $6)`,
);
const insertItem = sql(
  'test.insert_old_item',
  `insert into collector.raw_item (tenant_id, shop_id, page_id, content_hash, position, entity, external_id, with_items)
   values ($1, $2, $3, $4, $5, 'order', $6, $7)`,
);
const countRows = sql(
  'test.count_raw',
  `select (select count(*)::int from collector.raw_page where tenant_id = $1) as pages,
          (select count(*)::int from collector.raw_item where tenant_id = $1) as items,
          (select count(*)::int from collector.raw_page where tenant_id = $1 and not redacted) as unredacted`,
);

/** Inserts a page with personal data, as older releases stored it: orders, each followed by its items. */
async function oldPage(tenantId: string, shopId: string, at: string, orders: readonly string[]) {
  const pageId = newId();
  const texts = orders.flatMap((order, index) => [order, `{"order_id":"${index}","items":[]}`]);
  await database.tenant(tenantId, async (tx) => {
    const content = zstdCompressSync(Buffer.from(texts.join('\0')));
    await tx.execute(insertPage, [tenantId, shopId, pageId, at, texts.length, content]);
    for (const index of orders.keys()) {
      const position = 2 * index;
      const hash = hashPayload(Buffer.from(texts.slice(position, position + 2).join('\0')));
      const row = [tenantId, shopId, pageId, hash, position, String(index), true];
      await tx.execute(insertItem, row);
    }
  });
}

const order = (id: number, buyer: string, status: string): string =>
  `{"order_id":"${id}","buyer":{"name":"${buyer}"},"status":"${status}"}`;

async function counted(tenantId: string) {
  const [row] = await database.tenantRead(tenantId, countRows, [tenantId]);
  return row;
}

it('redacts pages with personal data in any tenant and stores the rest under its new hash', async () => {
  const [tenantId, other, shopId] = [newId(), newId(), newId()];
  // Two versions of the first order differ only in the buyer's name.
  await oldPage(tenantId, shopId, '2026-11-01T00:00:00Z', [
    order(0, 'Lan', 'new'),
    order(1, 'Hoa', 'new'),
  ]);
  await oldPage(tenantId, shopId, '2026-11-02T00:00:00Z', [order(0, 'Lan N.', 'new')]);
  await oldPage(other, shopId, '2026-11-02T00:00:00Z', ['{"order_id":"0"}']);

  expect(await redactStoredPages(database, running)).toBe(3);
  expect(await counted(tenantId)).toEqual({ pages: 2, items: 2, unredacted: 0 });
  const read = (id: string) => database.tenant(tenantId, (tx) => readRaw(tx, shopId, id));
  const payloads = (await read('0')).map(({ payload }) => payload.toString());
  expect(payloads).toEqual([order(0, '•••', 'new'), '{"order_id":"0","items":[]}']);
  expect((await read('1')).map(({ payload }) => payload.toString())[0]).toBe(
    order(1, '•••', 'new'),
  );
  expect(await redactStoredPages(database, running)).toBe(0);

  // The same response, fetched again, has a known hash.
  const items: RawItem[] = [order(0, 'Lan', 'new'), '{"order_id":"0","items":[]}'].map(
    (payload, index) => ({
      entity: index === 0 ? 'order' : 'order_items',
      externalId: '0',
      updatedAt: null,
      payload: Buffer.from(payload),
    }),
  );
  const batch = await packRaw(items, new Date('2026-11-03T00:00:00Z'));
  await database.tenant(tenantId, (tx) =>
    storeRaw(tx, { tenantId, shopId, stream: 'orders' }, batch),
  );
  expect(await counted(tenantId)).toEqual({ pages: 2, items: 2, unredacted: 0 });
});

it('redacts all pages but a damaged one, and reports that one', async () => {
  const [broken, other, shopId] = [newId(), newId(), newId()];
  const day = '2026-11-01T00:00:00Z';
  await database.tenant(broken, (tx) =>
    tx.execute(insertPage, [broken, shopId, newId(), day, 1, Buffer.from('damaged')]),
  );
  for (const tenantId of [broken, other]) {
    await oldPage(tenantId, shopId, day, [order(0, 'Lan', 'new')]);
  }
  await expect(redactStoredPages(database, running)).rejects.toThrow();
  expect(await counted(broken)).toMatchObject({ pages: 2, unredacted: 1 });
  expect(await counted(other)).toMatchObject({ unredacted: 0 });
  // The other tests redact all pages.
  await deleteOldPages(database, new Date('2026-12-01T00:00:00Z'), running);
});

it('stops between batches and resumes where it stopped', async () => {
  const [tenantId, shopId] = [newId(), newId()];
  for (const id of Array.from({ length: 45 }).keys()) {
    await oldPage(tenantId, shopId, `2026-10-01T00:00:${10 + id}Z`, [
      order(0, `Lan ${id}`, `${id}`),
    ]);
  }
  const stopping = new AbortController();
  const stopped: Database = {
    ...database,
    tenant: (id, work) =>
      database.tenant(id, work).finally(() => id === tenantId && stopping.abort()),
  };
  expect(await redactStoredPages(stopped, stopping.signal)).toBe(40);
  expect(await counted(tenantId)).toMatchObject({ unredacted: 5 });
  expect(await redactStoredPages(database, running)).toBe(5);
});

it('deletes pages older than the retention with their items, and no others', async () => {
  const [tenantId, shopId] = [newId(), newId()];
  await oldPage(tenantId, shopId, '2025-11-01T00:00:00Z', [order(0, 'Lan', 'new')]);
  await oldPage(tenantId, shopId, '2026-11-01T00:00:00Z', [order(0, 'Lan', 'paid')]);
  expect(await deleteOldPages(database, new Date('2026-01-01T00:00:00Z'), running)).toBe(1);
  expect(await counted(tenantId)).toMatchObject({ pages: 1, items: 1 });
});
