import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { RawItem } from '@seller-connect/partners';
import { sql, type Sql, type TenantTransaction } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { instantArray, textArray, uuidArray } from '../platform/row-arrays.ts';
import type { StreamKey } from './stream-store.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Items as they came, ready to be written in one commit. */
export interface RawBatch {
  fetchedAt: Date;
  items: readonly RawItem[];
  hashes: readonly string[];
  /** How many bookings follow the items. */
  bookings: number;
  content: Buffer;
}

/** Answers repeat themselves so much that the quickest level makes them no larger, in half the time. */
const quickest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** No JSON text can hold it. */
const separator = '\0';

/**
 * Hashes and compresses outside of any transaction: the slow part of keeping what came.
 * @param bookings what the money ledger knows word for word, and need not be known here
 */
export async function packRaw(
  items: readonly RawItem[],
  fetchedAt: Date,
  bookings: readonly RawItem[] = [],
): Promise<RawBatch> {
  // Made into bytes once, for hashing and compressing alike.
  const bytes = Buffer.from([...items, ...bookings].map((item) => item.payload).join(separator));
  const hashes: string[] = [];
  for (let from = 0; hashes.length < items.length;) {
    const end = bytes.indexOf(0, from);
    const to = end === -1 ? bytes.length : end;
    hashes.push(hashOf(bytes.subarray(from, to)));
    from = to + 1;
  }
  const content = await compress(bytes, quickest);
  return { fetchedAt, items, hashes, bookings: bookings.length, content };
}

/** 128 bits, as the digits of a uuid. */
function hashOf(payload: Buffer): string {
  return hash('sha256', payload, 'hex').slice(0, 32);
}

const insertItems = sql(
  'collector.insert_raw_items',
  `insert into collector.raw_item (tenant_id, shop_id, page_id, entity, external_id, content_hash,
     partner_updated_at, position)
   select $1, $2, $3, item.entity, item.external_id, item.content_hash, item.updated_at, item.position - 1
     from unnest($4::text[], $5::text[], $6::uuid[], $7::timestamptz[]) with ordinality
       as item (entity, external_id, content_hash, updated_at, position)
   on conflict do nothing`,
);
const insertPage = sql(
  'collector.insert_raw_page',
  `insert into collector.raw_page (tenant_id, shop_id, page_id, stream, fetched_at, items, bookings, content)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/**
 * Keeps what came. Items that are known word for word already are not kept again.
 * @param isNews whether the money ledger did not know the words of one of the bookings
 */
export async function keepRaw(
  tx: TenantTransaction,
  key: StreamKey,
  batch: RawBatch,
  isNews = false,
): Promise<void> {
  const pageId = newId();
  const fresh = await insertFresh(tx, key, batch, pageId);
  if (fresh === 0 && !isNews) return;
  await tx.execute(insertPage, [
    tx.tenantId,
    key.shopId,
    pageId,
    key.stream,
    batch.fetchedAt,
    batch.items.length + batch.bookings,
    batch.bookings,
    batch.content,
  ]);
}

/** @returns how many items were not known. */
async function insertFresh(
  tx: TenantTransaction,
  key: StreamKey,
  { items, hashes }: RawBatch,
  pageId: string,
): Promise<number> {
  if (items.length === 0) return 0;
  return tx.execute(insertItems, [
    tx.tenantId,
    key.shopId,
    pageId,
    textArray(items.map((item) => item.entity)),
    textArray(items.map((item) => item.externalId)),
    uuidArray(hashes),
    instantArray(items.map((item) => item.updatedAt)),
  ]);
}

const readStatement = sql(
  'collector.read_raw',
  `select i.entity, i.external_id, i.partner_updated_at, i.position, p.fetched_at, p.content
     from collector.raw_item i
     join collector.raw_page p
       on p.tenant_id = i.tenant_id and p.shop_id = i.shop_id and p.page_id = i.page_id
    where i.tenant_id = $1 and i.shop_id = $2 and i.external_id = $3
      and i.entity = any(array['order', 'order_items', 'product', 'shop'])
    order by p.fetched_at, i.position`,
);

/** Every version of an item that ever came, the oldest first. */
export async function readRaw(
  tx: Sql & { tenantId: string },
  shopId: string,
  externalId: string,
): Promise<(RawItem & { fetchedAt: Date })[]> {
  const rows = await tx.query<{
    entity: RawItem['entity'];
    external_id: string;
    partner_updated_at: Date | null;
    position: number;
    fetched_at: Date;
    content: Buffer;
  }>(readStatement, [tx.tenantId, shopId, externalId]);
  return Promise.all(
    rows.map(async (row) => {
      const payload = (await decompress(row.content)).toString().split(separator)[row.position];
      if (payload === undefined) throw new Error('A raw page does not hold its item');
      return {
        entity: row.entity,
        externalId: row.external_id,
        updatedAt: row.partner_updated_at,
        payload,
        fetchedAt: row.fetched_at,
      };
    }),
  );
}
