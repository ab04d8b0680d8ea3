import { randomBytes } from 'node:crypto';
import { sql, type Sql } from '../../platform/database/database.ts';
import { hashOf } from '../tokens/artifacts.ts';

// The lock on the account orders this against a new password, which cancels links that were asked for before it.
const insert = sql(
  'identity.insert_letter_token',
  `insert into identity.letter_token
     (account_id, purpose, token_hash, email, asked_at, created_at, expires_at)
   select a.id, $2, $3, $4, $5, $6, $7 from identity.account a
   where a.id = $1 and ($2 = 'undo_email' or a.links_valid_from is null or a.links_valid_from < $5)
   for share of a`,
);
const deleteEarlier = sql(
  'identity.delete_earlier_letter_tokens',
  'delete from identity.letter_token where account_id = $1 and purpose = $2',
);
const look = sql(
  'identity.look_at_letter_token',
  `select account_id, email, coalesce(asked_at, created_at) as asked_at from identity.letter_token
   where purpose = $1 and token_hash = $2 and expires_at > $3`,
);
const take = sql(
  'identity.take_letter_token',
  `delete from identity.letter_token where purpose = $1 and token_hash = $2 and expires_at > $3
   returning account_id, email, coalesce(asked_at, created_at) as asked_at`,
);
const deleteUndo = sql(
  'identity.delete_later_undo_tokens',
  `delete from identity.letter_token
   where account_id = $1 and purpose = 'undo_email' and coalesce(asked_at, created_at) >= $2`,
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
  undo_email: 7 * 24 * hour,
} as const;

export type LetterPurpose = 'reset_password' | 'change_email' | 'unlock' | 'undo_email';

/** What the secret in a letter stands for. */
export interface LetterToken {
  accountId: string;
  /** The new address for `change_email`, the former one for `undo_email`. */
  email: string | null;
  /** When the person asked for what the link does. */
  askedAt: Date;
}

/** 256 random bits; only their SHA-256 is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A secret as `newSecret` makes it. */
export const secretPattern = /^[\w-]{43}$/;

/**
 * Makes a secret for a letter. For a change of address it replaces the earlier one; links for other purposes work beside
 * each other until they expire.
 * @returns null when a new password or address has cancelled what was asked for.
 */
export async function makeLetterToken(
  tx: Sql,
  given: { accountId: string; purpose: LetterPurpose; askedAt: Date; email?: string },
): Promise<string | null> {
  const { accountId, purpose, askedAt, email = null } = given;
  const secret = newSecret();
  const now = new Date();
  const until = new Date(now.getTime() + linkLives[purpose]);
  if (purpose === 'change_email') await tx.execute(deleteEarlier, [accountId, purpose]);
  const values = [accountId, purpose, hashOf(secret), email, askedAt, now, until];
  return (await tx.execute(insert, values)) === 1 ? secret : null;
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

/** Ends the links that would undo changes which were asked for at `askedAt` or later. */
export async function deleteUndoTokens(tx: Sql, accountId: string, askedAt: Date): Promise<void> {
  await tx.execute(deleteUndo, [accountId, askedAt]);
}

export function removeOldLetterTokens(database: Sql, now: Date): Promise<number> {
  return database.execute(removeOld, [now]);
}

interface Row {
  account_id: string;
  email: string | null;
  asked_at: Date;
}

function toToken([row]: Row[]): LetterToken | null {
  return row ? { accountId: row.account_id, email: row.email, askedAt: row.asked_at } : null;
}
