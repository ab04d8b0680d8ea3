import type {
  ShopProgress,
  Stream,
  StreamProgress,
  SyncStatus,
  SyncState,
} from '@seller-connect/contract';
import { reauthorizationMessages } from '../../partners/index.ts';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Language } from '../../platform/http/problem.ts';
import { isLive, syncIntervalOf } from '../leases/sync-interval.ts';
import { unreadableRowsMessage, problemMessage } from './problems.ts';
import type { LinkedShop } from '../leases/stream-lease.ts';
import { isMoneyStream, streamsOf, defaultSyncIntervalMs } from '../planning/platform-streams.ts';

export interface StreamRow {
  shopId: string;
  stream: Stream;
  state: Exclude<SyncState, 'late'>;
  nextRunAt: Date | null;
  problem: string | null;
  problemRetryAt: Date | null;
  rows: bigint;
  expectedRows: bigint | null;
  isEstimate: boolean;
  progress: number | null;
  lastSucceededAt: Date | null;
  currentAt: Date | null;
  plannedAt: Date | null;
  firstOrderAt: Date | null;
  frontier: Date | null;
  backfilledAt: Date | null;
  hintedAt: Date | null;
  quiet: number;
  /** The latest end of an open window. */
  openTo: Date | null;
  /** Number of rejected items, and up to three of their ids. */
  unreadable: number;
  unreadableIds: string[] | null;
}

const readStatement = sql(
  'collector.progress',
  `select s.shop_id, s.stream, s.state, s.next_run_at, s.problem, s.problem_retry_at, s.rows,
          s.expected_rows, s.is_estimate, s.progress, s.last_succeeded_at, s.current_at, s.planned_at,
          s.first_order_at, s.frontier, s.backfilled_at, s.hinted_at, s.quiet,
          (select max(w.to_at) from collector.time_window w
            where w.tenant_id = $1 and w.shop_id = s.shop_id and w.stream = s.stream
              and w.state = 'open') as open_to,
          r.unreadable, r.unreadable_ids
     from collector.stream s
    cross join lateral (
      select count(*)::integer as unreadable, (array_agg(external_id order by external_id))[1:3] as unreadable_ids
        from collector.reject where tenant_id = $1 and shop_id = s.shop_id and stream = s.stream) r
    where s.tenant_id = $1`,
);

/** State of a shop: the first of these that any of its streams has. */
const statesBySeverity: readonly SyncState[] = [
  'needs_you',
  'paused',
  'late',
  'syncing',
  'waiting',
  'up_to_date',
];
/** A stream is late if it has not succeeded for this long after it was due. */
const lateAfterMs = 15 * 60_000;

/** Returns the sync progress by shop and stream. */
export async function readProgress(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  shops: readonly LinkedShop[],
  language: Language,
  now: Date,
): Promise<SyncStatus> {
  const rows = await database.tenantRead<StreamRow>(tenantId, readStatement, [tenantId]);
  const byShop = Map.groupBy(rows, (row) => row.shopId);
  const linked = shops.filter((shop) => shop.status !== 'disconnected');
  return {
    synced:
      linked.length > 0 &&
      linked.every((shop) => {
        const known = byShop.get(shop.shopId) ?? [];
        return streamsOf(shop.platform).every(
          (stream) =>
            isMoneyStream(stream) ||
            known.some((row) => row.stream === stream && row.backfilledAt !== null),
        );
      }),
    hasData: rows.some((row) => isMainStream(row) && row.rows > 0n),
    shops: shops.map((shop): ShopProgress => {
      const known = new Map((byShop.get(shop.shopId) ?? []).map((row) => [row.stream, row]));
      const streams = streamsOf(shop.platform).map((stream) =>
        describeStream(stream, known.get(stream), shop, language, now),
      );
      return {
        shopId: shop.shopId,
        platform: shop.platform,
        name: shop.name,
        state: stateOfShop(streams),
        streams,
      };
    }),
  };
}

