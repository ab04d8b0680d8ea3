import { sql, type TenantTransaction } from './database.ts';

const lockStatement = sql(
  'platform.lock_of_tenant',
  'select pg_advisory_xact_lock(hashtext($1), hashtext($2))',
);

/**
 * Waits until no other transaction of the tenant has the lock, and holds it to the end of this one.
 * @param part what of the tenant the lock is for; all of it by default
 */
export async function lockOfTenant(tx: TenantTransaction, name: string, part = ''): Promise<void> {
  await tx.query(lockStatement, [name, tx.tenantId + part]);
}
