import type { Stream } from '@seller-connect/contract';
import {
  sql,
  type Database,
  type Sql,
  type TenantTransaction,
} from '../../platform/database/database.ts';

export interface StreamKey {
  tenantId: string;
  shopId: string;
  stream: Stream;
}

/** State of a stream under a worker's lease. */
export interface LeasedStream extends StreamKey {
  fencingToken: bigint;
  /** Without the microseconds: a request within the same millisecond counts as made later. */
  claimedAt: Date;
  failures: number;
  rows: bigint;
  expectedRows: bigint | null;
  /** Whether `expectedRows` is an estimate, because the partner has no count. */
  isEstimate: boolean;
  progress: number | null;
  checkpoint: string | null;
  plannedAt: Date | null;
  firstOrderAt: Date | null;
  frontier: Date | null;
  windowMs: number | null;
  watermark: Date | null;
  /** Finished days are recounted up to this instant. */
  recountedAt: Date | null;
  currentAt: Date | null;
  backfilledAt: Date | null;
  /** Last fetch that a push caused. */
  hintedAt: Date | null;
  /** Consecutive syncs of changes that found no change without a push. */
  quiet: number;
}

/** Thrown when another worker has acquired the stream: this one must not write any more. */
export class StaleLease extends Error {
  override readonly name = 'StaleLease';
}

/** The fields that `saveStream` stores; each is a column. */
const savedFields = [
  'rows',
  'expectedRows',
  'isEstimate',
  'progress',
  'checkpoint',
  'plannedAt',
  'firstOrderAt',
  'frontier',
  'windowMs',
  'watermark',
  'recountedAt',
  'currentAt',
  'backfilledAt',
  'hintedAt',
  'quiet',
] as const satisfies readonly (keyof LeasedStream)[];
const savedColumns = savedFields.map((field) =>
  field.replace(/[A-Z]/g, (character) => `_${character.toLowerCase()}`),
);
const leasedColumns = `fencing_token, clock.claimed_at, failures,
  ${savedColumns.join(', ').replace('window_ms', 'window_ms::float8')}`;

/** The lease that begins now, for a length of $4. A subquery, for docs/decisions/distributed-by-tenant.md. */
const leaseClock = `(
     select now() as claimed_at, now() + $4 * interval '1 millisecond' as lease_end
   ) clock`;

// A locked row means that its worker is committing and alive, even if its lease has expired.
const acquireStatement = sql(
  'collector.acquire',
  `with free as (
     select 1 from collector.stream
      where tenant_id = $1 and shop_id = $2 and stream = $3
        and next_run_at <= now() and (lease_expires_at is null or lease_expires_at < now())
        for update skip locked
   )
   update collector.stream
      set fencing_token = fencing_token + 1, lease_expires_at = clock.lease_end,
          state = case when state = 'waiting' then 'syncing' else state end
     from ${leaseClock}
    where tenant_id = $1 and shop_id = $2 and stream = $3 and exists (select 1 from free)
   returning ${leasedColumns}`,
);
const acquireHintedStatement = sql(
  'collector.acquire_hinted',
  `with free as (
     select 1 from collector.stream
      where tenant_id = $1 and shop_id = $2 and stream = $3
        and next_run_at is not null and current_at is not null and failures = 0
        and (lease_expires_at is null or lease_expires_at < now())
        for update skip locked
   )
   update collector.stream s
      set fencing_token = fencing_token + 1, lease_expires_at = clock.lease_end
     from ${leaseClock}
    where tenant_id = $1 and shop_id = $2 and stream = $3 and exists (select 1 from free)
      and exists (
        select 1 from collector.hint h
         where h.tenant_id = $1 and h.shop_id = $2 and h.stream = $3 and h.due_at <= now())
   returning ${leasedColumns}`,
);

/** Why a stream is acquired: its sync is due, or it has due hints. */
type AcquireReason = 'due' | 'hinted';

/**
 * Acquires the lease of a stream with the next fencing token. Returns null if the reason does not apply or another
 * worker has the lease.
 */
export async function acquire(
  database: Database,
  key: StreamKey,
  leaseMs: number,
  reason: AcquireReason = 'due',
): Promise<LeasedStream | null> {
  const statement = reason === 'due' ? acquireStatement : acquireHintedStatement;
  const [row] = await database.tenant(key.tenantId, (tx) =>
    tx.query<Omit<LeasedStream, keyof StreamKey>>(statement, [...keyParameters(key), leaseMs]),
  );
  return row ? { ...key, ...row } : null;
}

