import { createHash } from 'node:crypto';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Account, Accounts } from '../accounts/accounts.ts';
import { createLinks } from '../accounts/external-identities.ts';

/** What the outside provider says of a person. */
export interface OutsideProfile {
  name: string | null;
  email: string | null;
  emailVerified: boolean;
}

const rename = sql(
  'identity.rename_outside_account',
  `update identity.account set name = $2, updated_at = $3
   where id = $1 and name is distinct from $2`,
);

/** Tells the retry of a lost race from a name that is taken. */
class LinkedMeanwhile extends Error {}

/** The accounts here of people who sign in at the outside provider: one for each issuer and subject. */
export function createOutsideAccounts(database: Database, accounts: Accounts, issuer: string) {
  const links = createLinks(database);
  const accountOf = (subject: string) => links.accountOf({ issuer, subject });

  async function create(subject: string, profile: OutsideProfile | null): Promise<void> {
    const key = createHash('sha256').update(`${issuer} ${subject}`).digest('hex').slice(0, 32);
    const account = {
      username: `outside-${key}`,
      ...(profile?.name && { name: profile.name }),
      roles: [],
    };
    const { email, emailVerified = false } = profile ?? {};
    await database.transaction(async (tx) => {
      // Another account may have the address, which proves nothing: the person goes without one.
      const made =
        (email && (await accounts.createIn(tx, { ...account, email, emailVerified }))) ||
        (await accounts.createIn(tx, account));
      if (!made || !(await links.add(tx, { issuer, subject }, made.sub)))
        throw new LinkedMeanwhile();
    });
  }

  return {
    /** The person's account; null while there is none, and for one that is closed. */
    async find(subject: string): Promise<Account | null> {
      const id = await accountOf(subject);
      return id === null ? null : accounts.find(id);
    },
    /**
     * The account of a person who signs in, made at the first time and named as the provider has it now.
     * @param profile null where the provider did not answer
     */
    async enter(subject: string, profile: OutsideProfile | null): Promise<Account | null> {
      const known = await accountOf(subject);
      if (known === null) {
        await create(subject, profile).catch((error: unknown) => {
          if (!(error instanceof LinkedMeanwhile)) throw error;
        });
      } else if (profile?.name) {
        await database.execute(rename, [known, profile.name, new Date()]);
      }
      return this.find(subject);
    },
  };
}
