import { AuditGroup, type AuditExportQuery, type AuditAction } from '@seller-connect/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { sql, type Database, type TenantTransaction } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { createRequestLimiter } from '../platform/http/limits/request-limiter.ts';

const selectPage = sql(
  'audit.page',
  `select entry_id as id, occurred_at as at, actor_id, action, action_group as group, subject_name, details
   from audit.entry
   where tenant_id = $1 and ($2::text is null or action_group = $2) and ($3::text is null or actor_id = $3)
     and ($4::timestamptz is null or occurred_at >= $4) and ($5::timestamptz is null or occurred_at < $5)
     and ($6::uuid is null or entry_id < $6)
   order by entry_id desc limit $7`,
);

const EntryDetails = Type.Record(Type.String(), Type.String());

/** A stored audit event. */
export interface StoredEntry {
  id: string;
  at: Date;
  actorId: string | null;
  action: string;
  group: AuditGroup;
  subjectName: string | null;
  details: Record<string, string>;
}

type Row = Omit<StoredEntry, 'group' | 'details'> & { group: string; details: unknown };

/** Returns at most `size` entries, newest first, that are older than the entry `before`. */
export async function readEntries(
  database: Database,
  tenantId: string,
  filter: AuditExportQuery,
  { before, size }: { before: string | null; size: number },
): Promise<StoredEntry[]> {
  const { group = null, actor = null, from = null, until = null } = filter;
  const values = [tenantId, group, actor, from, until, before, size];
  const rows = await database.tenantRead<Row>(tenantId, selectPage, values);
  return rows.map((row) => ({
    ...row,
    group: Value.Parse(AuditGroup, row.group),
    details: Value.Parse(EntryDetails, row.details),
  }));
}

const deleteMemberNameStatement = sql(
  'audit.delete_member_name',
  'select audit.delete_member_name($1)',
);
const deleteEntriesStatement = sql(
  'audit.delete_entries',
  'select audit.delete_entries($1) as erased',
);

/** Removes the name of a removed account from entries about it. */
export async function deleteMemberName(
  database: Database,
  tenantId: string,
  accountId: string,
): Promise<void> {
  await database.tenant(tenantId, (tx) => tx.execute(deleteMemberNameStatement, [accountId]));
}

/** Deletes at most `maxRows` entries of a removed team. Returns the number of deleted entries. */
export async function deleteEntries(tx: TenantTransaction, maxRows: number): Promise<number> {
  const [row] = await tx.query<{ erased: bigint }>(deleteEntriesStatement, [maxRows]);
  return Number(row?.erased ?? 0n);
}

const insertEntry = sql(
  'audit.add_entry',
  `insert into audit.entry
     (tenant_id, entry_id, occurred_at, actor_id, action, subject_kind, subject_id, subject_name, details)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** An action in a team, to be stored as an audit event. */
export interface AuditEvent {
  action: AuditAction;
  /** The account that acted; null for the system. */
  actorId: string | null;
  /** The object of the action, with its current name. */
  subject?: {
    kind:
      | 'member'
      | 'invitation'
      | 'shop'
      | 'run'
      | 'report_access'
      | 'report_schedule'
      | 'alert_rule'
      | 'reconciliation';
    id: string;
    name: string;
  };
  /** Short facts that the text of the action needs. Never a secret, a token or an IP address. */
  details?: Readonly<Record<string, string>>;
  /** The same object for all entries of an act with several transactions; by default, a transaction is an act. */
  act?: object;
}

/** Limits how fast one account can fill the audit events, which are never deleted. */
const maxActsPerHour = 300;
const limiter = createRequestLimiter(maxActsPerHour, 3_600_000);
/** An act counts once: the erasure of a team's data has an entry for each of its shops, however many these are. */
const admittedActs = new WeakSet<object>();

/**
 * Records an audit event in the transaction of the action, so that both are committed or neither.
 * @throws Problem 429 if the account exceeds the limit per hour
 */
export async function recordAuditEvent(
  tx: TenantTransaction,
  { action, actorId, subject, details = {}, act = tx }: AuditEvent,
  now: Date = new Date(),
): Promise<void> {
  if (actorId !== null && !admittedActs.has(act)) {
    limiter.admit(`${tx.tenantId} ${actorId}`);
    admittedActs.add(act);
  }
  await tx.execute(insertEntry, [
    tx.tenantId,
    newId(now.getTime()),
    now,
    actorId,
    action,
    subject?.kind ?? null,
    subject?.id ?? null,
    subject?.name ?? null,
    JSON.stringify(details),
  ]);
}
