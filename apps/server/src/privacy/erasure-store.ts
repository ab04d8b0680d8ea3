import { sql, type Database, type TenantTransaction } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

type ErasureScope = 'shop' | 'team' | 'account';
/** An owner requested it, the shop was disconnected for `DISCONNECTED_DATA_DAYS`, or an account was removed. */
export type ErasureReason = 'requested' | 'disconnected' | 'account_removed';

interface ErasureRequest {
  scope: ErasureScope;
  subjectId: string;
  reason: ErasureReason;
  /** Account of the owner who requested it; null for the other reasons. */
  requestedBy: string | null;
}

export interface OpenErasure {
  tenantId: string;
  erasureId: string;
  scope: ErasureScope;
  subjectId: string;
}

const insertErasureStatement = sql(
  'privacy.insert_erasure',
  `insert into privacy.erasure
     (tenant_id, erasure_id, scope, subject_id, reason, requested_by, requested_at, finished_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict do nothing`,
);
const selectOpenErasures = sql(
  'privacy.open_erasures',
  'select tenant_id, erasure_id, scope, subject_id from privacy.open_erasures($1)',
);
const addErasedRowCount = sql(
  'privacy.add_erased_rows',
  `update privacy.erasure set rows_erased = rows_erased + $3 where tenant_id = $1 and erasure_id = $2`,
);
const finishErasureStatement = sql(
  'privacy.finish_erasure',
  'update privacy.erasure set finished_at = $3 where tenant_id = $1 and erasure_id = $2',
);

/** Records an erasure. Does nothing if one of the same subject is unfinished, or of the same account at all. */
export async function insertErasure(
  tx: TenantTransaction,
  { scope, subjectId, reason, requestedBy }: ErasureRequest,
  requestedAt: Date,
  finishedAt: Date | null = null,
): Promise<void> {
  await tx.execute(insertErasureStatement, [
    tx.tenantId,
    // An account is removed once, but its removal may be reported again.
    scope === 'account' ? subjectId : newId(requestedAt.getTime()),
    scope,
    subjectId,
    reason,
    requestedBy,
    requestedAt,
    finishedAt,
  ]);
}

/** Returns unfinished erasures of all teams, oldest first. */
export async function listOpenErasures(database: Database, limit: number): Promise<OpenErasure[]> {
  return database.query<OpenErasure>(selectOpenErasures, [limit]);
}

export async function addErasedRows(
  tx: TenantTransaction,
  erasureId: string,
  rows: number,
): Promise<void> {
  await tx.execute(addErasedRowCount, [tx.tenantId, erasureId, rows]);
}

export async function finishErasure(
  tx: TenantTransaction,
  erasureId: string,
  now: Date,
): Promise<void> {
  await tx.execute(finishErasureStatement, [tx.tenantId, erasureId, now]);
}
