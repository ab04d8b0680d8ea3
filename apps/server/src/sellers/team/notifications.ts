import type { TeamRole } from '@seller-connect/contract';
import { notify } from '../../notifications/index.ts';
import type { TenantTransaction } from '../../platform/database/database.ts';

/**
 * Notifies a member of a new role, in the transaction of the change. There is one notification per member and clock
 * hour: further changes within that hour update it and send no other email.
 */
export async function notifyRoleChanged(
  tx: TenantTransaction,
  change: { accountId: string; role: TeamRole; by: { id: string; name: string } },
  now: Date,
): Promise<void> {
  const { accountId, role, by } = change;
  await notify(
    tx,
    {
      kind: 'role_changed',
      key: `${accountId}:${now.toISOString().slice(0, 13)}`,
      subject: `member:${accountId}`,
      accountId,
      updates: true,
      facts: { shops: [], role, by },
    },
    now,
  );
}

/** Notifies the owners of a new member, in the transaction of the joining. */
export async function notifyMemberJoined(
  tx: TenantTransaction,
  { id, name, role }: { id: string; name: string; role: TeamRole },
  now: Date,
): Promise<void> {
  await notify(
    tx,
    {
      kind: 'member_joined',
      key: `${id}:${now.toISOString()}`,
      subject: `member:${id}`,
      facts: { shops: [], role, by: { id, name } },
    },
    now,
  );
}
