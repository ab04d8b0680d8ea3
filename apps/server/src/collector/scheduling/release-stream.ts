import { notify } from '../../notifications/index.ts';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { rebuildSalesVelocity } from '../../reporting/index.ts';
import { deleteHints, type PendingHint } from '../leases/hint-store.ts';
import { progressTopic, type LinkedShop } from '../leases/stream-lease.ts';
import {
  keyParameters,
  release,
  StaleLease,
  wakeMoney,
  type LeasedStream,
  type StreamRelease,
} from '../leases/stream-store.ts';
import { mainStreamOf } from '../planning/platform-streams.ts';
import { purgeRuns, recordOutcome } from '../runs/runs.ts';

/** Releases a stream and records the outcome of its sync, unless another worker has acquired it. */
export async function releaseStream(
  {
    database,
    events,
    now,
  }: { database: Database; events: Pick<Events, 'publish'>; now: () => Date },
  leased: LeasedStream,
  wanted: StreamRelease,
  /** `hints`: the hints that a successful sync covers. `rowsBefore`: rows of the stream at the start of the slice. */
  completed?: { shop: LinkedShop; hints: readonly PendingHint[]; rowsBefore: bigint },
): Promise<void> {
  const rowsBefore = completed?.rowsBefore ?? leased.rows;
  const work = async (tx: TenantTransaction) => {
    if (completed && wanted.outcome === 'succeeded') {
      await completeFirstSync(tx, leased, completed.shop, wanted.now);
      await deleteHints(tx, leased, completed.hints);
    }
    const result = await release(tx, leased, wanted);
    if (leased.stream === 'orders' && result.outcome === 'succeeded') await wakeMoney(tx, leased);
    if (
      result.outcome !== 'yielded' &&
      result.outcome !== 'waiting' &&
      result.outcome !== 'followed'
    ) {
      const isRequested = await isStreamRequested(tx, leased);
      await recordOutcome(tx, leased, result, now());
      if (!isRequested && result.outcome !== 'paused') {
        await recordScheduledSync(tx, leased, result, { rowsBefore, now: now() });
      }
    }
  };
  await database.tenant(leased.tenantId, work).catch((error: unknown) => {
    if (!(error instanceof StaleLease)) throw error;
  });
  events.publish(progressTopic, leased.tenantId);
}

/** Scheduled syncs of a shop within this time are one run. */
const maxRunAgeMs = 3_600_000;
/** The same while none of them brought rows or failed. */
const maxQuietRunAgeMs = 24 * 3_600_000;

const isRequestedStatement = sql(
  'collector.is_requested',
  `select exists (
     select from collector.run r
       join collector.run_stream s on s.tenant_id = r.tenant_id and s.run_id = r.run_id
      where r.tenant_id = $1 and r.state = 'running' and s.shop_id = $2 and s.stream = $3
        and s.outcome is null) as is_requested`,
);

const extendableRunStatement = sql(
  'collector.scheduled_run_to_extend',
  `select r.run_id from collector.run r
    where r.tenant_id = $1 and r.run_id = (
        select s.run_id from collector.run_stream s
          join collector.run o on o.tenant_id = s.tenant_id and o.run_id = s.run_id
         where s.tenant_id = $1 and s.shop_id = $2 and o.kind = 'scheduled'
         order by s.run_id desc limit 1)
      and (r.started_at > $3 or $5 and r.started_at > $4 and not exists (
        select from collector.run_stream s
         where s.tenant_id = $1 and s.run_id = r.run_id and (s.outcome = 'failed' or s.rows_read > 0)))
      for update`,
);
const beginStatement = sql(
  'collector.begin_scheduled_run',
  `insert into collector.run (tenant_id, run_id, kind, state, started_at, finished_at, sync_count)
   values ($1, $2, 'scheduled', $3, $4, $5, 1)`,
);
const extendStatement = sql(
  'collector.extend_scheduled_run',
  `update collector.run set finished_at = $3, sync_count = sync_count + 1 where tenant_id = $1 and run_id = $2`,
);
const recordStreamStatement = sql(
  'collector.record_scheduled_stream',
  `insert into collector.run_stream as s (tenant_id, run_id, shop_id, stream, outcome, problem, ended_at, rows_read)
   values ($1, $4, $2, $3, $5, $6, $7, $8)
   on conflict (tenant_id, run_id, shop_id, stream) do update set
     outcome = excluded.outcome, problem = excluded.problem, ended_at = excluded.ended_at,
     rows_read = s.rows_read + excluded.rows_read`,
);

/** Whether the stream belongs to a requested run in progress, which then records its outcome. */
export async function isStreamRequested(
  tx: TenantTransaction,
  leased: LeasedStream,
): Promise<boolean> {
  const [row] = await tx.query<{ isRequested: boolean }>(
    isRequestedStatement,
    keyParameters(leased),
  );
  return row?.isRequested ?? false;
}

/**
 * Records the outcome of a sync that was not requested, in a new or an extended scheduled run.
 * @param rowsBefore rows of the stream at the start of the slice
 */
export async function recordScheduledSync(
  tx: TenantTransaction,
  leased: LeasedStream,
  result: Extract<StreamRelease, { outcome: 'succeeded' | 'failed' | 'needs_you' }>,
  { rowsBefore, now }: { rowsBefore: bigint; now: Date },
): Promise<void> {
  const { tenantId, shopId } = leased;
  const rows = leased.rows > rowsBefore ? leased.rows - rowsBefore : 0n;
  const outcome = result.outcome === 'succeeded' ? 'succeeded' : 'failed';
  const isQuiet = outcome === 'succeeded' && rows === 0n;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const [extendable] = await tx.query<{ runId: string }>(extendableRunStatement, [
    tenantId,
    shopId,
    before(maxRunAgeMs),
    before(maxQuietRunAgeMs),
    isQuiet,
  ]);
  const runId = extendable?.runId ?? newId(now.getTime());
  if (extendable) await tx.execute(extendStatement, [tenantId, runId, now]);
  else {
    const startedAt = leased.claimedAt < now ? leased.claimedAt : now;
    await tx.execute(beginStatement, [tenantId, runId, outcome, startedAt, now]);
    await purgeRuns(tx, now);
  }
  const problem = 'problem' in result ? result.problem : null;
  await tx.execute(recordStreamStatement, [
    ...keyParameters(leased),
    runId,
    outcome,
    problem,
    now,
    rows,
  ]);
}

const hasSyncedStatement = sql(
  'collector.has_synced',
  `select last_succeeded_at is not null as ever from collector.stream
    where tenant_id = $1 and shop_id = $2 and stream = $3 and fencing_token = $4`,
);

/**
 * Notifies the team that the first sync of a shop's orders, or of an ad account's days, is complete, in the transaction
 * that records the success, and computes the sales velocity of its products. Happens once per shop, even if it is
 * disconnected and linked again.
 */
async function completeFirstSync(
  tx: TenantTransaction,
  leased: LeasedStream,
  shop: LinkedShop,
  now: Date,
): Promise<void> {
  if (leased.stream !== mainStreamOf(shop.platform)) return;
  const [stream] = await tx.query<{ ever: boolean }>(hasSyncedStatement, [
    ...keyParameters(leased),
    leased.fencingToken,
  ]);
  if (!stream || stream.ever) return;
  if (leased.stream === 'orders') await rebuildSalesVelocity(tx, shop.shopId, now);
  await notify(
    tx,
    {
      kind: 'first_sync_done',
      key: shop.shopId,
      subject: shop.shopId,
      facts: { platform: shop.platform, shops: [{ id: shop.shopId, name: shop.name }] },
    },
    now,
  );
}
