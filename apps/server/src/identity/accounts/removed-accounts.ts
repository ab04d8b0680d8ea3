import { sql, type Database, type Sql } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';

// Records the current team and those that the account would return to.
const insertRemoval = sql(
  'identity.record_removal',
  `insert into identity.removed_account (account_id, tenant_id, removed_at)
   select a.id, team.id, $2 from identity.account a,
     unnest(array[a.tenant_id, a.return_tenant_id] || a.earlier_tenant_ids) as team (id)
   where a.id = $1 and team.id is not null
   on conflict do nothing`,
);
const selectRemovals = sql(
  'identity.read_removals',
  'select account_id as sub, tenant_id from identity.removed_account order by removed_at',
);
const deleteRemoval = sql(
  'identity.delete_removal',
  'delete from identity.removed_account where account_id = $1 and tenant_id = $2',
);

/** A removed account and a team it belonged to. */
export interface RemovedAccount {
  sub: string;
  tenantId: string;
}

/** Deletes another domain's data of an account. Must be idempotent, because it may be called again. */
export type OnAccountRemoved = (account: RemovedAccount) => Promise<void>;

export interface RemovedAccounts {
  /** Records a removal. Call it in the transaction of the removal, before the account row is deleted. */
  record(tx: Sql, sub: string): Promise<void>;
  /**
   * Notifies the other domains of every pending removal, until stopped. Failures are logged and retried on the next
   * call.
   */
  notifyDomains(stopping?: AbortSignal): Promise<void>;
}

export function createRemovedAccounts(dependencies: {
  database: Pick<Database, 'query' | 'execute'>;
  onAccountRemoved: OnAccountRemoved;
  log: Pick<Log, 'error'>;
}): RemovedAccounts {
  const { database, log } = dependencies;
  return {
    async record(tx, sub) {
      await tx.execute(insertRemoval, [sub, new Date()]);
    },
    async notifyDomains(stopping) {
      for (const removed of await database.query<RemovedAccount>(selectRemovals)) {
        if (stopping?.aborted) return;
        const { sub, tenantId } = removed;
        try {
          await dependencies.onAccountRemoved(removed);
          await database.execute(deleteRemoval, [sub, tenantId]);
        } catch (error) {
          log.error(
            { event: 'identity.erasure_incomplete', err: error, actor: sub },
            'Data of a removed account is not all deleted yet; the next round tries again',
          );
        }
      }
    },
  };
}
