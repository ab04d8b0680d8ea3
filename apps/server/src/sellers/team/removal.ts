import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import { deleteCoreSessionsOf } from '../core-session/core-session-store.ts';
import { deleteProfile } from '../profile/profile-store.ts';
import { lockTeam, removeMember } from './membership.ts';

/**
 * Deletes the core sessions, profile and membership of a removed account. Idempotent. The team's lock orders
 * concurrent removals, so that the last one sees that no one is left.
 * @returns whether the team has other members.
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
    await deleteProfile(tx, accountId);
    await removeMember(tx, accountId);
    await onMemberRemoved?.(tx, accountId);
    return { someoneLeft: members.some((member) => member.accountId !== accountId) };
  });
}