/** Ignores money streams that are still waiting or syncing; their problems count. */
function stateOfShop(streams: readonly StreamProgress[]): SyncState {
  const deciding = streams.filter(
    ({ stream, state }) => !(isMoneyStream(stream) && (state === 'syncing' || state === 'waiting')),
  );
  return (
    statesBySeverity.find((state) => deciding.some((each) => each.state === state)) ?? 'waiting'
  );
}

/** Returns the progress of one stream as the seller sees it. Pure. */
export function describeStream(
  stream: Stream,
  row: StreamRow | undefined,
  shop: LinkedShop,
  language: Language,
  now: Date,
): StreamProgress {
  return {
    stream,
    state: stateOf(row, shop, now),
    progress: row?.progress ?? null,
    rows: Number(row?.rows ?? 0n),
    expectedRows: row ? toNumber(row.expectedRows) : null,
    isEstimate: row?.isEstimate ?? false,
    completeFrom: (row && completeFrom(row))?.toISOString() ?? null,
    lastSucceededAt: row?.lastSucceededAt?.toISOString() ?? null,
    nextRunAt: row?.nextRunAt?.toISOString() ?? null,
    ...(stream === 'orders' && row?.backfilledAt && { updates: updatesOf(row, now) }),
    problem: problemOf(row, shop, language),
  };
}

function updatesOf(row: StreamRow, now: Date): NonNullable<StreamProgress['updates']> {
  return {
    live: isLive(row, now),
    everyMinutes: Math.max(1, Math.round(syncIntervalAfter(row, now) / 60_000)),
    hintedAt: row.hintedAt?.toISOString() ?? null,
  };
}

function syncIntervalAfter(row: StreamRow, now: Date): number {
  return syncIntervalOf(row, defaultSyncIntervalMs.orders, now);
}

/** The state of the consent has precedence over the problem of the stream, and that over rejected items. */
function problemOf(
  row: StreamRow | undefined,
  shop: LinkedShop,
  language: Language,
): StreamProgress['problem'] {
  if (shop.status === 'needs_reauthorization') {
    const message = reauthorizationMessages[shop.reason ?? 'refused'];
    return { code: 'partner_needs_reauthorization', message: message[language], retryAt: null };
  }
  if (!row) return null;
  if (!row.problem) {
    if (row.unreadable === 0) return null;
    const message = unreadableRowsMessage(row.unreadable, row.unreadableIds ?? []);
    return { code: 'unreadable_rows', message: message[language], retryAt: null };
  }
  return {
    code: row.problem,
    message: problemMessage(row.problem)[language],
    retryAt: row.problemRetryAt?.toISOString() ?? null,
  };
}

function stateOf(row: StreamRow | undefined, shop: LinkedShop, now: Date): SyncState {
  if (shop.status === 'disconnected') return 'paused';
  if (shop.status === 'needs_reauthorization') return 'needs_you';
  if (!row) return 'waiting';
  const since = row.nextRunAt ?? now;
  const overdue =
    now.getTime() - Math.min(since.getTime(), row.problem ? failingSince(row, now) : Infinity);
  if (row.state === 'up_to_date' && overdue > lateAfterMs) return 'late';
  return row.state;
}

/** A failing stream is postponed again and again, so it is overdue from the time its next success was due. */
function failingSince(row: StreamRow, now: Date): number {
  if (row.lastSucceededAt === null) return row.nextRunAt?.getTime() ?? Infinity;
  return row.lastSucceededAt.getTime() + syncIntervalAfter(row, now);
}

/** Returns the oldest instant from which on everything is synced; null for streams without windows. */
function completeFrom(row: StreamRow): Date | null {
  if (row.stream === 'shop' || row.stream === 'products' || row.stream === 'ads') return null;
  if (row.currentAt === null) return null;
  if (row.openTo) return row.openTo;
  return row.backfilledAt ? (row.firstOrderAt ?? row.plannedAt) : row.frontier;
}

/** Whether a row is the stream of a shop's orders or of an ad account's days. */
function isMainStream({ stream }: StreamRow): boolean {
  return stream === 'orders' || stream === 'insights';
}

function toNumber(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
