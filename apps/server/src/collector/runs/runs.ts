import type { CollectionRun } from '@seller-connect/contract';
import { sql, type Sql, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { registerLinkedShop } from '../streams/shop-stream.ts';
import type { LinkedShop } from '../leases/stream-lease.ts';
import {
  keyParameters,
  type LeasedStream,
  type StreamRelease,
  type StreamKey,
} from '../leases/stream-store.ts';
import { streamsOf } from '../planning/platform-streams.ts';

// Uses the time of the statement, not that of the transaction: a slice that began in between did not see what it changes.
const makeDueStatement = sql(
  'collector.make_due',
  `insert into collector.stream as known (tenant_id, shop_id, stream, state, next_run_at, requested_at)
   select $1, shop_id, stream, 'waiting', now(), clock_timestamp()
     from unnest($2::uuid[], $3::text[]) as due (shop_id, stream)
    order by shop_id, stream
   on conflict (tenant_id, shop_id, stream) do update set
     next_run_at = least(known.next_run_at, excluded.next_run_at), requested_at = excluded.requested_at,
     state = case
       when known.state not in ('needs_you', 'paused') then known.state
       when known.last_succeeded_at is null then 'waiting'
       else 'syncing' end,
     problem = case when known.next_run_at is null then null else known.problem end,
     failures = case when known.next_run_at is null then 0 else known.failures end`,
);

// The update locks the run in progress, so that its last stream cannot finish it before the new streams have joined.
const beginStatement = sql(
  'collector.begin_run',
  `insert into collector.run as known (tenant_id, run_id, state, started_at) values ($1, $2, 'running', $3)
   on conflict (tenant_id) where state = 'running' do update set state = known.state
   returning run_id, started_at`,
);
const joinStatement = sql(
  'collector.join_run',
  `insert into collector.run_stream (tenant_id, run_id, shop_id, stream, rows_before)
   select s.tenant_id, $2, s.shop_id, s.stream, s.rows from collector.stream s
     join unnest($3::uuid[], $4::text[]) as due (shop_id, stream) using (shop_id, stream)
    where s.tenant_id = $1
   on conflict do nothing`,
);
const runShopsStatement = sql(
  'collector.run_shops',
  `select distinct shop_id from collector.run_stream where tenant_id = $1 and run_id = $2 order by shop_id`,
);

const recentRunsStatement = sql(
  'collector.recent_runs',
  `select r.run_id, r.state, r.started_at, r.finished_at,
          r.started_at > now() - $3 * interval '1 millisecond' as is_recent,
          array(select distinct s.shop_id from collector.run_stream s
                 where s.tenant_id = $1 and s.run_id = r.run_id order by s.shop_id) as shop_ids,
          (select max(requested_at) from collector.stream where tenant_id = $1)
            > now() - $2 * interval '1 millisecond' as is_just_requested
     from collector.run r where r.tenant_id = $1 and r.kind <> 'scheduled'
    order by r.run_id desc limit 5`,
);

export interface RunLimits {
  /** A request within this time of the last one joins the run in progress. */
  joinMs: number;
  /** At most five runs begin within this time. */
  fiveRunsMs: number;
}

export const defaultRunLimits: RunLimits = { joinMs: 20_000, fiveRunsMs: 300_000 };

/**
 * Returns the run that answers repeated requests, or null if a new one may begin: the run in progress if the last
 * request was just before, or the newest of five runs in a short time. It has to include all of `shops`.
 * Each new run makes every stream due and uses calls of a rate limit that others share.
 */
export async function findReusableRun(
  tx: TenantTransaction,
  shops: readonly LinkedShop[],
  { joinMs, fiveRunsMs }: RunLimits,
): Promise<CollectionRun | null> {
  const recent = await tx.query<{
    runId: string;
    state: CollectionRun['state'];
    startedAt: Date;
    finishedAt: Date | null;
    isRecent: boolean;
    shopIds: string[];
    isJustRequested: boolean | null;
  }>(recentRunsStatement, [tx.tenantId, joinMs, fiveRunsMs]);
  const [newest] = recent;
  if (!newest || !shops.every(({ shopId }) => newest.shopIds.includes(shopId))) return null;
  const isInProgress = newest.state === 'running' && newest.isJustRequested === true;
  const isTooMany = recent.length === 5 && recent.every((run) => run.isRecent);
  if (!isInProgress && !isTooMany) return null;
  return {
    runId: newest.runId,
    state: newest.state,
    startedAt: newest.startedAt.toISOString(),
    finishedAt: newest.finishedAt?.toISOString() ?? null,
    shopIds: newest.shopIds,
  };
}

/**
 * Makes every stream of these shops due now, in the tenant's run in progress or a new one. A run is `running` until
 * each of its streams has an outcome, and then `succeeded`, or `failed` if one of them failed. A run without streams
 * succeeds at once.
 * @returns the run, whether this call started it, and the streams that are due
 */
export async function beginRun(
  tx: TenantTransaction,
  shops: readonly LinkedShop[],
  now: Date,
): Promise<{ run: CollectionRun; isNew: boolean; due: StreamKey[] }> {
  const shopIds = shops.map((shop) => shop.shopId).toSorted();
  const due = shops.flatMap(({ shopId, platform }) =>
    streamsOf(platform).map((stream) => ({ tenantId: tx.tenantId, shopId, stream })),
  );
  const dueKeys = [due.map((key) => key.shopId), due.map((key) => key.stream)];
  // Locks streams, then shops, then the run: a worker that commits or releases uses the same order.
  if (shopIds.length > 0) await tx.execute(makeDueStatement, [tx.tenantId, ...dueKeys]);
  for (const shop of shops.toSorted((a, b) => (a.shopId < b.shopId ? -1 : 1))) {
    await registerLinkedShop(tx, shop, now);
  }
  const newRunId = newId(now.getTime());
  const [running] = await tx.query<{ runId: string; startedAt: Date }>(beginStatement, [
    tx.tenantId,
    newRunId,
    now,
  ]);
  if (!running) throw new Error('No run was started or joined');
  if (shopIds.length > 0) {
    await tx.execute(joinStatement, [tx.tenantId, running.runId, ...dueKeys]);
  }
  const joined = await tx.query<{ shopId: string }>(runShopsStatement, [
    tx.tenantId,
    running.runId,
  ]);
  const isNew = running.runId === newRunId;
  if (isNew) await purgeRuns(tx, now);
  const isFinished = joined.length === 0;
  if (isFinished) await tx.execute(finishStatement, [tx.tenantId, running.runId, 'succeeded', now]);
  return {
    run: {
      runId: running.runId,
      state: isFinished ? 'succeeded' : 'running',
      startedAt: running.startedAt.toISOString(),
      finishedAt: isFinished ? now.toISOString() : null,
      shopIds: joined.map((row) => row.shopId),
    },
    isNew,
    due,
  };
}

const retentionMs = 90 * 24 * 3_600_000;
const purgeStatement = sql(
  'collector.purge_runs',
  `with expired as (
     select run_id from collector.run where tenant_id = $1 and finished_at < $2 for update skip locked
   ), streams as (
     delete from collector.run_stream s using expired e where s.tenant_id = $1 and s.run_id = e.run_id
   )
   delete from collector.run r using expired e where r.tenant_id = $1 and r.run_id = e.run_id`,
);

/** Deletes runs, requested and scheduled, that finished more than 90 days ago. Called when a run begins. */
export async function purgeRuns(tx: TenantTransaction, now: Date): Promise<void> {
  await tx.execute(purgeStatement, [tx.tenantId, new Date(now.getTime() - retentionMs)]);
}

const finishStatement = sql(
  'collector.finish_run',
  `update collector.run set state = $3, finished_at = $4 where tenant_id = $1 and run_id = $2`,
);

const recordOutcomeStatement = sql(
  'collector.record_outcome',
  `update collector.run_stream s
      set outcome = $4, problem = $5, ended_at = $6, rows_read = greatest(0, now_known.rows - s.rows_before)
     from collector.run r, collector.stream now_known
    where s.tenant_id = $1 and s.shop_id = $2 and s.stream = $3 and s.outcome is null
      and now_known.tenant_id = s.tenant_id and now_known.shop_id = s.shop_id and now_known.stream = s.stream
      and r.tenant_id = s.tenant_id and r.run_id = s.run_id and r.state = 'running'`,
);
/** Returns and settlements that wait for the orders of a shop fail with them. */
const failDependentsStatement = sql(
  'collector.fail_dependents',
  `update collector.run_stream s
      set outcome = 'failed', problem = $3, ended_at = $4, rows_read = 0
     from collector.run r, collector.stream waiting
    where s.tenant_id = $1 and s.shop_id = $2 and s.stream in ('returns', 'settlements')
      and s.outcome is null and waiting.tenant_id = $1 and waiting.shop_id = $2
      and waiting.stream = s.stream and waiting.planned_at is null
      and r.tenant_id = $1 and r.run_id = s.run_id and r.state = 'running'`,
);
const completedRunsStatement = sql(
  'collector.completed_runs',
  `select r.run_id, bool_or(s.outcome = 'failed') as failed
     from collector.run r join collector.run_stream s on s.tenant_id = r.tenant_id and s.run_id = r.run_id
    where r.tenant_id = $1 and r.state = 'running'
    group by r.run_id having bool_and(s.outcome is not null)`,
);
const lockRunStatement = sql(
  'collector.lock_run',
  `select run_id from collector.run where tenant_id = $1 and state = 'running' for update`,
);

/** After this many failures in a row a stream counts as failed in the run; it is still retried. */
const maxFailuresPerRun = 5;

const requestedAgainStatement = sql(
  'collector.requested_again',
  `select requested_at > $4 as again from collector.stream
    where tenant_id = $1 and shop_id = $2 and stream = $3`,
);

/** Whether a sync was requested after this one had started: then the next one fulfills the request. */
async function wasRequestedAgain(tx: Sql, leased: LeasedStream): Promise<boolean> {
  const [row] = await tx.query<{ again: boolean }>(requestedAgainStatement, [
    ...keyParameters(leased),
    leased.claimedAt,
  ]);
  return row?.again ?? false;
}

/** Records the outcome of a stream in the run in progress, and finishes the run with its last stream. */
export async function recordOutcome(
  tx: Sql,
  leased: LeasedStream,
  result: Exclude<StreamRelease, { outcome: 'yielded' | 'waiting' | 'followed' }>,
  now: Date,
): Promise<void> {
  const { outcome } = result;
  if (outcome === 'failed' && leased.failures + 1 < maxFailuresPerRun) return;
  if (outcome === 'succeeded' && (await wasRequestedAgain(tx, leased))) return;
  // Locks the run, because its last two streams may finish at the same time.
  const running = await tx.query(lockRunStatement, [leased.tenantId]);
  if (running.length === 0) return;
  const streamOutcome = outcome === 'succeeded' ? 'succeeded' : 'failed';
  const problem =
    outcome === 'paused' ? 'disconnected' : 'problem' in result ? result.problem : null;
  await tx.execute(recordOutcomeStatement, [...keyParameters(leased), streamOutcome, problem, now]);
  if (leased.stream === 'orders' && streamOutcome === 'failed') {
    await tx.execute(failDependentsStatement, [leased.tenantId, leased.shopId, problem, now]);
  }
  const completed = await tx.query<{ runId: string; failed: boolean }>(completedRunsStatement, [
    leased.tenantId,
  ]);
  for (const { runId, failed } of completed) {
    const state = failed ? 'failed' : 'succeeded';
    await tx.execute(finishStatement, [leased.tenantId, runId, state, now]);
  }
}
