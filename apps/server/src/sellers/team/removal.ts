import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { deleteCoreSessionsOf } from '../core-session/core-session-store.ts';
import { lockTeam, removeMember } from './membership.ts';

const deleteProfile = sql(
  'sellers.remove_profile',
  'delete from sellers.profile where tenant_id = $1 and account_id = $2',
);

/**
 * An account is gone: its sessions at the core service end, and its profile and membership go. Two people who leave one
 * team at the same moment take turns, so that the second one sees that nobody is left. Doing it twice is no error.
 * @returns whether anybody is left in the team.
 */
export async function removeAccountFromTeam(
  database: Database,
  tenantId: string,
  accountId: string,
  onMemberRemoved?: (tx: TenantTransaction, accountId: string) => Promise<void>,
): Promise<{ someoneLeft: boolean }> {
  return database.tenant(tenantId, async (tx) => {
    const { members } = await lockTeam(tx);
    await deleteCoreSessionsOf(tx, accountId);
    await tx.execute(deleteProfile, [tenantId, accountId]);
    await removeMember(tx, accountId);
    await onMemberRemoved?.(tx, accountId);
    return { someoneLeft: members.some((member) => member.accountId !== accountId) };
  });
}
