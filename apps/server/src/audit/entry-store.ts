import { AuditGroup, type AuditExportQuery } from '@seller-connect/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { sql, type Database } from '../platform/database/database.ts';

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
