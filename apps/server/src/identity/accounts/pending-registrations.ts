import { sql, type Sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { nameKey } from './accounts.ts';
import { linkLifetimesMs } from './link-tokens.ts';
import { generateSecret, hashToken } from '../../platform/secrets.ts';

const upsertRegistration = sql(
  'identity.save_registration',
  `insert into identity.registration
     (id, email, email_key, name, password, browser_hash, interaction, return_path, created_at, expires_at,
      privacy_version)
   values ($1, $2, $3, $4, $5, $6, $7, $10, $8, $9, $11)
   on conflict (email_key, browser_hash) do update set email = excluded.email,
     name = excluded.name, password = excluded.password,
     interaction = excluded.interaction, return_path = excluded.return_path, created_at = excluded.created_at,
     privacy_version = excluded.privacy_version,
     id = case when $12 then excluded.id else registration.id end,
     token_hash = case when $12 then null else registration.token_hash end,
     expires_at = case when $12 then excluded.expires_at else registration.expires_at end`,
);
const setToken = sql(
  'identity.set_registration_token',
  `update identity.registration set token_hash = $2 where id = $1 and expires_at > $3
   returning email, interaction`,
);
const selectRegistration = sql(
  'identity.find_registration',
  `select id, email, name, password, browser_hash, return_path,
     privacy_version, created_at
   from identity.registration
   where token_hash = $1 and expires_at > $2`,
);
const deleteRegistration = sql(
  'identity.consume_registration',
  'delete from identity.registration where id = $1 and token_hash = $2 returning id',
);
const deleteOfMailbox = sql(
  'identity.remove_registrations_of_mailbox',
  'delete from identity.registration where email_key = $1',
);
const deleteExpired = sql(
  'identity.remove_old_registrations',
  'delete from identity.registration where expires_at < $1',
);

interface PendingRegistration {
  id: string;
  email: string;
  name: string;
  /** PHC string. */
  password: string;
  /** The application page to return to after registration; null when unknown. */
  returnPath: string | null;
  /** The accepted version of the privacy notice; null when the form did not name one. */
  privacy: { version: string; acceptedAt: Date } | null;
  /** Whether the requesting browser is the one that registered. */
  sameBrowser: boolean;
}

/** Stores a registration until its mailbox is proven. @returns its id. */
export async function saveRegistration(
  tx: Sql,
  given: {
    email: string;
    name: string;
    password: string;
    browser: string;
    interaction: string;
    returnPath: string | null;
    privacyVersion: string;
    /** Whether a new link is emailed; the link of before stays valid otherwise. */
    sendsLink: boolean;
  },
): Promise<string> {
  const id = newId();
  const now = new Date();
  await tx.execute(upsertRegistration, [
    id,
    given.email,
    nameKey(given.email),
    given.name,
    given.password,
    hashToken(given.browser),
    given.interaction,
    now,
    new Date(now.getTime() + linkLifetimesMs.registration),
    given.returnPath,
    given.privacyVersion,
    given.sendsLink,
  ]);
  return id;
}

/**
 * Issues a new secret for the confirmation email. Resolves to null when the registration has expired or was
 * consumed.
 */
export async function issueRegistrationToken(
  tx: Sql,
  id: string,
): Promise<{ email: string; interaction: string; secret: string } | null> {
  const secret = generateSecret();
  const values = [id, hashToken(secret), new Date()];
  const [row] = await tx.query<{ email: string; interaction: string | null }>(setToken, values);
  return row ? { email: row.email, interaction: row.interaction ?? '', secret } : null;
}

/**
 * Finds a registration by its secret.
 * @param browser value of the registration cookie in the requesting browser; empty when it has none.
 */
export async function findRegistration(
  tx: Sql,
  secret: string,
  browser: string,
): Promise<PendingRegistration | null> {
  const [row] = await tx.query<{
    id: string;
    email: string;
    name: string;
    password: string;
    returnPath: string | null;
    browserHash: Buffer;
    privacyVersion: string | null;
    createdAt: Date;
  }>(selectRegistration, [hashToken(secret), new Date()]);
  if (!row) return null;
  const { browserHash, privacyVersion: version, createdAt: acceptedAt, ...rest } = row;
  const privacy = version === null ? null : { version, acceptedAt };
  return {
    ...rest,
    privacy,
    sameBrowser: browser !== '' && browserHash.equals(hashToken(browser)),
  };
}

/**
 * Consumes a registration and deletes all others for the same mailbox. Exactly one of several parallel calls
 * succeeds.
 */
export async function consumeRegistration(
  tx: Sql,
  registration: PendingRegistration,
  secret: string,
): Promise<boolean> {
  if ((await tx.execute(deleteRegistration, [registration.id, hashToken(secret)])) === 0)
    return false;
  await tx.execute(deleteOfMailbox, [nameKey(registration.email)]);
  return true;
}

export function deleteExpiredRegistrations(database: Sql, now: Date): Promise<number> {
  return database.execute(deleteExpired, [now]);
}
