import type { TeamRole } from '@seller-connect/contract';
import { sql, type Database } from '../platform/database.ts';
import type { People } from './people.ts';

/** A member of a team, as somebody who is told things. */
export interface Recipient {
  accountId: string;
  role: TeamRole;
  /** That of the profile, which says what it is for; else that of the account. Null when neither is known. */
  email: string | null;
}

const read = sql(
  'sellers.recipients',
  `select m.account_id, m.role, p.email from sellers.member m
   left join sellers.profile p on p.tenant_id = m.tenant_id and p.account_id = m.account_id
   where m.tenant_id = $1 order by m.joined_at, m.account_id`,
);

/** Everybody in a team whose account is still there. */
export async function readRecipients(
  database: Database,
  people: Pick<People, 'person'>,
  tenantId: string,
): Promise<Recipient[]> {
  const rows = await database.tenantRead<{
    account_id: string;
    role: TeamRole;
    email: string | null;
  }>(tenantId, read, [tenantId]);
  const found = await Promise.all(
    rows.map(async ({ account_id: accountId, role, email }) => {
      const person = await people.person(accountId);
      return person ? [{ accountId, role, email: email ?? person.email }] : [];
    }),
  );
  return found.flat();
}
