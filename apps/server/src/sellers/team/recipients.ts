import type { TeamRole } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import type { IdentityDirectory } from '../identity-directory.ts';

/** A member of a team, as somebody who is told things. */
export interface Recipient {
  accountId: string;
  role: TeamRole;
  /** The confirmed address of the account. The profile's is not used: nobody has confirmed that it is theirs. */
  email: string | null;
}

const selectMembers = sql(
  'sellers.recipients',
  `select account_id, role from sellers.member
   where tenant_id = $1 order by joined_at, account_id`,
);

/** Everybody in a team whose account is still there. */
export async function listRecipients(
  database: Database,
  directory: Pick<IdentityDirectory, 'account'>,
  tenantId: string,
): Promise<Recipient[]> {
  const rows = await database.tenantRead<{
    account_id: string;
    role: TeamRole;
  }>(tenantId, selectMembers, [tenantId]);
  const found = await Promise.all(
    rows.map(async ({ account_id: accountId, role }) => {
      const profile = await directory.account(accountId);
      if (!profile) return [];
      return [{ accountId, role, email: profile.emailVerified ? profile.email : null }];
    }),
  );
  return found.flat();
}
