import { sql, type Sql } from '../../platform/database/database.ts';
import type { Span } from '../planning/window-plan.ts';
import { keyOf, type HeldStream, type StreamKey } from '../leases/stream-store.ts';

/** A window by time of placing that is being read. */
export interface OpenWindow extends Span {
  passes: number;
  pages: number;
  itemsSeen: bigint;
  expected: bigint | null;
  checkpoint: string | null;
}

const openStatement = sql(
  'collector.open_window',
  `insert into collector.time_window
     (tenant_id, shop_id, stream, field, from_at, to_at, state, opened_at)
   values ($1, $2, $3, 'created', $4, $5, 'open', $6)
   on conflict do nothing`,
);

export async function openWindow(tx: Sql, key: StreamKey, span: Span, now: Date): Promise<void> {
  await tx.execute(openStatement, [...keyOf(key), span.from, span.to, now]);
}

/** A window of which nothing has been read. */
export function newlyOpened({ from, to }: Span): OpenWindow {
  return { from, to, passes: 0, pages: 0, itemsSeen: 0n, expected: null, checkpoint: null };
}

const openOnesStatement = sql(
  'collector.open_windows_of',
  `select from_at, to_at, passes, pages, items_seen, expected, checkpoint
     from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and state = 'open'
    order by to_at desc limit $4`,
);

/** The newest windows that are still open. */
export async function openWindows(tx: Sql, key: StreamKey, most: number): Promise<OpenWindow[]> {
  const rows = await tx.query<{
    from_at: Date;
    to_at: Date;
    passes: number;
    pages: number;
    items_seen: bigint;
    expected: bigint | null;
    checkpoint: string | null;
  }>(openOnesStatement, [...keyOf(key), most]);
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
 * @param options.most how many to take
 * @param options.before the window before the frontier; null when everything has one
 */
export async function takeWindows(
  tx: Sql,
  next: HeldStream,
  options: {
    open: readonly OpenWindow[];
    taken: ReadonlyMap<number, unknown>;
    most: number;
    before: () => Span | null;
    now: Date;
  },
): Promise<OpenWindow[]> {
  const { open, taken, most, before, now } = options;
  const further = open.filter((window) => !taken.has(window.to.getTime())).slice(0, most);
  while (further.length < most) {
    const span = before();
    if (span === null) break;
    next.frontier = span.from;
    await openWindow(tx, next, span, now);
    further.push(newlyOpened(span));
  }
  return further;
}

const moveStatement = sql(
  'collector.move_window',
  `update collector.time_window
      set passes = $6, pages = $7, items_seen = $8, expected = $9, checkpoint = $10
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and from_at = $4
      and to_at = $5`,
);

export async function moveWindow(tx: Sql, key: StreamKey, window: OpenWindow): Promise<void> {
  await tx.execute(moveStatement, [
    ...keyOf(key),
    window.from,
    window.to,
    window.passes,
    window.pages,
    window.itemsSeen,
    window.expected,
    window.checkpoint,
  ]);
}

const dropStatement = sql(
  'collector.drop_window',
  `delete from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and from_at = $4
      and to_at = $5`,
);

/** A window that was cut: its parts take its place. */
export async function dropWindow(tx: Sql, key: StreamKey, span: Span): Promise<void> {
  await tx.execute(dropStatement, [...keyOf(key), span.from, span.to]);
}

/** What closes a window: the partner's count at its end and ours. */
export interface Proof {
  recounted: bigint;
  held: bigint;
  proven: boolean;
  /** When a window whose counts never agreed is read again. */
  rereadAt: Date | null;
  now: Date;
}

const closeStatement = sql(
  'collector.close_window',
  `update collector.time_window
      set state = 'closed', recounted = $6, held = $7, proven = $8, reread_at = $9, closed_at = $10,
          checkpoint = null
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'created' and from_at = $4
      and to_at = $5`,
);

export async function closeWindow(
  tx: Sql,
  key: StreamKey,
  span: Span,
  proof: Proof,
): Promise<void> {
  await tx.execute(closeStatement, [
    ...keyOf(key),
    span.from,
    span.to,
    proof.recounted,
    proof.held,
    proof.proven,
    proof.rereadAt,
    proof.now,
  ]);
}

const reopenStatement = sql(
  'collector.reopen_windows',
  `update collector.time_window
      set state = 'open', passes = 0, checkpoint = null, reread_at = null
    where tenant_id = $1 and shop_id = $2 and stream = $3 and state = 'closed' and not proven
      and reread_at <= $4`,
);

const reopenSpanStatement = sql(
  'collector.reopen_span',
  `insert into collector.time_window as known
     (tenant_id, shop_id, stream, field, from_at, to_at, state, opened_at)
   values ($1, $2, $3, 'created', $4, $5, 'open', $6)
   on conflict (tenant_id, shop_id, stream, field, from_at, to_at) do update set
     state = 'open', passes = 0, checkpoint = null, reread_at = null
   where known.state = 'closed'`,
);

/** Has a span read again, whichever windows it was read in. */
export async function reopenSpan(tx: Sql, key: StreamKey, span: Span, now: Date): Promise<void> {
  await tx.execute(reopenSpanStatement, [...keyOf(key), span.from, span.to, now]);
}

/** Windows whose counts did not agree are read again after a while. */
export async function reopenDoubtful(tx: Sql, key: StreamKey, now: Date): Promise<number> {
  return tx.execute(reopenStatement, [...keyOf(key), now]);
}

const changesStatement = sql(
  'collector.note_changes',
  `insert into collector.time_window
     (tenant_id, shop_id, stream, field, from_at, to_at, state, passes, pages, items_seen, expected,
      held, proven, opened_at, closed_at)
   values ($1, $2, $3, 'updated', $4, $5, 'closed', $6, $7, $8, $9, $10, true, $11, $11)
   on conflict do nothing`,
);
const forgetStatement = sql(
  'collector.forget_changes',
  `delete from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'updated' and to_at < $4`,
);

/** Notes a completed reading of changes; those of more than two days ago are forgotten. */
export async function noteChanges(
  tx: Sql,
  key: StreamKey,
  read: Span & { passes: number; pages: number; seen: number; expected: number; distinct: number },
  now: Date,
): Promise<void> {
  await tx.execute(changesStatement, [
    ...keyOf(key),
    read.from,
    read.to,
    read.passes,
    read.pages,
    read.seen,
    read.expected,
    read.distinct,
    now,
  ]);
  await tx.execute(forgetStatement, [...keyOf(key), new Date(now.getTime() - 2 * 86_400_000)]);
}
