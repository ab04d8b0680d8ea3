import { sql, type Database, type Sql } from '../../platform/database/database.ts';
import { isUuid, newId } from '../../platform/ids.ts';

/** A user's account: the identity part of the specification's current-user profile. */
export interface Account {
  sub: string;
  /** The seller team the account works in; its own one until it joins another. */
  tenantId: string;
  username: string | null;
  name: string | null;
  picture: string | null;
  email: string | null;
  emailVerified: boolean;
  phoneNumber: string | null;
  address: string | null;
  /** YYYY-MM-DD. */
  birthday: string | null;
  roles: string[];
  /** Permissions of all roles together, each `app:resource:action`. */
  permissions: string[];
  metaData: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
  demo: boolean;
}

/** What sign-in needs besides the account; never leaves this domain. */
export interface Credentials {
  accountId: string;
  /** PHC string; null when no password is set. */
  password: string | null;
  passwordChangedAt: Date | null;
  usable: boolean;
}

/** The version of the privacy notice that the web build shows at `/privacy`: `privacyVersion` in its `pages.ts`. */
export const privacyNoticeVersion = '2026-11-24';

export interface NewAccount {
  username?: string;
  email?: string;
  emailVerified?: boolean;
  name?: string;
  phoneNumber?: string;
  /** PHC string. */
  password?: string;
  roles: readonly string[];
  demo?: boolean;
  /** The version of the privacy notice that the user accepted. */
  privacy?: { version: string; acceptedAt: Date };
}

const columns = `a.id as sub, a.tenant_id, a.username, a.email, a.email_verified_at is not null as email_verified, a.name, a.picture, a.phone_number,
  a.address, a.birthday, a.meta_data, a.is_demo as demo, a.created_at, a.updated_at,
  array(select ar.role from identity.account_role ar where ar.account_id = a.id order by ar.role) as roles,
  array(select distinct rp.permission from identity.account_role ar
    join identity.role_permission rp on rp.role = ar.role
    where ar.account_id = a.id order by rp.permission) as permissions`;

const readAccount = sql(
  'identity.read_account',
  `select ${columns} from identity.account a
   where a.id = $1 and a.disabled_at is null and (not a.is_demo or $2)`,
);
const readCredentials = sql(
  'identity.read_credentials',
  `select id as account_id, password, password_changed_at,
     (disabled_at is null and (not is_demo or $2)) as usable from identity.account
   where username_key = $1 or email_key = $1`,
);
const insertAccount = sql(
  'identity.insert_account',
  `insert into identity.account (id, tenant_id, username, username_key, email, email_key, email_verified_at,
     name, phone_number, password, password_changed_at, is_demo, created_at, updated_at,
     privacy_version, privacy_accepted_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15)
   on conflict do nothing`,
);
const insertRole = sql(
  'identity.grant_role',
  `insert into identity.account_role (account_id, role, granted_at) values ($1, $2, $3)
   on conflict do nothing`,
);
const updatePasswordHash = sql(
  'identity.save_password_hash',
  'update identity.account set password = $2 where id = $1 and password = $3',
);
const updateLastSignIn = sql(
  'identity.record_sign_in',
  'update identity.account set last_sign_in_at = $2 where id = $1',
);

const readPassword = sql(
  'identity.read_password',
  'select password as hash, password_changed_at as changed_at from identity.account where id = $1 and disabled_at is null',
);
// The lock waits for a transaction that changes the password, and keeps others from changing it.
const readPasswordChange = sql(
  'identity.read_password_change',
  'select password_changed_at from identity.account where id = $1 for no key update',
);
const setPassword = sql(
  'identity.set_password',
  `update identity.account set password = $2, password_changed_at = $3, updated_at = $3,
     email_verified_at = coalesce(email_verified_at, case when $4 then $3::timestamptz end)
   where id = $1`,
);
const setEmail = sql(
  'identity.set_email',
  `update identity.account set email = $2, email_key = $3, email_verified_at = $4, updated_at = $4
   where id = $1
     and not exists (select from identity.account other where other.email_key = $3 and other.id <> $1)`,
);
const removeAccount = sql('identity.remove_account', 'delete from identity.account where id = $1');

