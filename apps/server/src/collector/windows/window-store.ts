import { sql, type Sql } from '../../platform/database/database.ts';
import type { TimeRange } from '../planning/window-plan.ts';
import { keyParameters, type StreamKey } from '../leases/stream-store.ts';

/**
 * A window by creation time whose state is `open`. States and transitions of `collector.time_window`:
 *
 * | from             | to               | when                                                             |
 * | ---------------- | ---------------- | ---------------------------------------------------------------- |
 * | none             | open             | `openWindow`, `reopenRange`                                      |
 * | open             | deleted          | `deleteWindow`: split into smaller windows                       |
 * | open             | closed, proven   | `closeWindow`: the proof holds                                   |
 * | open             | closed, unproven | `closeWindow`: no proof; sets `reread_at`                        |
 * | closed, unproven | open             | `reopenUnproven`: `reread_at` has passed                         |
 * | closed           | open             | `reopenRange`: a recount found more orders in exactly this range |
 *
 * A window of changes (`field` is `updated`) is recorded when it was fetched, proven or not, and again after each later
 * attempt to prove it. `recordChanges` deletes it after two days.
 */
export interface OpenWindow extends TimeRange {
  passes: number;
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
): Promise<OpenWindow> {
  await tx.execute(openWindowStatement, [...keyParameters(key), range.from, range.to, now]);
  return createOpenWindow(range);
}

/** Returns a new window without fetched pages. */
export function createOpenWindow({ from, to }: TimeRange): OpenWindow {
  return { from, to, passes: 0, itemsSeen: 0n, expected: null, checkpoint: null };
}

const openWindowsStatement = sql(
  'collector.open_windows_of',
  `select from_at as from, to_at as to, passes, items_seen, expected, checkpoint
     from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and state = 'open'
    order by to_at desc limit $4`,
);

/** Returns open windows, newest first. */
export async function readOpenWindows(
  tx: Sql,
  key: StreamKey,
  maxWindows: number,
): Promise<OpenWindow[]> {
  return tx.query<OpenWindow>(openWindowsStatement, [...keyParameters(key), maxWindows]);
}

const updateStatement = sql(
  'collector.update_window',
  `update collector.time_window
      set passes = $6, items_seen = $7, expected = $8, checkpoint = $9
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and from_at = $4
      and to_at = $5`,
);

export async function updateWindow(tx: Sql, key: StreamKey, window: OpenWindow): Promise<void> {
  await tx.execute(updateStatement, [
    ...keyParameters(key),
    window.from,
    window.to,
    window.passes,
    window.itemsSeen,
    window.expected,
    window.checkpoint,
  ]);
}

const deleteStatement = sql(
  'collector.delete_window',
  `delete from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and from_at = $4
      and to_at = $5`,
);

/** Deletes a window that was split; its parts replace it. */
export async function deleteWindow(tx: Sql, key: StreamKey, range: TimeRange): Promise<void> {
  await tx.execute(deleteStatement, [...keyParameters(key), range.from, range.to]);
}

/** The result of proving a window: the partner's count and ours. */
interface WindowProof {
  recounted: bigint;
  stored: bigint;
  isProven: boolean;
  /** When an unproven window is fetched again. */
  rereadAt: Date | null;
  now: Date;
}

const closeStatement = sql(
  'collector.close_window',
  `update collector.time_window
      set state = 'closed', recounted = $6, stored = $7, is_proven = $8, reread_at = $9, closed_at = $10,
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
    proof.isProven,
    proof.rereadAt,
    proof.now,
  ]);
}

const reopenUnprovenStatement = sql(
  'collector.reopen_unproven',
  `update collector.time_window
      set state = 'open', passes = 0, checkpoint = null, reread_at = null
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and state = 'closed'
      and not is_proven and reread_at <= $4`,
);

const reopenRangeStatement = sql(
  'collector.reopen_range',
  `insert into collector.time_window as known
     (tenant_id, shop_id, stream, field, from_at, to_at, state, opened_at)
   values ($1, $2, $3, 'created', $4, $5, 'open', $6)
   on conflict (tenant_id, shop_id, stream, field, from_at, to_at) do update set
     state = 'open', passes = 0, checkpoint = null, reread_at = null
   where known.state = 'closed'`,
);

/** Opens a window for a range that must be fetched again, whichever windows covered it before. */
export async function reopenRange(
  tx: Sql,
  key: StreamKey,
  range: TimeRange,
  now: Date,
): Promise<void> {
  await tx.execute(reopenRangeStatement, [...keyParameters(key), range.from, range.to, now]);
}

/** Reopens unproven windows whose `reread_at` has passed. Returns how many. */
export async function reopenUnproven(tx: Sql, key: StreamKey, now: Date): Promise<number> {
  return tx.execute(reopenUnprovenStatement, [...keyParameters(key), now]);
}

const recordChangesStatement = sql(
  'collector.record_changes',
  `insert into collector.time_window
     (tenant_id, shop_id, stream, field, from_at, to_at, state, expected, stored, is_proven, reread_at,
      opened_at, closed_at)
   values ($1, $2, $3, 'updated', $4, $5, 'closed', $6, $7, $8, $9, $10, $10)
   on conflict (tenant_id, shop_id, stream, field, from_at, to_at) do update set
     expected = excluded.expected, stored = excluded.stored, is_proven = excluded.is_proven,
     reread_at = excluded.reread_at, closed_at = excluded.closed_at`,
);
const purgeChangesStatement = sql(
  'collector.purge_changes',
  `delete from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'updated' and to_at < $4`,
);

/** A window of changes, and what was fetched of it. */
interface ChangesWindow extends TimeRange {
  seen: number;
  total: number | null;
  isProven: boolean;
  /** When an unproven window is fetched again; null for never. */
  rereadAt: Date | null;
}

/** Records a sync of changes, and deletes records older than two days: by then, finished days were recounted. */
export async function recordChanges(
  tx: Sql,
  key: StreamKey,
  synced: ChangesWindow,
  now: Date,
): Promise<void> {
  await tx.execute(recordChangesStatement, [
    ...keyParameters(key),
    synced.from,
    synced.to,
    synced.total ?? synced.seen,
    synced.seen,
    synced.isProven,
    synced.rereadAt,
    now,
  ]);
  await tx.execute(purgeChangesStatement, [
    ...keyParameters(key),
    new Date(now.getTime() - 2 * 86_400_000),
  ]);
}

const unprovenChangesStatement = sql(
  'collector.unproven_changes',
  `select from_at, to_at from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'updated' and not is_proven
      and reread_at <= $4
    order by from_at`,
);

/** Returns the unproven windows of changes whose `rereadAt` has passed. */
export async function readUnprovenChanges(
  tx: Sql,
  key: StreamKey,
  now: Date,
): Promise<TimeRange[]> {
  const rows = await tx.query<{ fromAt: Date; toAt: Date }>(unprovenChangesStatement, [
    ...keyParameters(key),
    now,
  ]);
  return rows.map((row) => ({ from: row.fromAt, to: row.toAt }));
}
