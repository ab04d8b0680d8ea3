import type { Stream } from '@seller-connect/contract';
import {
  sql,
  type Database,
  type Sql,
  type TenantTransaction,
} from '../../platform/database/database.ts';
import { keyParameters, type StreamKey } from './stream-store.ts';

/** A reason to fetch something of a stream soon; never the data itself. */
export interface StreamHint {
  shopId: string;
  stream: Stream;
  /** Ids of orders; empty if the partner did not say which item changed. */
  ids: readonly string[];
  /** When it changed, by the partner's clock. */
  changedAt: Date | null;
  /** A refetch of our own, not a push. */
  isOurs?: boolean;
}

/** A stored hint that is due. */
export interface PendingHint {
  externalId: string;
  revision: number;
  /** Responses that did not show the change yet. */
  attempts: number;
  /** Fetches in a row that failed. */
  failures: number;
  changedAt: Date | null;
  isOurs: boolean;
}

/** Beyond this, further hints become one for an unknown item, and all changes are fetched. */
export const maxHintsPerStream = 500;
/** Minimum time since the last success for streams whose hints cause a full sync, in milliseconds. */
const minIntervalMs: Partial<Record<Stream, number>> = { products: 5 * 60_000, returns: 60_000 };
/** Stands for an unknown item of the stream. */
export const unknownId = '';

// Rows are inserted in key order, so that concurrent pushes about the same items do not deadlock.
const enqueueStatement = sql(
  'collector.enqueue_hints',
  `with room as (
     select count(*) < $6 as free from collector.hint where tenant_id = $1 and shop_id = $2 and stream = $3)
   insert into collector.hint as known (tenant_id, shop_id, stream, external_id, changed_at, is_ours, enqueued_at, due_at)
   select distinct on (external_id) $1::uuid, $2::uuid, $3,
          case when room.free then id else '' end as external_id, $5::timestamptz, $8::boolean, now(),
          greatest(now(), s.last_succeeded_at + $7 * interval '1 millisecond')
     from unnest($4::text[]) as id cross join room
     join collector.stream s on s.tenant_id = $1 and s.shop_id = $2 and s.stream = $3
    order by external_id
   on conflict (tenant_id, shop_id, stream, external_id) do update set
     revision = known.revision + 1, attempts = 0, failures = 0,
     changed_at = greatest(known.changed_at, excluded.changed_at), is_ours = known.is_ours and excluded.is_ours,
     enqueued_at = excluded.enqueued_at, due_at = least(known.due_at, excluded.due_at)`,
);

/** Inserts a hint in the transaction that stores the push. Does nothing if the shop has no such stream. */
export async function enqueueHint(tx: TenantTransaction, hint: StreamHint): Promise<void> {
  const hasIds = hint.stream === 'orders' && hint.ids.length > 0;
  await tx.execute(enqueueStatement, [
    tx.tenantId,
    hint.shopId,
    hint.stream,
    hasIds ? [...new Set(hint.ids)] : [unknownId],
    hint.changedAt,
    maxHintsPerStream,
    minIntervalMs[hint.stream] ?? 0,
    hint.isOurs ?? false,
  ]);
}

const pendingHintsStatement = sql(
  'collector.pending_hints',
  `select external_id, revision, attempts, failures, changed_at, is_ours from collector.hint
    where tenant_id = $1 and shop_id = $2 and stream = $3 and due_at <= now()
    order by due_at, external_id limit $4`,
);

/** Returns the due hints of a stream. */
export async function readPendingHints(
  database: Pick<Database, 'tenantRead'>,
  key: StreamKey,
): Promise<PendingHint[]> {
  return database.tenantRead<PendingHint>(key.tenantId, pendingHintsStatement, [
    ...keyParameters(key),
    maxHintsPerStream + 1,
  ]);
}

const deleteStatement = sql(
  'collector.delete_hints',
  `delete from collector.hint h using unnest($4::text[], $5::integer[]) as done (external_id, revision)
    where h.tenant_id = $1 and h.shop_id = $2 and h.stream = $3
      and h.external_id = done.external_id and h.revision = done.revision`,
);
const postponeStatement = sql(
  'collector.postpone_hints',
  `update collector.hint h
      set attempts = h.attempts + (not $7)::integer, failures = case when $7 then h.failures + 1 else 0 end,
          due_at = (now() at time zone 'UTC' + later.wait_ms * interval '1 millisecond') at time zone 'UTC'
     from unnest($4::text[], $5::integer[], $6::bigint[]) as later (external_id, revision, wait_ms)
    where h.tenant_id = $1 and h.shop_id = $2 and h.stream = $3
      and h.external_id = later.external_id and h.revision = later.revision`,
);

/** Deletes followed hints, except those that were pushed again meanwhile. */
export async function deleteHints(
  tx: Sql,
  key: StreamKey,
  hints: readonly PendingHint[],
): Promise<void> {
  if (hints.length === 0) return;
  await tx.execute(deleteStatement, [
    ...keyParameters(key),
    hints.map((hint) => hint.externalId),
    hints.map((hint) => hint.revision),
  ]);
}

/**
 * Postpones hints for another attempt, except those that were pushed again meanwhile: they stay due.
 * @param reason whether the fetch failed, or the response did not show the change yet
 */
export async function postponeHints(
  tx: Sql,
  key: StreamKey,
  hints: readonly (PendingHint & { waitMs: number })[],
  reason: 'failed' | 'unreflected',
): Promise<void> {
  if (hints.length === 0) return;
  await tx.execute(postponeStatement, [
    ...keyParameters(key),
    hints.map((hint) => hint.externalId),
    hints.map((hint) => hint.revision),
    hints.map((hint) => hint.waitMs),
    reason === 'failed',
  ]);
}

const hintedStreamsStatement = sql(
  'collector.hinted_streams',
  'select tenant_id, shop_id, stream from collector.hinted_streams($1)',
);

/** Returns streams of all tenants with due hints and without a lease, longest wait first. */
export async function readHintedStreams(
  database: Database,
  maxStreams: number,
): Promise<StreamKey[]> {
  return database.query<StreamKey>(hintedStreamsStatement, [maxStreams]);
}

const purgeStatement = sql('collector.purge_hints', 'select collector.purge_hints($1)');

/** Deletes old hints of streams that are not synced any more. If syncing resumes, a full sync finds the changes. */
export async function purgeHints(database: Database, before: Date): Promise<void> {
  await database.query(purgeStatement, [before]);
}
