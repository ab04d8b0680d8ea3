import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { lockOfTenant } from '../../platform/database/tenant-lock.ts';

export interface StoredNote {
  chartNoteId: string;
  day: string;
  shopId: string | null;
  body: string;
  /** Null once the account has left the team. */
  authorId: string | null;
  changedAt: Date;
}

/** Notes of one team. */
const maxNotes = 5000;
/** Notes in one response. */
const maxListed = 500;

const listStatement = sql(
  'reporting.list_chart_notes',
  `select * from (
     select chart_note_id, day::text, shop_id, body, author_id, changed_at from reporting.chart_note
      where tenant_id = $1 and day between $2 and $3
      order by day desc, chart_note_id desc limit ${maxListed}) newest
    order by day, chart_note_id`,
);
const findStatement = sql(
  'reporting.find_chart_note',
  `select chart_note_id, day::text, shop_id, body, author_id, changed_at from reporting.chart_note
    where tenant_id = $1 and chart_note_id = $2`,
);
const upsertStatement = sql(
  'reporting.upsert_chart_note',
  `insert into reporting.chart_note (tenant_id, chart_note_id, day, shop_id, body, author_id, changed_at)
   select $1, $2::uuid, $3::date, $4::uuid, $5, $6, $7::timestamptz
    where exists (select from reporting.chart_note where tenant_id = $1 and chart_note_id = $2::uuid)
       or (select count(*) from reporting.chart_note where tenant_id = $1) < ${maxNotes}
   on conflict (tenant_id, chart_note_id) do update set
     day = excluded.day, shop_id = excluded.shop_id, body = excluded.body, author_id = excluded.author_id,
     changed_at = excluded.changed_at`,
);
const deleteStatement = sql(
  'reporting.delete_chart_note',
  'delete from reporting.chart_note where tenant_id = $1 and chart_note_id = $2',
);
const disownStatement = sql(
  'reporting.disown_chart_notes',
  'update reporting.chart_note set author_id = null where tenant_id = $1 and author_id = $2',
);

/** Returns the newest notes of some days, by day. */
export function listNotes(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  { from, to }: { from: string; to: string },
): Promise<StoredNote[]> {
  return database.tenantRead<StoredNote>(tenantId, listStatement, [tenantId, from, to]);
}

/** Returns a note, or null if there is none. The team's notes stay as they are until the end of the transaction. */
export async function lockNote(
  tx: TenantTransaction,
  chartNoteId: string,
): Promise<StoredNote | null> {
  await lockOfTenant(tx, 'reporting.chart_note');
  const [note] = await tx.query<StoredNote>(findStatement, [tx.tenantId, chartNoteId]);
  return note ?? null;
}

/** Inserts or replaces a locked note. Returns false if the team has too many to insert another. */
export async function upsertNote(tx: TenantTransaction, note: StoredNote): Promise<boolean> {
  const { chartNoteId, day, shopId, body, authorId, changedAt } = note;
  const values = [tx.tenantId, chartNoteId, day, shopId, body, authorId, changedAt];
  return (await tx.execute(upsertStatement, values)) > 0;
}

/** Deletes a note. Returns whether there was one. */
export async function deleteNote(tx: TenantTransaction, chartNoteId: string): Promise<boolean> {
  return (await tx.execute(deleteStatement, [tx.tenantId, chartNoteId])) > 0;
}

/** Removes the author of the notes of a former member. The notes stay with the team. */
export async function disownNotesOfMember(tx: TenantTransaction, accountId: string): Promise<void> {
  await tx.execute(disownStatement, [tx.tenantId, accountId]);
}
