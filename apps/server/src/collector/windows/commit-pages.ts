import type { TenantTransaction } from '../../platform/database/database.ts';
import type { ApplyResult } from '../../reporting/index.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { storeRaw, packRaw, type RawBatch } from '../raw/raw-store.ts';
import { recordRejects, type PageItems } from '../raw/reject-store.ts';
import type { ApplyPages, FetchedPage, WindowSource } from './window-source.ts';

/** Pages that are committed in one transaction. */
export interface PageBatch {
  pages: readonly PageItems[];
  raw: RawBatch;
  apply: ApplyPages;
}

/** Does the work of a commit that needs no transaction. */
export async function packPages<Content>(
  source: WindowSource<Content>,
  pages: readonly FetchedPage<Content>[],
  fetchedAt: Date,
): Promise<PageBatch> {
  const items = pages.flatMap((page) => page.raw);
  const bookings = pages.flatMap((page) => page.bookings);
  const packing = packRaw(items, fetchedAt, bookings);
  const mappingVersion = Math.min(...pages.map((page) => page.mappingVersion));
  const contents = pages.map((page) => page.content);
  const apply = source.prepare(contents, { observedAt: fetchedAt, mappingVersion });
  return { pages, raw: await packing, apply };
}

/**
 * Writes raw items, canonical rows, facts, rollups and rejected items of pages. Only new items count toward the stream's
 * rows, so fetching one again does not change the progress.
 * @param afterApply writes more once the pages are applied; runs concurrently with the rest
 */
export async function commitPages(
  tx: TenantTransaction,
  next: LeasedStream,
  { pages, raw, apply }: PageBatch,
  afterApply?: (applied: ApplyResult) => Promise<unknown>,
): Promise<ApplyResult> {
  const applied = await apply(tx, next);
  await Promise.all([
    storeRaw(tx, next, raw, applied.isNews),
    recordRejects(tx, next, { pages, unusable: applied.unusable, now: raw.fetchedAt }),
    afterApply?.(applied),
  ]);
  next.rows += BigInt(applied.created);
  updateProgress(next);
  return applied;
}

/** Updates the progress (0 to 1) and the expected rows. The progress never decreases. */
export function updateProgress(next: LeasedStream): void {
  if (next.expectedRows === null) return;
  if (next.rows > next.expectedRows) next.expectedRows = next.rows;
  if (next.isEstimate && next.backfilledAt) {
    next.expectedRows = next.rows;
    next.isEstimate = false;
  }
  const share = next.expectedRows === 0n ? 1 : Number(next.rows) / Number(next.expectedRows);
  // 1 only after the last window is closed.
  const maxShare = next.backfilledAt ? 1 : 0.99;
  next.progress = Math.max(next.progress ?? 0, next.backfilledAt ? 1 : Math.min(maxShare, share));
}
