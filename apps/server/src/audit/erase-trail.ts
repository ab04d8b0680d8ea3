import { sql, type Database, type TenantTransaction } from '../platform/database/database.ts';

const deleteName = sql('audit.forget_member', 'select audit.forget_member($1)');
const eraseEntries = sql('audit.erase_trail', 'select audit.erase_trail($1) as erased');

/** Removes the name of a removed account from what was done to it. */
export async function deleteMemberName(
  database: Database,
  tenantId: string,
  accountId: string,
): Promise<void> {
  await database.tenant(tenantId, (tx) => tx.execute(deleteName, [accountId]));
}

/** Deletes entries of a team that nobody is left in, `maxRows` at most. @returns how many */
export async function eraseTrail(tx: TenantTransaction, maxRows: number): Promise<number> {
  const [row] = await tx.query<{ erased: bigint }>(eraseEntries, [maxRows]);
  return Number(row?.erased ?? 0n);
}
