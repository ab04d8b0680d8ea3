import type { TeamRole } from '@seller-connect/contract';
import { notify } from '../../notifications/index.ts';
import type { TenantTransaction } from '../../platform/database/database.ts';

/**
 * Tells a member, in the transaction of that, that somebody gave them another role. Once within an hour of the clock:
 * further changes in it correct what was told and cause no other letter.
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

/** Tells the owners, in the transaction of that, who has joined their team. */
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
