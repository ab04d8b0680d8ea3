import { hash as hashText } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { redactPersons, type RawItem } from '@seller-connect/partners';
import { sql, type Sql, type TenantTransaction } from '../../platform/database/database.ts';
import { mapInSlices } from '../../platform/process/event-loop.ts';
import { newId } from '../../platform/ids.ts';
import {
  column,
  encodeRows,
  columnNames,
  unnestColumns,
  type Column,
} from '../../platform/database/binary-arrays.ts';
import type { StreamKey } from '../leases/stream-store.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** An item and its index in its page, or an order with its items at the next index. */
interface RawRow {
  item: RawItem;
  position: number;
  withItems: boolean;
  hash: string;
}

/** Raw items without personal data, hashed and compressed for one commit. */
export interface RawBatch {
  fetchedAt: Date;
  /** Number of items without the settlement lines. */
  items: number;
  rows: readonly RawRow[];
  /** The settlement lines after the items. */
  bookings: readonly RawItem[];
  content: Buffer;
}

/** Responses repeat themselves so much that the fastest level compresses them as well, in half the time. */
const fastestCompression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const rowColumns: readonly Column<RawRow>[] = [
  column.text('entity', ({ item }) => item.entity),
  column.text('external_id', ({ item }) => item.externalId),
  column.uuid('content_hash', ({ hash }) => hash),
  column.instant('partner_updated_at', ({ item }) => item.updatedAt),
  column.integer('position', ({ position }) => position),
  column.boolean('with_items', ({ withItems }) => withItems),
];

/** NUL, which JSON cannot contain. */
const separator = Buffer.alloc(1);

/** Joins payloads by NUL, in their order. */
export function joinPayloads(payloads: readonly Buffer[]): Buffer {
  return Buffer.concat(
    payloads.flatMap((payload, index) => (index === 0 ? [payload] : [separator, payload])),
  );
}

/** Returns the item without the personal data of its payload. */
export function withoutPersons(item: RawItem): RawItem {
  return { ...item, payload: redactPersons(item.payload) };
}

/**
 * Removes personal data, hashes and compresses items, in slices. This is the slow part of storing them, so it runs
 * outside of the transaction.
 * @param bookings settlement lines without personal data; only rejected ones get rows in `raw_item`
 */
export async function packRaw(
  items: readonly RawItem[],
  fetchedAt: Date,
  bookings: readonly RawItem[] = [],
): Promise<RawBatch> {
  const payloads = await mapInSlices(items, (item) => withoutPersons(item).payload);
  const bytes = joinPayloads([...payloads, ...bookings.map(({ payload }) => payload)]);
  const rows = await mapInSlices(rowsOf(items, bytes), (row) => row);
  const content = await compressTexts(bytes);
  return { fetchedAt, items: items.length, rows, bookings, content };
}

/**
 * Returns the rows of a page.
 * @param bytes the joined payloads of the items
 */
function* rowsOf(items: readonly RawItem[], bytes: Buffer): Generator<RawRow> {
  for (let from = 0, position = 0; position < items.length;) {
    const [item, following] = items.slice(position, position + 2);
    if (item === undefined) break;
    const withItems = following !== undefined && isItemsOf(item, following);
    const first = payloadEnd(bytes, from);
    const end = withItems ? payloadEnd(bytes, first + 1) : first;
    yield { item, position, withItems, hash: hashPayload(bytes.subarray(from, end)) };
    from = end + 1;
    position += withItems ? 2 : 1;
  }
}

export function compressTexts(bytes: Buffer): Promise<Buffer> {
  return compress(bytes, fastestCompression);
}

/** Whether `following` has the items of `order`: they are fetched and change together, so one row stands for both. */
function isItemsOf(order: RawItem, following: RawItem): boolean {
  return (
    order.entity === 'order' &&
    following.entity === 'order_items' &&
    following.externalId === order.externalId &&
    following.updatedAt?.getTime() === order.updatedAt?.getTime()
  );
}

function payloadEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from);
  return end === -1 ? bytes.length : end;
}

/** Returns the first 128 bits of SHA-256, as the hex digits of a UUID. */
export function hashPayload(payload: Buffer): string {
  return hashText('sha256', payload, 'hex').slice(0, 32);
}

