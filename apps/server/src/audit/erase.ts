import { sql, type Database, type TenantTransaction } from '../platform/database/database.ts';

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
