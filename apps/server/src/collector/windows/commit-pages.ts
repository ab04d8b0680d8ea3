import type { TenantTransaction } from '../../platform/database/database.ts';
import type { ApplyResult, FetchMeta } from '../../reporting/index.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { storeRaw, packRaw, type RawBatch } from '../raw/raw-store.ts';
import { recordRejects, type PageItems } from '../raw/reject-store.ts';
import { createPageBatcher, type PageBatcher, type WindowPages } from './page-batcher.ts';
import type { FetchedPage, WindowSource } from './sync-window.ts';
import { updateWindow, type OpenWindow } from './window-store.ts';

/** Pages that are committed in one transaction. */
interface PageBatch {
  pages: readonly PageItems[];
  raw: RawBatch;
  source: WindowSource<unknown>;
  /** What `source` prepared of the pages. */
  prepared: unknown;
  meta: FetchMeta;
}

/**
 * Creates the batcher of the windows of one stream: it packs the pages of `add`, then commits them. All of them belong
 * to one pass.
 */
export function createWindowBatcher<Content>(
  lease: StreamLease,
  source: WindowSource<Content>,
): PageBatcher<FetchedPage<Content>> {
  const passStartedAt = lease.now();
  return createPageBatcher({
    pagesPerCommit: source.pagesPerCommit,
    maxPendingPages: source.maxPendingPages,
    countRows: (page) => page.rows,
    prepare: (parts) => {
      const pages = parts.flatMap(({ window, pages: some }) =>
        some.map((page) => ({ ...page, window })),
      );
      return packPages(source, pages, lease.now(), passStartedAt);
    },
    store: async (parts, batch) => {
      const { windows } = await lease.commit((tx, next) => commitPages(tx, next, batch, parts));
      return windows;
    },
  });
}

/** Does the work of a commit that needs no transaction. */
export async function packPages<Content>(
  source: WindowSource<Content>,
  pages: readonly FetchedPage<Content>[],
  fetchedAt: Date,
  passStartedAt = fetchedAt,
): Promise<PageBatch> {
  const items = pages.flatMap((page) => page.raw);
  const bookings = pages.flatMap((page) => page.bookings);
  const mappingVersion = Math.min(...pages.map((page) => page.mappingVersion));
  const contents = pages.map((page) => page.content);
  const meta = { observedAt: fetchedAt, mappingVersion, passStartedAt };
  const [raw, prepared] = await Promise.all([
    packRaw(items, fetchedAt, bookings),
    source.prepare(contents, meta),
  ]);
  return { pages, raw, source, prepared, meta };
}

/**
 * Writes raw items, canonical rows, facts, rollups and rejected items of pages. Only new items count toward the stream's
 * rows, so fetching one again does not change the progress.
 * @param parts the windows that the pages belong to; none for pages of changes or hints
 * @returns what was applied, and the advanced windows in the order of `parts`
 */
export async function commitPages(
  tx: TenantTransaction,
  next: LeasedStream,
  { pages, raw, source, prepared, meta }: PageBatch,
  parts: readonly WindowPages<FetchedPage<unknown>>[] = [],
): Promise<ApplyResult & { windows: readonly OpenWindow[] }> {
  const applied = await source.apply(tx, next, prepared, meta);
  const changed = new Set(applied.changed);
  const rejectedIds = new Set(applied.unusable.map(({ id }) => id));
  const windows = parts.map((part) => advanceWindow(part.window, part.pages, changed));
  await Promise.all([
    storeRaw(tx, next, raw, applied.isNews, rejectedIds),
    recordRejects(tx, next, { pages, unusable: applied.unusable, now: raw.fetchedAt }),
    ...windows.map((window) => updateWindow(tx, next, window)),
  ]);
  next.rows += BigInt(applied.created);
  updateProgress(next);
  return { ...applied, windows };
}

/**
 * `itemsSeen` counts this pass. `expected` is the partner's total or, if it has no count, the number of items that are new
 * in this pass.
 */
function advanceWindow(
  window: OpenWindow,
  pages: readonly FetchedPage<unknown>[],
  changed: ReadonlySet<string>,
): OpenWindow {
  const isPassStart = window.checkpoint === null;
  const before = isPassStart ? 0n : (window.expected ?? 0n);
  const last = pages.at(-1);
  const total = last?.total ?? null;
  const itemCount = pages.reduce((sum, page) => sum + page.ids.length + page.rejects.length, 0);
  const newItems = pages.flatMap((page) => page.ids).filter((id) => changed.has(id)).length;
  return {
    ...window,
    itemsSeen: (isPassStart ? 0n : window.itemsSeen) + BigInt(itemCount),
    expected: total === null ? before + BigInt(newItems) : BigInt(total),
    checkpoint: last?.next ?? null,
  };
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