// With rows that are returned, because a distributed database counts those in conflict as inserted, too.
const insertItems = sql(
  'collector.insert_raw_items',
  `insert into collector.raw_item (tenant_id, shop_id, page_id, ${columnNames(rowColumns)})
   select $1, $2, $3, r.* from ${unnestColumns(rowColumns, 4)}
   on conflict do nothing returning 1`,
);
const insertPage = sql(
  'collector.insert_raw_page',
  `insert into collector.raw_page (tenant_id, shop_id, page_id, stream, fetched_at, items, bookings, content, redacted)
   values ($1, $2, $3, $4, $5, $6, $7, $8, true)`,
);

/**
 * Stores a batch as one raw page. Does nothing if every item is already stored byte for byte.
 * @param hasNewBookings whether one of the accepted settlement lines is not stored yet
 * @param rejectedIds ids of the rejected settlement lines
 */
export async function storeRaw(
  tx: TenantTransaction,
  key: StreamKey,
  batch: RawBatch,
  hasNewBookings = false,
  rejectedIds: ReadonlySet<string> = new Set(),
): Promise<void> {
  const pageId = newId();
  const pageKey = [tx.tenantId, key.shopId, pageId];
  const rows = [...batch.rows, ...rejectedRows(batch, rejectedIds)];
  const newItems =
    rows.length === 0
      ? 0
      : await tx.execute(insertItems, [...pageKey, ...encodeRows(rowColumns, rows)]);
  if (newItems === 0 && !hasNewBookings) return;
  await tx.execute(insertPage, [
    ...pageKey,
    key.stream,
    batch.fetchedAt,
    batch.items + batch.bookings.length,
    batch.bookings.length,
    batch.content,
  ]);
}

function rejectedRows({ items, bookings }: RawBatch, rejectedIds: ReadonlySet<string>): RawRow[] {
  if (rejectedIds.size === 0) return [];
  return bookings.flatMap((item, index) =>
    rejectedIds.has(item.externalId)
      ? [{ item, position: items + index, withItems: false, hash: hashPayload(item.payload) }]
      : [],
  );
}

const readStatement = sql(
  'collector.read_raw',
  `select i.entity, i.external_id, i.partner_updated_at, i.position, i.with_items, p.fetched_at, p.content
     from collector.raw_item i
     join collector.raw_page p
       on p.tenant_id = i.tenant_id and p.shop_id = i.shop_id and p.page_id = i.page_id
    where i.tenant_id = $1 and i.shop_id = $2 and i.external_id = $3
      and i.entity = any($4::text[])
    order by p.fetched_at desc, i.position desc limit $5`,
);

const defaultEntities: readonly RawItem['entity'][] = ['order', 'order_items', 'product', 'shop'];

/**
 * Returns the stored versions of an item, oldest first: all of them, or the newest `max`. Pages are decompressed one
 * after another to limit memory, because each is decompressed completely.
 */
export async function readRaw(
  tx: Sql & { tenantId: string },
  shopId: string,
  externalId: string,
  options: { max?: number; entities?: readonly RawItem['entity'][] } = {},
): Promise<(RawItem & { fetchedAt: Date })[]> {
  const { max = null, entities = defaultEntities } = options;
  const rows = await tx.query<{
    entity: RawItem['entity'];
    externalId: string;
    partnerUpdatedAt: Date | null;
    position: number;
    withItems: boolean;
    fetchedAt: Date;
    content: Buffer;
  }>(readStatement, [tx.tenantId, shopId, externalId, entities, max]);
  const versions: (RawItem & { fetchedAt: Date })[] = [];
  for (const row of rows.toReversed()) {
    const payloads = splitPayloads(await decompress(row.content));
    const parts = row.withItems ? [row.entity, 'order_items' as const] : [row.entity];
    for (const [index, entity] of parts.entries()) {
      const payload = payloads[row.position + index];
      if (payload === undefined) throw new Error('The raw page does not contain its item');
      versions.push({
        entity,
        externalId: row.externalId,
        updatedAt: row.partnerUpdatedAt,
        // A copy, because a slice would keep the whole page in memory.
        payload: Buffer.from(payload),
        fetchedAt: row.fetchedAt,
      });
    }
  }
  return deduplicate(versions);
}

/** Reverses `joinPayloads`. */
export function splitPayloads(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0; from <= bytes.length;) {
    const end = payloadEnd(bytes, from);
    parts.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return parts;
}

/** Drops repeated versions: a row of an order and its items is new even if only one of them changed. */
function deduplicate<Item extends RawItem>(versions: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return versions.filter(({ entity, payload }) => {
    const contentKey = `${entity}:${payload.toString('latin1')}`;
    const isNew = !seen.has(contentKey);
    seen.add(contentKey);
    return isNew;
  });
}
