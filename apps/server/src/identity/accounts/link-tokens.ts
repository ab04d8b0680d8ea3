import { sql, type Sql } from '../../platform/database/database.ts';
import { generateSecret, hashToken } from '../../platform/secrets.ts';

// The row lock on the account orders this insert against a password change, which cancels links requested before
// it.
const insertStatement = sql(
  'identity.insert_link_token',
  `insert into identity.link_token
     (account_id, purpose, token_hash, email, requested_at, created_at, expires_at)
   select a.id, $2, $3, $4, $5, $6, $7 from identity.account a
   where a.id = $1 and ($2 = 'undo_email' or a.links_valid_from is null or a.links_valid_from < $5)
   for share of a`,
);
const expireEarlier = sql(
  'identity.expire_earlier_link_tokens',
  `update identity.link_token set expires_at = created_at
   where account_id = $1 and purpose = $2 and token_hash <> $3 and expires_at > $4`,
);
const findToken = sql(
  'identity.find_link_token',
  `select account_id, email, coalesce(requested_at, created_at) as requested_at from identity.link_token
   where purpose = $1 and token_hash = $2 and expires_at > $3`,
);
// Every transaction locks the account before its tokens, so that two of them cannot deadlock.
const lockAccount = sql(
  'identity.lock_account_of_link_token',
  `select 1 from identity.account
   where id = (select account_id from identity.link_token where purpose = $1 and token_hash = $2) for update`,
);
const consumeToken = sql(
  'identity.consume_link_token',
  `delete from identity.link_token where purpose = $1 and token_hash = $2 and expires_at > $3
   returning account_id, email, coalesce(requested_at, created_at) as requested_at`,
);
// The token stays for a while, so that its link can say what it was for when it is opened again. It is expired by the
// clock of every server.
const expireToken = sql(
  'identity.expire_link_token',
  `update identity.link_token set expires_at = created_at
   where purpose = $1 and token_hash = $2 and expires_at > $3
   returning account_id, email, coalesce(requested_at, created_at) as requested_at`,
);
const findConfirmedAddressStatement = sql(
  'identity.find_confirmed_address',
  `select token.email from identity.link_token token join identity.account a on a.id = token.account_id
   where token.purpose = 'change_email' and token.token_hash = $1 and token.email = a.email`,
);
const findChange = sql(
  'identity.find_change_of_link_token',
  `select 1 from identity.link_token where purpose = 'change_email' and token_hash = $1`,
);
const deleteLaterUndoTokens = sql(
  'identity.delete_later_undo_tokens',
  `delete from identity.link_token
   where account_id = $1 and purpose = 'undo_email' and coalesce(requested_at, created_at) >= $2`,
);
const deleteExpired = sql(
  'identity.remove_old_link_tokens',
  `delete from identity.link_token
   where expires_at < $1 and (purpose <> 'change_email' or expires_at < $2)`,
);

const hourMs = 60 * 60_000;
/** How long a used or expired link to confirm an address can still say what it was for. */
const usedLinkRetentionMs = 7 * 24 * hourMs;

/** Lifetimes of links in emails, in milliseconds. */
export const linkLifetimesMs = {
  registration: 24 * hourMs,
  change_email: 24 * hourMs,
  reset_password: hourMs / 2,
  unlock: 24 * hourMs,
  undo_email: 7 * 24 * hourMs,
} as const;

export type LinkPurpose = 'reset_password' | 'change_email' | 'unlock' | 'undo_email';

/** What the secret in an emailed link stands for. */
export interface LinkToken {
  accountId: string;
  /** The new address for `change_email`, the former one for `undo_email`. */
  email: string | null;
  /** When the user requested the action behind the link. */
  requestedAt: Date;
}

/**
 * Creates the secret of an emailed link. For `change_email` it replaces the earlier token; tokens for other
 * purposes coexist until they expire.
 * @returns null when a new password or address has canceled the request meanwhile.
 */
export async function createLinkToken(
  tx: Sql,
  given: { accountId: string; purpose: LinkPurpose; requestedAt: Date; email?: string },
): Promise<string | null> {
  const { accountId, purpose, requestedAt, email = null } = given;
  const secret = generateSecret();
  const now = new Date();
  const until = new Date(now.getTime() + linkLifetimesMs[purpose]);
  const tokenHash = hashToken(secret);
  const values = [accountId, purpose, tokenHash, email, requestedAt, now, until];
  if ((await tx.execute(insertStatement, values)) === 0) return null;
  if (purpose === 'change_email')
    await tx.execute(expireEarlier, [accountId, purpose, tokenHash, now]);
  return secret;
}

/** Finds a token without consuming it. Resolves to null if the secret is unknown, used or expired. */
export async function findLinkToken(
  tx: Sql,
  purpose: LinkPurpose,
  secret: string,
): Promise<LinkToken | null> {
  const values = [purpose, hashToken(secret), new Date()];
  const [token] = await tx.query<LinkToken>(findToken, values);
  return token ?? null;
}

/** Consumes a token. Exactly one of several parallel calls gets it; the others get null. */
export async function consumeLinkToken(
  tx: Sql,
  purpose: LinkPurpose,
  secret: string,
): Promise<LinkToken | null> {
  const tokenHash = hashToken(secret);
  await tx.query(lockAccount, [purpose, tokenHash]);
  const values = [purpose, tokenHash, new Date()];
  const consume = purpose === 'change_email' ? expireToken : consumeToken;
  const [token] = await tx.query<LinkToken>(consume, values);
  return token ?? null;
}

/** Returns the address that a used link has confirmed, as long as the account has it; otherwise null. */
export async function findConfirmedAddress(tx: Sql, secret: string): Promise<string | null> {
  const values = [hashToken(secret)];
  const [token] = await tx.query<{ email: string }>(findConfirmedAddressStatement, values);
  return token?.email ?? null;
}

/** Returns whether a link was for a change of address, though it is used, expired, replaced or canceled. */
export async function wasForEmailChange(tx: Sql, secret: string): Promise<boolean> {
  return (await tx.query(findChange, [hashToken(secret)])).length > 0;
}

/** Deletes the tokens that would undo changes requested at `since` or later. */
export async function deleteUndoTokens(tx: Sql, accountId: string, since: Date): Promise<void> {
  await tx.execute(deleteLaterUndoTokens, [accountId, since]);
}

export function deleteExpiredLinkTokens(database: Sql, now: Date): Promise<number> {
  const usedBefore = new Date(now.getTime() - usedLinkRetentionMs);
  return database.execute(deleteExpired, [now, usedBefore]);
}
