import { zstdDecompressSync } from 'node:zlib';
import type { RawItem } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { storeRaw, packRaw, readRaw } from './raw-store.ts';

const { database } = await openTestDatabase({ poolSize: 2 });

const countPages = sql(
  'test.pages',
  'select count(*)::int as pages from collector.raw_page where tenant_id = $1',
);

const countRows = sql(
  'test.raw_rows',
  'select count(*)::int as rows from collector.raw_item where tenant_id = $1',
);

it('stores every version of an item byte for byte, and none twice', async () => {
  const [tenantId, shopId] = [newId(), newId()];
  const key = { tenantId, shopId, stream: 'orders' } as const;
  const item = (payload: string): RawItem => ({
    entity: 'order',
    externalId: '42',
    updatedAt: null,
    payload: Buffer.from(payload),
  });
  const first = item('{ "order_id": 42,\n "tên": "Nón lá \\u0000" }');
  const second = item('{"order_id":42,"status":"delivered"}');
  const keep = async (items: RawItem[], at: string) => {
    const batch = await packRaw(items, new Date(at));
    await database.tenant(tenantId, (tx) => storeRaw(tx, key, batch));
  };
  await keep([first], '2026-11-11T01:00:00Z');
  await keep([first], '2026-11-11T02:00:00Z');
  await keep([first, second], '2026-11-11T03:00:00Z');

  const kept = await database.tenant(tenantId, (tx) => readRaw(tx, shopId, '42'));
  expect(kept).toEqual([
    { ...first, fetchedAt: new Date('2026-11-11T01:00:00Z') },
    { ...second, fetchedAt: new Date('2026-11-11T03:00:00Z') },
  ]);
  expect(await database.tenantRead(tenantId, countPages, [tenantId])).toEqual([{ pages: 2 }]);
  const newest = await database.tenant(tenantId, (tx) => readRaw(tx, shopId, '42', { max: 1 }));
  expect(newest).toEqual([{ ...second, fetchedAt: new Date('2026-11-11T03:00:00Z') }]);
  const shops = await database.tenant(tenantId, (tx) =>
    readRaw(tx, shopId, '42', { entities: ['shop'] }),
  );
  expect(shops).toEqual([]);
});

it('stores an order and its items in one row, and returns each version of either once', async () => {
  const [tenantId, shopId] = [newId(), newId()];
  const key = { tenantId, shopId, stream: 'orders' } as const;
  const part = (entity: RawItem['entity'], payload: string, externalId = '42'): RawItem => ({
    entity,
    externalId,
    updatedAt: new Date('2026-11-10T00:00:00Z'),
    payload: Buffer.from(payload),
  });
  const other = [part('order', '{"order_id":41}', '41'), part('order', '{"order_id":43}', '43')];
  const order = part('order', '{"order_id":42}');
  const items = part('order_items', '{"order_id":42,"order_items":["áo"]}');
  const changed = part('order_items', '{"order_id":42,"order_items":["áo","nón"]}');
  const at = new Date('2026-11-11T01:00:00Z');
  const later = new Date('2026-11-11T02:00:00Z');
  for (const [batch, fetchedAt] of [
    [[...other, order, items], at],
    [[order, items], later],
    [[order, changed, ...other], later],
  ] as const) {
    const packed = await packRaw(batch, fetchedAt);
    await database.tenant(tenantId, (tx) => storeRaw(tx, key, packed));
  }

  expect(await database.tenant(tenantId, (tx) => readRaw(tx, shopId, '42'))).toEqual([
    { ...order, fetchedAt: at },
    { ...items, fetchedAt: at },
    { ...changed, fetchedAt: later },
  ]);
  expect(await database.tenant(tenantId, (tx) => readRaw(tx, shopId, '43'))).toEqual([
    { ...other[1], fetchedAt: at },
  ]);
  expect(await database.tenantRead(tenantId, countRows, [tenantId])).toEqual([{ rows: 4 }]);
  expect(await database.tenantRead(tenantId, countPages, [tenantId])).toEqual([{ pages: 2 }]);
});

it('stores a page of settlement lines when one of them is new, after the items of the page', async () => {
  const [tenantId, shopId] = [newId(), newId()];
  const key = { tenantId, shopId, stream: 'settlements' } as const;
  const item = (entity: RawItem['entity'], payload: string): RawItem => ({
    entity,
    externalId: payload,
    updatedAt: null,
    payload: Buffer.from(payload),
  });
  const keep = async (items: RawItem[], isNews: boolean) => {
    const bookings = [item('settlement', '{"fee":"1"}'), item('settlement', '{"fee":"2"}')];
    const batch = await packRaw(items, new Date('2026-11-11T01:00:00Z'), bookings);
    await database.tenant(tenantId, (tx) => storeRaw(tx, key, batch, isNews));
  };
  await keep([], false);
  expect(await pagesOf(tenantId)).toEqual([]);
  await keep([], true);
  await keep([item('statement', '{"paid":"1"}')], false);
  await keep([item('statement', '{"paid":"1"}')], false);
  expect(await pagesOf(tenantId)).toEqual([
    { items: 2, bookings: 2, texts: ['{"fee":"1"}', '{"fee":"2"}'] },
    { items: 3, bookings: 2, texts: ['{"paid":"1"}', '{"fee":"1"}', '{"fee":"2"}'] },
  ]);
});

const readPages = sql(
  'test.contents',
  'select items, bookings, content from collector.raw_page where tenant_id = $1 order by items',
);

async function pagesOf(tenantId: string) {
  const rows = await database.tenantRead<{ items: number; bookings: number; content: Buffer }>(
    tenantId,
    readPages,
    [tenantId],
  );
  return rows.map(({ content, ...page }) => ({
    ...page,
    texts: zstdDecompressSync(content).toString().split('\0'),
  }));
}
