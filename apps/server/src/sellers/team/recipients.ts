import type { TeamRole } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import type { IdentityDirectory } from '../identity-directory.ts';

/** A team member as a recipient of notifications. */
export interface Recipient {
  accountId: string;
  role: TeamRole;
  /** The account's confirmed address. The profile's address is not used, because it is unconfirmed. */
  email: string | null;
}

const selectMembers = sql(
  'sellers.recipients',
  `select account_id, role from sellers.member
   where tenant_id = $1 order by joined_at, account_id`,
);

/** Lists the members of a team whose accounts still exist. */
export async function listRecipients(
  database: Database,
  directory: Pick<IdentityDirectory, 'account'>,
  tenantId: string,
): Promise<Recipient[]> {
  type Row = Omit<Recipient, 'email'>;
  const rows = await database.tenantRead<Row>(tenantId, selectMembers, [tenantId]);
  const found = await Promise.all(
    rows.map(async ({ accountId, role }) => {
      const profile = await directory.account(accountId);
      if (!profile) return [];
      return [{ accountId, role, email: profile.emailVerified ? profile.email : null }];
    }),
  );
  return found.flat();
}
