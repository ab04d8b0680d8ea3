import { sql, type Database, type TenantTransaction } from '../platform/database/database.ts';

const deleteMemberNameStatement = sql('audit.forget_member', 'select audit.forget_member($1)');
const deleteEntriesStatement = sql('audit.erase_trail', 'select audit.erase_trail($1) as erased');

/** Removes the name of a removed account from what was done to it. */
export async function deleteMemberName(
  database: Database,
  tenantId: string,
  accountId: string,
): Promise<void> {
  await database.tenant(tenantId, (tx) => tx.execute(deleteMemberNameStatement, [accountId]));
}

/** Deletes entries of a team that nobody is left in, `maxRows` at most. @returns how many */
export async function deleteEntries(tx: TenantTransaction, maxRows: number): Promise<number> {
  const [row] = await tx.query<{ erased: bigint }>(deleteEntriesStatement, [maxRows]);
  return Number(row?.erased ?? 0n);
}
