import type { ShopSyncRun, ShopSyncRunList, Stream } from '@seller-connect/contract';
import { readCountedPage } from '../../platform/database/counted-page.ts';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Language } from '../../platform/http/problem.ts';
import { problemMessage } from './problems.ts';

interface RunRow {
  runId: string;
  kind: ShopSyncRun['kind'];
  syncCount: number;
  runState: ShopSyncRun['state'];
  startedAt: Date;
  runFinishedAt: Date | null;
  stream: Stream;
  outcome: 'succeeded' | 'failed' | null;
  rowsRead: bigint | null;
  problem: string | null;
  endedAt: Date | null;
  total: number;
}

// Run ids are ordered by time.
const runsStatement = sql(
  'collector.shop_runs',
  `with of_shop as (
     select distinct run_id from collector.run_stream where tenant_id = $1 and shop_id = $2),
   wanted as (
     select run_id, (select count(*) from of_shop)::int as total
       from of_shop order by run_id desc limit $3 offset $4)
   select r.run_id, case r.kind when 'scheduled' then 'scheduled' else 'requested' end as kind, r.sync_count,
          r.state as run_state, r.started_at, r.finished_at as run_finished_at, s.stream, s.outcome, s.rows_read,
          s.problem, s.ended_at, w.total
     from wanted w
     join collector.run r on r.tenant_id = $1 and r.run_id = w.run_id
     join collector.run_stream s on s.tenant_id = $1 and s.run_id = w.run_id and s.shop_id = $2
    order by r.run_id desc, s.stream`,
);

/** Returns a page of a shop's runs, newest first. */
export async function readRuns(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  query: { shopId: string; page: number; pageSize: number; language: Language },
): Promise<ShopSyncRunList> {
  const { shopId, language } = query;
  const { rows, total } = await readCountedPage(
    (limit, offset) =>
      database.tenantRead<RunRow>(tenantId, runsStatement, [tenantId, shopId, limit, offset]),
    query,
  );
  const byRun = Map.groupBy(rows, (row) => row.runId);
  return {
    items: [...byRun.values()].map((streams) => describeRun(streams, language)),
    total,
  };
}

function describeRun(rows: readonly RunRow[], language: Language): ShopSyncRun {
  const [first] = rows;
  if (!first) throw new Error('A run without streams is not of this shop');
  const streams = rows.map((row) => describeStream(row, language));
  const state = statesBySeverity.find((each) => streams.some((stream) => stream.state === each));
  const ends = rows.map((row) => row.endedAt?.getTime() ?? 0);
  const finishedAt = ends.includes(0) ? first.runFinishedAt : new Date(Math.max(...ends));
  return {
    runId: first.runId,
    kind: first.kind,
    syncCount: first.syncCount,
    state: state ?? 'succeeded',
    startedAt: first.startedAt.toISOString(),
    finishedAt: state === 'running' ? null : (finishedAt?.toISOString() ?? null),
    streams,
  };
}

/** State of a run for a shop: the first of these that any of its streams has. */
const statesBySeverity = ['running', 'failed', 'succeeded'] as const;

function describeStream(row: RunRow, language: Language): ShopSyncRun['streams'][number] {
  return {
    stream: row.stream,
    state: row.outcome ?? (row.runState === 'running' ? 'running' : 'failed'),
    rows: row.rowsRead === null ? null : Number(row.rowsRead),
    problem:
      row.problem === null
        ? null
        : { code: row.problem, message: problemMessage(row.problem)[language] },
  };
}
