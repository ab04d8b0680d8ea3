import { sql, type Sql } from '../../platform/database/database.ts';
import type { TimeRange } from '../planning/window-plan.ts';
import { keyParameters, type LeasedStream, type StreamKey } from '../leases/stream-store.ts';

/** A window by time of placing that is being read. */
export interface OpenWindow extends TimeRange {
  passes: number;
  pages: number;
  itemsSeen: bigint;
  expected: bigint | null;
  checkpoint: string | null;
}

const openWindowStatement = sql(
  'collector.open_window',
  `insert into collector.time_window
     (tenant_id, shop_id, stream, field, from_at, to_at, state, opened_at)
   values ($1, $2, $3, 'created', $4, $5, 'open', $6)
   on conflict do nothing`,
);

export async function openWindow(
  tx: Sql,
  key: StreamKey,
  range: TimeRange,
  now: Date,
): Promise<void> {
  await tx.execute(openWindowStatement, [...keyParameters(key), range.from, range.to, now]);
}

/** A window of which nothing has been read. */
export function createOpenWindow({ from, to }: TimeRange): OpenWindow {
  return { from, to, passes: 0, pages: 0, itemsSeen: 0n, expected: null, checkpoint: null };
}

const openWindowsStatement = sql(
  'collector.open_windows_of',
  `select from_at, to_at, passes, pages, items_seen, expected, checkpoint
     from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and state = 'open'
    order by to_at desc limit $4`,
);

/** The newest windows that are still open. */
export async function readOpenWindows(
  tx: Sql,
  key: StreamKey,
  maxWindows: number,
): Promise<OpenWindow[]> {
  const rows = await tx.query<{
    from_at: Date;
    to_at: Date;
    passes: number;
    pages: number;
    items_seen: bigint;
    expected: bigint | null;
    checkpoint: string | null;
  }>(openWindowsStatement, [...keyParameters(key), maxWindows]);
  return rows.map((row) => ({
    from: row.from_at,
    to: row.to_at,
    passes: row.passes,
    pages: row.pages,
    itemsSeen: row.items_seen,
    expected: row.expected,
    checkpoint: row.checkpoint,
  }));
}

/**
 * Windows to read beside those that were taken: open ones, the newest first, and then new ones before the frontier.
 * @param options.taken by their ends
 * @param options.maxWindows how many to take
 * @param options.before the window before the frontier; null when everything has one
 */
export async function selectWindows(
  tx: Sql,
  next: LeasedStream,
  options: {
    open: readonly OpenWindow[];
    taken: ReadonlyMap<number, unknown>;
    maxWindows: number;
    before: () => TimeRange | null;
    now: Date;
  },
): Promise<OpenWindow[]> {
  const { open, taken: inFlight, maxWindows, before: previousRange, now } = options;
  const selected = open.filter((window) => !inFlight.has(window.to.getTime())).slice(0, maxWindows);
  while (selected.length < maxWindows) {
    const range = previousRange();
    if (range === null) break;
    next.frontier = range.from;
    await openWindow(tx, next, range, now);
    selected.push(createOpenWindow(range));
  }
  return selected;
}

const updateStatement = sql(
  'collector.move_window',
  `update collector.time_window
      set passes = $6, pages = $7, items_seen = $8, expected = $9, checkpoint = $10
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and from_at = $4
      and to_at = $5`,
);

export async function updateWindow(tx: Sql, key: StreamKey, window: OpenWindow): Promise<void> {
  await tx.execute(updateStatement, [
    ...keyParameters(key),
    window.from,
    window.to,
    window.passes,
    window.pages,
    window.itemsSeen,
    window.expected,
    window.checkpoint,
  ]);
}

const deleteStatement = sql(
  'collector.drop_window',
  `delete from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and from_at = $4
      and to_at = $5`,
);

/** A window that was cut: its parts take its place. */
export async function deleteWindow(tx: Sql, key: StreamKey, range: TimeRange): Promise<void> {
  await tx.execute(deleteStatement, [...keyParameters(key), range.from, range.to]);
}

/** What closes a window: the partner's count at its end and ours. */
export interface WindowProof {
  recounted: bigint;
  stored: bigint;
  proven: boolean;
  /** When a window whose counts never agreed is read again. */
  rereadAt: Date | null;
  now: Date;
}

const closeStatement = sql(
  'collector.close_window',
  `update collector.time_window
      set state = 'closed', recounted = $6, stored = $7, proven = $8, reread_at = $9, closed_at = $10,
          checkpoint = null
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and from_at = $4
      and to_at = $5`,
);

export async function closeWindow(
  tx: Sql,
  key: StreamKey,
  range: TimeRange,
  proof: WindowProof,
): Promise<void> {
  await tx.execute(closeStatement, [
    ...keyParameters(key),
    range.from,
    range.to,
    proof.recounted,
    proof.stored,
    proof.proven,
    proof.rereadAt,
    proof.now,
  ]);
}

const reopenUnprovenStatement = sql(
  'collector.reopen_windows',
  `update collector.time_window
      set state = 'open', passes = 0, checkpoint = null, reread_at = null
    where tenant_id = $1 and shop_id = $2 and stream = $3 and state = 'closed' and not proven
      and reread_at <= $4`,
);

const reopenRangeStatement = sql(
  'collector.reopen_span',
  `insert into collector.time_window as known
     (tenant_id, shop_id, stream, field, from_at, to_at, state, opened_at)
   values ($1, $2, $3, 'created', $4, $5, 'open', $6)
   on conflict (tenant_id, shop_id, stream, field, from_at, to_at) do update set
     state = 'open', passes = 0, checkpoint = null, reread_at = null
   where known.state = 'closed'`,
);

/** Has a span read again, whichever windows it was read in. */
export async function reopenRange(
  tx: Sql,
  key: StreamKey,
  range: TimeRange,
  now: Date,
): Promise<void> {
  await tx.execute(reopenRangeStatement, [...keyParameters(key), range.from, range.to, now]);
}

/** Windows whose counts did not agree are read again after a while. */
export async function reopenUnproven(tx: Sql, key: StreamKey, now: Date): Promise<number> {
  return tx.execute(reopenUnprovenStatement, [...keyParameters(key), now]);
}

const recordChangesStatement = sql(
  'collector.record_changes',
  `insert into collector.time_window
     (tenant_id, shop_id, stream, field, from_at, to_at, state, passes, pages, items_seen, expected,
      stored, proven, opened_at, closed_at)
   values ($1, $2, $3, 'updated', $4, $5, 'closed', $6, $7, $8, $9, $10, true, $11, $11)
   on conflict do nothing`,
);
const purgeChangesStatement = sql(
  'collector.purge_changes',
  `delete from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'updated' and to_at < $4`,
);

/** Notes a completed reading of changes; those of more than two days ago are forgotten. */
export async function recordChanges(
  tx: Sql,
  key: StreamKey,
  synced: TimeRange & {
    passes: number;
    pages: number;
    seen: number;
    expected: number;
    distinct: number;
  },
  now: Date,
): Promise<void> {
  await tx.execute(recordChangesStatement, [
    ...keyParameters(key),
    synced.from,
    synced.to,
    synced.passes,
    synced.pages,
    synced.seen,
    synced.expected,
    synced.distinct,
    now,
  ]);
  await tx.execute(purgeChangesStatement, [
    ...keyParameters(key),
    new Date(now.getTime() - 2 * 86_400_000),
  ]);
}
