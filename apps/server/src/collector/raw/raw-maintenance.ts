import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { redactPersons } from '@seller-connect/partners';
import {
  sql,
  type Database,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/database.ts';
import {
  column,
  encodeRows,
  unnestColumns,
  type Column,
} from '../../platform/database/binary-arrays.ts';
import { FailureCollector } from '../../platform/database/failure-collector.ts';
import { compressTexts, hashPayload, joinPayloads, splitPayloads } from './raw-store.ts';

const decompress = promisify(zstdDecompress);

/** Pages per transaction: limits how long locks are held and how much work a crash undoes. */
const pagesInBatch = 40;

const tenantsWithPages = sql(
  'collector.next_raw_tenant',
  'select tenant_id from collector.next_raw_tenant($1)',
);
const tenantsWithUnredacted = sql(
  'collector.next_unredacted_tenant',
  'select tenant_id from collector.next_unredacted_tenant($1)',
);

/**
 * Runs batches for each tenant, each in its own transaction, until a batch finds no more pages.
 * @returns the number of processed pages
 * @throws the first error of a batch, after the other tenants
 */
async function runInBatches(
  database: Database,
  signal: AbortSignal,
  nextTenant: Statement,
  batch: (tx: TenantTransaction) => Promise<number>,
): Promise<number> {
  const failures = new FailureCollector();
  let total = 0;
  let after: string | null = null;
  while (!signal.aborted) {
    const [next]: { tenantId: string }[] = await database.query(nextTenant, [after]);
    if (!next) break;
    const { tenantId }: { tenantId: string } = next;
    after = tenantId;
    await failures.attempt(async () => {
      for (let done = 1; done > 0 && !signal.aborted; total += done) {
        done = await database.tenant(tenantId, batch);
      }
    });
  }
  failures.throwFirst();
  return total;
}

const unredactedPages = sql(
  'collector.unredacted_pages',
  `select shop_id, page_id, content from collector.raw_page
    where tenant_id = $1 and not redacted and ($3::uuid is null or (shop_id, page_id) > ($3, $4))
    order by shop_id, page_id limit $2 for update skip locked`,
);
const markRedacted = sql(
  'collector.mark_redacted',
  `update collector.raw_page set redacted = true
    where tenant_id = $1 and shop_id = $2 and page_id = $3`,
);
const rewritePage = sql(
  'collector.rewrite_page',
  `update collector.raw_page set redacted = true, content = $4
    where tenant_id = $1 and shop_id = $2 and page_id = $3`,
);
const deleteItems = sql(
  'collector.delete_page_items',
  `delete from collector.raw_item where tenant_id = $1 and shop_id = $2 and page_id = $3
   returning content_hash, partner_updated_at, position, with_items, entity, external_id`,
);

interface StoredItem {
  contentHash: string;
  partnerUpdatedAt: Date | null;
  position: number;
  withItems: boolean;
  entity: string;
  externalId: string;
}

const itemColumns: readonly Column<StoredItem>[] = [
  column.uuid('content_hash', (item) => item.contentHash),
  column.instant('partner_updated_at', (item) => item.partnerUpdatedAt),
  column.integer('position', (item) => item.position),
  column.boolean('with_items', (item) => item.withItems),
  column.text('entity', (item) => item.entity),
  column.text('external_id', (item) => item.externalId),
];
// Two versions that differed only in personal data become one.
const insertItems = sql(
  'collector.insert_page_items',
  `insert into collector.raw_item (tenant_id, shop_id, page_id, content_hash, partner_updated_at, position, with_items,
     entity, external_id)
   select $1, $2, $3, r.* from ${unnestColumns(itemColumns, 4)} on conflict do nothing`,
);

interface UnredactedPage {
  shopId: string;
  pageId: string;
  content: Buffer;
}

/**
 * Removes personal data from raw pages that were stored under older redaction rules, and rehashes their items. An
 * interrupted call continues with the remaining pages.
 * @returns the number of examined pages
 * @throws the first error of a damaged page or of a batch, after the other pages
 */
export async function redactStoredPages(database: Database, signal: AbortSignal): Promise<number> {
  const failures = new FailureCollector();
  let last: (UnredactedPage & { tenantId: string }) | null = null;
  const total = await runInBatches(database, signal, tenantsWithUnredacted, async (tx) => {
    // A damaged page stays what it is: the next batch begins after it.
    const after: UnredactedPage | null = last?.tenantId === tx.tenantId ? last : null;
    const values = [tx.tenantId, pagesInBatch, after?.shopId ?? null, after?.pageId ?? null];
    const pages = await tx.query<UnredactedPage>(unredactedPages, values);
    for (const page of pages) {
      const texts = await failures.attempt(() => unpackTexts(page));
      if (texts) await redactPage(tx, page, texts);
      last = { ...page, tenantId: tx.tenantId };
    }
    return pages.length;
  });
  failures.throwFirst();
  return total;
}

async function unpackTexts({ content }: UnredactedPage): Promise<Buffer[]> {
  return splitPayloads(await decompress(content));
}

async function redactPage(
  tx: TenantTransaction,
  page: UnredactedPage,
  texts: readonly Buffer[],
): Promise<void> {
  const key = [tx.tenantId, page.shopId, page.pageId];
  const redactedTexts = texts.map(redactPersons);
  if (redactedTexts.every((text, index) => text === texts[index])) {
    await tx.execute(markRedacted, key);
    return;
  }
  await tx.execute(rewritePage, [...key, await compressTexts(joinPayloads(redactedTexts))]);
  const items = await tx.query<StoredItem>(deleteItems, key);
  const rehashed = items.map((item) => {
    const end = item.position + (item.withItems ? 2 : 1);
    return {
      ...item,
      contentHash: hashPayload(joinPayloads(redactedTexts.slice(item.position, end))),
    };
  });
  await tx.execute(insertItems, [...key, ...encodeRows(itemColumns, rehashed)]);
}

const deletePages = sql(
  'collector.delete_old_pages',
  `with old as (
     select shop_id, page_id from collector.raw_page
      where tenant_id = $1 and fetched_at < $2 order by fetched_at limit $3 for update skip locked
   ), items as (
     delete from collector.raw_item i using old
      where i.tenant_id = $1 and i.shop_id = old.shop_id and i.page_id = old.page_id
   )
   delete from collector.raw_page p using old
    where p.tenant_id = $1 and p.shop_id = old.shop_id and p.page_id = old.page_id`,
);

/**
 * Deletes raw pages that were fetched before `before`, with their items. Reports do not change: they are computed from
 * canonical rows. An item that is fetched again is stored again.
 * @returns the number of deleted pages
 */
export function deleteOldPages(
  database: Database,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  return runInBatches(database, signal, tenantsWithPages, (tx) =>
    tx.execute(deletePages, [tx.tenantId, before, pagesInBatch]),
  );
}
