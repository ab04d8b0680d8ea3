import { createHash } from 'node:crypto';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Account, AccountStore } from '../accounts/accounts.ts';
import { createExternalIdentities } from '../accounts/external-identities.ts';

/** What the outside provider says of a person. */
export interface OutsideProfile {
  name: string | null;
  email: string | null;
  emailVerified: boolean;
}

const updateName = sql(
  'identity.rename_outside_account',
  `update identity.account set name = $2, updated_at = $3
   where id = $1 and name is distinct from $2`,
);

/** Tells the retry of a lost race from a name that is taken. */
class AlreadyLinked extends Error {}

/** The accounts here of people who sign in at the outside provider: one for each issuer and subject. */
export function createOutsideAccounts(database: Database, accounts: AccountStore, issuer: string) {
  const externalIdentities = createExternalIdentities(database);
  const findAccountId = (subject: string) => externalIdentities.accountOf({ issuer, subject });

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
      if (!made || !(await externalIdentities.add(tx, { issuer, subject }, made.sub)))
        throw new AlreadyLinked();
    });
  }

  return {
    /** The person's account; null while there is none, and for one that is closed. */
    async find(subject: string): Promise<Account | null> {
      const id = await findAccountId(subject);
      return id === null ? null : accounts.find(id);
    },
    /**
     * The account of a person who signs in, made at the first time and named as the provider has it now.
     * @param profile null where the provider did not answer
     */
    async findOrCreate(subject: string, profile: OutsideProfile | null): Promise<Account | null> {
      const accountId = await findAccountId(subject);
      if (accountId === null) {
        await create(subject, profile).catch((error: unknown) => {
          if (!(error instanceof AlreadyLinked)) throw error;
        });
      } else if (profile?.name) {
        await database.execute(updateName, [accountId, profile.name, new Date()]);
      }
      return this.find(subject);
    },
  };
}