const renewStatement = sql(
  'collector.renew',
  `update collector.stream set lease_expires_at = now() + $5 * interval '1 millisecond'
    where tenant_id = $1 and shop_id = $2 and stream = $3 and fencing_token = $4`,
);

/**
 * Renews the lease and locks the stream until the transaction ends. First statement of every commit.
 * @throws StaleLease if another worker has acquired the stream
 */
export async function renew(tx: Sql, leased: LeasedStream, leaseMs: number): Promise<void> {
  const renewedCount = await tx.execute(renewStatement, [
    ...keyParameters(leased),
    leased.fencingToken,
    leaseMs,
  ]);
  if (renewedCount === 0) throw new StaleLease('Another worker has taken over this stream');
}

const saveStatement = sql(
  'collector.save_stream',
  `update collector.stream
      set ${savedColumns.map((column, index) => `${column} = $${index + 6}`).join(', ')},
          lease_expires_at = lease.expires_at
     from (select clock_timestamp() + $5 * interval '1 millisecond' as expires_at) lease
    where tenant_id = $1 and shop_id = $2 and stream = $3 and fencing_token = $4`,
);

/**
 * Stores the state of a stream under the lock that `renew` took, and renews the lease again: the writes in between may
 * have taken longer than a lease.
 * @throws StaleLease if another worker has acquired the stream
 */
export async function saveStream(
  tx: TenantTransaction,
  leased: LeasedStream,
  leaseMs: number,
): Promise<void> {
  const savedCount = await tx.execute(saveStatement, [
    ...keyParameters(leased),
    leased.fencingToken,
    leaseMs,
    ...savedFields.map((field) => leased[field]),
  ]);
  if (savedCount === 0) throw new StaleLease('Another worker has taken over this stream');
}

/**
 * How a worker releases a stream. Each outcome sets the state and the time of the next sync:
 *
 * | outcome     | state        | next sync                                                          |
 * | ----------- | ------------ | ------------------------------------------------------------------ |
 * | `yielded`   | unchanged    | now                                                                |
 * | `followed`  | unchanged    | unchanged                                                          |
 * | `waiting`   | unchanged    | after `waitMs`                                                     |
 * | `succeeded` | `up_to_date` | after `pauseMs`; now if a sync was requested since it was acquired |
 * | `failed`    | unchanged    | after `afterMs`                                                    |
 * | `needs_you` | `needs_you`  | none                                                               |
 * | `paused`    | `paused`     | none                                                               |
 *
 * `waiting` keeps the number of failures, because the report that the partner prepares may fail again.
 *
 * `needs_you` and `paused` become `yielded` if a sync was requested since the stream was acquired: the shop may have been
 * linked again meanwhile, and the slice has used the consent from before.
 *
 * `acquire` turns `waiting` into `syncing`. `beginRun` inserts streams as `waiting`, and turns `needs_you` and `paused`
 * into `syncing`, or into `waiting` if the stream never succeeded.
 */
export type StreamRelease =
  /** There is more to sync at once. */
  | { outcome: 'yielded' }
  /** Only hints were followed. */
  | { outcome: 'followed' }
  /** The partner prepares a report, or orders are not synced yet. */
  | { outcome: 'waiting'; waitMs: number }
  | { outcome: 'succeeded'; pauseMs: number; now: Date }
  | { outcome: 'failed'; problem: string; afterMs: number }
  /** Only the seller can help. */
  | { outcome: 'needs_you'; problem: string }
  /** The shop is disconnected. */
  | { outcome: 'paused' };

// Due times use the database's clock: a process whose clock is ahead would delay the next sync.
const releaseStatement = sql(
  'collector.release',
  `update collector.stream
      set lease_expires_at = null, next_run_at = now() + $5 * interval '1 millisecond',
          failures = case when $6 then failures else 0 end, problem = null, problem_retry_at = null
    where tenant_id = $1 and shop_id = $2 and stream = $3 and fencing_token = $4`,
);
const releaseHintedStatement = sql(
  'collector.release_hinted',
  `update collector.stream set lease_expires_at = null
    where tenant_id = $1 and shop_id = $2 and stream = $3 and fencing_token = $4`,
);
const recordSuccessStatement = sql(
  'collector.record_success',
  `update collector.stream
      set lease_expires_at = null,
          next_run_at = case when requested_at > $7 then clock.moment else clock.pause_end end,
          failures = 0, problem = null, problem_retry_at = null, state = 'up_to_date',
          last_succeeded_at = $6
     from (select now() as moment, now() + $5 * interval '1 millisecond' as pause_end) clock
    where tenant_id = $1 and shop_id = $2 and stream = $3 and fencing_token = $4`,
);
const recordFailureStatement = sql(
  'collector.record_failure',
  `update collector.stream
      set lease_expires_at = null, next_run_at = now() + $6 * interval '1 millisecond', failures = failures + 1,
          problem = $5, problem_retry_at = now() + $6 * interval '1 millisecond'
    where tenant_id = $1 and shop_id = $2 and stream = $3 and fencing_token = $4`,
);
const requireActionStatement = sql(
  'collector.require_action',
  `update collector.stream
      set lease_expires_at = null, next_run_at = null, failures = failures + 1, problem = $5,
          problem_retry_at = null, state = 'needs_you'
    where tenant_id = $1 and shop_id = $2 and stream = $3 and fencing_token = $4 and requested_at <= $6`,
);

