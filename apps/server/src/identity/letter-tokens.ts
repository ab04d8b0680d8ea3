import { randomBytes } from 'node:crypto';
import { sql, type Sql } from '../platform/database.ts';
import { hashOf } from './artifacts.ts';

const replace = sql(
  'identity.replace_letter_token',
  `insert into identity.letter_token (account_id, purpose, token_hash, email, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (account_id, purpose) do update set token_hash = excluded.token_hash,
     email = excluded.email, created_at = excluded.created_at, expires_at = excluded.expires_at`,
);
const look = sql(
  'identity.look_at_letter_token',
  `select account_id, email from identity.letter_token
   where purpose = $1 and token_hash = $2 and expires_at > $3`,
);
const take = sql(
  'identity.take_letter_token',
  `delete from identity.letter_token where purpose = $1 and token_hash = $2 and expires_at > $3
   returning account_id, email`,
);
const removeOld = sql(
  'identity.remove_old_letter_tokens',
  'delete from identity.letter_token where expires_at < $1',
);

const hour = 60 * 60_000;

/** How long a link in a letter can be used, in milliseconds. */
export const linkLives = {
  registration: 24 * hour,
  change_email: 24 * hour,
  reset_password: hour / 2,
  unlock: 24 * hour,
} as const;

export type LetterPurpose = 'reset_password' | 'change_email' | 'unlock';

/** What the secret in a letter stands for. */
export interface LetterToken {
  accountId: string;
  /** The new address, for `change_email`. */
  email: string | null;
}

/** 256 random bits; only their SHA-256 is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A secret as `newSecret` makes it. */
export const secretPattern = /^[\w-]{43}$/;

/** Makes a secret for a letter. An earlier one for the same purpose ends. */
export async function makeLetterToken(
  tx: Sql,
  given: { accountId: string; purpose: LetterPurpose; email?: string },
): Promise<string> {
  const secret = newSecret();
  const now = new Date();
  const until = new Date(now.getTime() + linkLives[given.purpose]);
  const { accountId, purpose, email = null } = given;
  await tx.execute(replace, [accountId, purpose, hashOf(secret), email, now, until]);
  return secret;
}

/** Null for a secret that is unknown, used or expired. */
export async function lookAtLetterToken(
  tx: Sql,
  purpose: LetterPurpose,
  secret: string,
): Promise<LetterToken | null> {
  const values = [purpose, hashOf(secret), new Date()];
  return toToken(await tx.query<Row>(look, values));
}

/** Uses it up: of any number of parallel calls one gets it. */
export async function takeLetterToken(
  tx: Sql,
  purpose: LetterPurpose,
  secret: string,
): Promise<LetterToken | null> {
  const values = [purpose, hashOf(secret), new Date()];
  return toToken(await tx.query<Row>(take, values));
}

export function removeOldLetterTokens(database: Sql, now: Date): Promise<number> {
  return database.execute(removeOld, [now]);
}

interface Row {
  account_id: string;
  email: string | null;
}

function toToken([row]: Row[]): LetterToken | null {
  return row ? { accountId: row.account_id, email: row.email } : null;
}