/** Returns the lookup key of a username or email address. Names that users consider equal share one key. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

export interface AccountStore {
  /** Finds an account. Resolves to null if it is unknown or disabled, and for a demo account outside demo mode. */
  find(sub: string, tx?: Sql): Promise<Account | null>;
  /** Finds credentials by username or email address. */
  credentials(name: string): Promise<Credentials | null>;
  /** Creates an account. Resolves to null when the username or email address is taken. */
  create(account: NewAccount): Promise<{ sub: string; tenantId: string } | null>;
  /** Same as `create`, in the caller's transaction. */
  createIn(tx: Sql, account: NewAccount): Promise<{ sub: string; tenantId: string } | null>;
  /** Returns the password hash as a PHC string, null when no password is set, and when it was set. */
  passwordOf(sub: string): Promise<{ hash: string | null; changedAt: Date | null }>;
  /**
   * Whether the account exists and its password is still the one that was set at this instant. It stays so until the
   * transaction ends.
   */
  isPasswordUnchanged(sub: string, changedAt: Date | null, tx?: Sql): Promise<boolean>;
  /**
   * Sets the password.
   * @param proven whether the user has just proven control of the account's mailbox; confirms the address.
   */
  setPassword(tx: Sql, sub: string, hash: string, proven: boolean): Promise<void>;
  /** Sets and confirms the email address. Resolves to false when another account has it. */
  setEmail(tx: Sql, sub: string, email: string): Promise<boolean>;
  remove(tx: Sql, sub: string): Promise<void>;
  /** Replaces a hash with a stronger one of the same password, unless the password was changed meanwhile. */
  replaceHash(sub: string, previous: string, next: string): Promise<void>;
  recordSignIn(sub: string, at: Date): Promise<void>;
}

export function createAccountStore(database: Database, options: { demo: boolean }): AccountStore {
  return {
    async find(sub, tx = database) {
      if (!isUuid(sub)) return null;
      const [row] = await tx.query<Account>(readAccount, [sub, options.demo]);
      if (!row) return null;
      const dates = {
        date_created: row.createdAt.toISOString(),
        date_modified: row.updatedAt.toISOString(),
      };
      return { ...row, metaData: { ...row.metaData, ...dates } };
    },

    async credentials(name) {
      const values = [nameKey(name), options.demo];
      const [row] = await database.query<Credentials>(readCredentials, values);
      return row ?? null;
    },

    create: (account) => database.transaction((tx) => createInTransaction(tx, account)),
    createIn: createInTransaction,
    async passwordOf(sub) {
      type Row = { hash: string | null; changedAt: Date | null };
      const [row] = await database.query<Row>(readPassword, [sub]);
      return row ?? { hash: null, changedAt: null };
    },
    async isPasswordUnchanged(sub, changedAt, tx = database) {
      type Row = { passwordChangedAt: Date | null };
      const [row] = await tx.query<Row>(readPasswordChange, [sub]);
      return row !== undefined && row.passwordChangedAt?.getTime() === changedAt?.getTime();
    },
    async setPassword(tx, sub, hash, isMailboxProven) {
      await tx.execute(setPassword, [sub, hash, new Date(), isMailboxProven]);
    },
    async setEmail(tx, sub, email) {
      return (await tx.execute(setEmail, [sub, email, nameKey(email), new Date()])) === 1;
    },
    async remove(tx, sub) {
      await tx.execute(removeAccount, [sub]);
    },

    async replaceHash(sub, previous, next) {
      await database.execute(updatePasswordHash, [sub, next, previous]);
    },
    async recordSignIn(sub, at) {
      await database.execute(updateLastSignIn, [sub, at]);
    },
  };
}

async function createInTransaction(tx: Sql, account: NewAccount) {
  const now = new Date();
  const sub = newId();
  const tenantId = newId();
  const inserted = await tx.execute(insertAccount, [
    sub,
    tenantId,
    account.username ?? null,
    account.username === undefined ? null : nameKey(account.username),
    account.email ?? null,
    account.email === undefined ? null : nameKey(account.email),
    account.emailVerified ? now : null,
    account.name ?? null,
    account.phoneNumber ?? null,
    account.password ?? null,
    account.password === undefined ? null : now,
    account.demo ?? false,
    now,
    account.privacy?.version ?? null,
    account.privacy?.acceptedAt ?? null,
  ]);
  if (inserted === 0) return null;
  for (const role of account.roles) await tx.execute(insertRole, [sub, role, now]);
  return { sub, tenantId };
}
