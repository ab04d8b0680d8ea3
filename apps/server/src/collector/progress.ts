import type {
  ShopProgress,
  Stream,
  StreamProgress,
  SyncedData,
  SyncState,
} from '@seller-connect/contract';
import { reauthorizationWords } from '../partners/index.ts';
import { sql, type Database } from '../platform/database.ts';
import type { Language } from '../platform/problem.ts';
import type { ShopCoverage } from '../reporting/index.ts';
import { wordsOf } from './problems.ts';
import type { LinkedShop } from './shop-gate.ts';

export interface StreamRow {
  shop_id: string;
  stream: Stream;
  state: Exclude<SyncState, 'late'>;
  next_run_at: Date | null;
  problem: string | null;
  problem_retry_at: Date | null;
  rows: bigint;
  expected_rows: bigint | null;
  progress: number | null;
  last_succeeded_at: Date | null;
  current_at: Date | null;
  planned_at: Date | null;
  first_order_at: Date | null;
  frontier: Date | null;
  backfilled_at: Date | null;
  /** The newest instant that an open window still covers. */
  open_to: Date | null;
}

const readStatement = sql(
  'collector.progress',
  `select s.shop_id, s.stream, s.state, s.next_run_at, s.problem, s.problem_retry_at, s.rows,
          s.expected_rows, s.progress, s.last_succeeded_at, s.current_at, s.planned_at,
          s.first_order_at, s.frontier, s.backfilled_at,
          (select max(w.to_at) from collector.time_window w
            where w.tenant_id = $1 and w.shop_id = s.shop_id and w.stream = s.stream
              and w.state = 'open') as open_to
     from collector.stream s where s.tenant_id = $1`,
);

const order: readonly Stream[] = ['shop', 'orders', 'products'];
/** What a shop as a whole is in, when its streams differ: the first of these that any is in. */
const gravest: readonly SyncState[] = [
  'needs_you',
  'paused',
  'late',
  'syncing',
  'waiting',
  'up_to_date',
];
/** A reading that has not succeeded for this long after it should have is late. */
const lateAfterMs = 15 * 60_000;
const usualPauseMs = { orders: 2 * 60_000, products: 3_600_000, shop: 6 * 3_600_000 } as const;

/** What has been read, per shop and stream, in the caller's language. */
export async function readProgress(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  shops: readonly LinkedShop[],
  language: Language,
  now: Date,
): Promise<SyncedData> {
  const rows = await database.tenantRead<StreamRow>(tenantId, readStatement, [tenantId]);
  const byShop = Map.groupBy(rows, (row) => row.shop_id);
  const linked = shops.filter((shop) => shop.status !== 'disconnected');
  return {
    synced:
      linked.length > 0 &&
      linked.every((shop) => {
        const known = byShop.get(shop.shopId) ?? [];
        return order.every((stream) =>
          known.some((row) => row.stream === stream && row.backfilled_at !== null),
        );
      }),
    hasData: rows.some((row) => row.stream === 'orders' && row.rows > 0n),
    shops: shops.map((shop): ShopProgress => {
      const known = new Map((byShop.get(shop.shopId) ?? []).map((row) => [row.stream, row]));
      const streams = order.map((stream) =>
        describeStream(stream, known.get(stream), shop, language, now),
      );
      return {
        shopId: shop.shopId,
        platform: shop.platform,
        name: shop.name,
        state: gravest.find((state) => streams.some((each) => each.state === state)) ?? 'waiting',
        streams,
      };
    }),
  };
}

/** One stream as the seller is shown it; pure. */
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
    expectedRows: row ? toNumber(row.expected_rows) : null,
    completeFrom: (row && completeFrom(row))?.toISOString() ?? null,
    lastSucceededAt: row?.last_succeeded_at?.toISOString() ?? null,
    nextRunAt: row?.next_run_at?.toISOString() ?? null,
    problem: problemOf(row, shop, language),
  };
}

/** Why nothing is read any more is known best by who holds the consent. */
function problemOf(
  row: StreamRow | undefined,
  shop: LinkedShop,
  language: Language,
): StreamProgress['problem'] {
  if (shop.status === 'needs_reauthorization') {
    const words = reauthorizationWords[shop.reason ?? 'refused'];
    return { code: 'partner_needs_reauthorization', message: words[language], retryAt: null };
  }
  if (!row?.problem) return null;
  return {
    code: row.problem,
    message: wordsOf(row.problem)[language],
    retryAt: row.problem_retry_at?.toISOString() ?? null,
  };
}

function stateOf(row: StreamRow | undefined, shop: LinkedShop, now: Date): SyncState {
  if (shop.status === 'disconnected') return 'paused';
  if (shop.status === 'needs_reauthorization') return 'needs_you';
  if (!row) return 'waiting';
  const since = row.next_run_at ?? now;
  const overdue =
    now.getTime() - Math.min(since.getTime(), row.problem ? failingSince(row) : Infinity);
  if (row.state === 'up_to_date' && overdue > lateAfterMs) return 'late';
  return row.state;
}

/** A stream that fails is postponed again and again: it is late from when it should have succeeded next. */
function failingSince(row: StreamRow): number {
  if (row.last_succeeded_at === null) return row.next_run_at?.getTime() ?? Infinity;
  return row.last_succeeded_at.getTime() + usualPauseMs[row.stream];
}

/** The oldest instant from which on everything is in. */
function completeFrom(row: StreamRow): Date | null {
  if (row.stream !== 'orders') return null;
  if (row.current_at === null) return null;
  if (row.open_to) return row.open_to;
  return row.backfilled_at ? (row.first_order_at ?? row.planned_at) : row.frontier;
}

const openStatement = sql(
  'collector.open_windows',
  `select shop_id, from_at, to_at from collector.time_window
    where tenant_id = $1 and stream = 'orders' and state = 'open'`,
);

const beginning = new Date(0);

/** Which stretches of each shop's orders are not read yet: for reports, which must say what they lack. */
export async function readCoverage(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  now: Date,
): Promise<ShopCoverage[]> {
  const [rows, windows] = await Promise.all([
    database.tenantRead<StreamRow>(tenantId, readStatement, [tenantId]),
    database.tenantRead<{ shop_id: string; from_at: Date; to_at: Date }>(tenantId, openStatement, [
      tenantId,
    ]),
  ]);
  return rows
    .filter((row) => row.stream === 'orders')
    .map((row) => {
      const open = windows
        .filter((window) => window.shop_id === row.shop_id)
        .map((window) => ({ from: window.from_at, to: window.to_at }));
      if (!row.planned_at) open.push({ from: beginning, to: now });
      else if (!row.backfilled_at && row.first_order_at && row.frontier) {
        open.push({ from: row.first_order_at, to: row.frontier });
      }
      return { shopId: row.shop_id, asOf: row.current_at, open };
    });
}

function toNumber(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
