import { hash } from 'node:crypto';
import { sql, type Database } from '../../platform/database/database.ts';
import { nameKey, type Account, type AccountStore } from '../accounts/accounts.ts';
import { createExternalIdentities } from '../accounts/external-identities.ts';

/** A user's profile at the outside provider. */
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
// An address is not replaced by another one.
const completeEmail = sql(
  'identity.complete_email_of_outside_account',
  `update identity.account set email = $2, email_key = $3, email_verified_at = case when $4 then $5::timestamptz end,
     updated_at = $5
   where id = $1 and (email is null or (email_key = $3 and email_verified_at is null and $4))
     and not exists (select from identity.account other where other.email_key = $3 and other.id <> $1)`,
);

/** Distinguishes a lost race, which may be retried, from other errors. */
class AlreadyLinked extends Error {
  override readonly name = 'AlreadyLinked';
}

/** Creates the store of accounts for users of the outside provider: one for each issuer and subject. */
export function createOutsideAccounts(database: Database, accounts: AccountStore, issuer: string) {
  const externalIdentities = createExternalIdentities(database);
  const findAccountId = (subject: string) => externalIdentities.accountOf({ issuer, subject });

  async function create(subject: string, profile: OutsideProfile | null): Promise<void> {
    const key = hash('sha256', `${issuer} ${subject}`, 'hex').slice(0, 32);
    const account = {
      username: `outside-${key}`,
      ...(profile?.name && { name: profile.name }),
      roles: [],
    };
    const { email, emailVerified = false } = profile ?? {};
    await database.transaction(async (tx) => {
      // Sharing an address with another account proves nothing; this account is then created without an address.
      const made =
        (email && (await accounts.createIn(tx, { ...account, email, emailVerified }))) ||
        (await accounts.createIn(tx, account));
      if (!made || !(await externalIdentities.add(tx, { issuer, subject }, made.sub)))
        throw new AlreadyLinked();
    });
  }

  return {
    /** Returns the account of a subject; null when there is none or it is closed. */
    async find(subject: string): Promise<Account | null> {
      const id = await findAccountId(subject);
      return id === null ? null : accounts.find(id);
    },
    /**
     * Returns the account of a subject that signs in. Creates it the first time; later updates its name to the
     * provider's, adds an address if it has none, and confirms it once the provider has.
     * @param profile null when the provider did not answer
     */
    async findOrCreate(subject: string, profile: OutsideProfile | null): Promise<Account | null> {
      const accountId = await findAccountId(subject);
      if (accountId === null) {
        await create(subject, profile).catch((error: unknown) => {
          if (!(error instanceof AlreadyLinked)) throw error;
        });
      } else if (profile) {
        const { name, email, emailVerified } = profile;
        const now = new Date();
        if (name) await database.execute(updateName, [accountId, name, now]);
        if (email) {
          const values = [accountId, email, nameKey(email), emailVerified, now];
          await database.execute(completeEmail, values);
        }
      }
      return this.find(subject);
    },
  };
}