const pauseStatement = sql(
  'collector.pause',
  `update collector.stream
      set lease_expires_at = null, next_run_at = null, failures = 0, problem = null,
          problem_retry_at = null, state = 'paused'
    where tenant_id = $1 and shop_id = $2 and stream = $3 and fencing_token = $4 and requested_at <= $5`,
);

const wakeMoneyStatement = sql(
  'collector.wake_money',
  `update collector.stream set next_run_at = now()
    where tenant_id = $1 and shop_id = $2 and stream in ('returns', 'settlements')
      and planned_at is null and lease_expires_at is null and next_run_at > now()`,
);

/** Makes the money streams that wait for a shop's orders due. */
export async function wakeMoney(tx: Sql, { tenantId, shopId }: StreamKey): Promise<void> {
  await tx.execute(wakeMoneyStatement, [tenantId, shopId]);
}

/**
 * Releases a stream.
 * @returns `result`, or what it became
 * @throws StaleLease if another worker has acquired the stream
 */
export async function release(
  tx: Sql,
  leased: LeasedStream,
  result: StreamRelease,
): Promise<StreamRelease> {
  if ((await updateReleased(tx, leased, result)) > 0) return result;
  if (result.outcome === 'needs_you' || result.outcome === 'paused') {
    return release(tx, leased, { outcome: 'yielded' });
  }
  throw new StaleLease('Another worker has taken over this stream');
}

function updateReleased(tx: Sql, leased: LeasedStream, result: StreamRelease): Promise<number> {
  const key = [...keyParameters(leased), leased.fencingToken];
  const { claimedAt } = leased;
  switch (result.outcome) {
    case 'yielded':
      return tx.execute(releaseStatement, [...key, 0, false]);
    case 'waiting':
      return tx.execute(releaseStatement, [...key, result.waitMs, true]);
    case 'followed':
      return tx.execute(releaseHintedStatement, key);
    case 'succeeded':
      return tx.execute(recordSuccessStatement, [...key, result.pauseMs, result.now, claimedAt]);
    case 'failed':
      return tx.execute(recordFailureStatement, [...key, result.problem, result.afterMs]);
    case 'needs_you':
      return tx.execute(requireActionStatement, [...key, result.problem, claimedAt]);
    case 'paused':
      return tx.execute(pauseStatement, [...key, claimedAt]);
  }
}

const dueStreamsStatement = sql(
  'collector.due_streams',
  'select tenant_id, shop_id, stream, is_backfilling from collector.due_streams($1)',
);

export interface DueStream extends StreamKey {
  isBackfilling: boolean;
}

/** A backfill with no more rows left runs in the interactive queue. `collector.due_streams` has the same number. */
const maxShortBackfillRows = 5000n;

/** Whether the newest days of a stream are synced and a long backfill is left. */
export function isBackfilling(leased: BackfillState): boolean {
  return leased.currentAt !== null && isLongBackfill(leased);
}

type BackfillState = Pick<LeasedStream, 'currentAt' | 'backfilledAt' | 'expectedRows' | 'rows'>;

/** Whether more than `maxShortBackfillRows` are missing, or it is unknown how many. */
export function isLongBackfill({ backfilledAt, expectedRows, rows }: BackfillState): boolean {
  if (backfilledAt !== null) return false;
  return expectedRows === null || expectedRows - rows > maxShortBackfillRows;
}

/** Returns due streams of all tenants without a lease, longest wait first. */
export async function readDueStreams(database: Database, maxStreams: number): Promise<DueStream[]> {
  return database.query<DueStream>(dueStreamsStatement, [maxStreams]);
}

export function keyParameters(key: StreamKey): [string, string, string] {
  return [key.tenantId, key.shopId, key.stream];
}
