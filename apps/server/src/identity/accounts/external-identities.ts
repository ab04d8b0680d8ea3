import { sql, type Database, type Sql } from '../../platform/database/database.ts';
import { lifetimesSeconds } from '../tokens/lifetimes.ts';
import type { GoogleProfile } from '../google/google-client.ts';
import { hashToken } from '../../platform/secrets.ts';
import { deletePendingLinks } from './pending-changes.ts';

const touchIdentity = sql(
  'identity.touch_external_identity',
  `update identity.external_identity set last_used_at = $3, authoritative_for = $4
   where issuer = $1 and subject = $2 returning account_id`,
);
const insertIdentity = sql(
  'identity.add_external_identity',
  `insert into identity.external_identity
     (issuer, subject, account_id, linked_at, last_used_at, authoritative_for)
   values ($1, $2, $3, $4, $4, $5) on conflict (issuer, subject) do nothing`,
);
const upsertPendingLink = sql(
  'identity.save_pending_link',
  `insert into identity.pending_link
     (interaction_hash, issuer, subject, account_id, expires_at, authoritative_for)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (interaction_hash) do update set issuer = excluded.issuer, subject = excluded.subject,
     account_id = excluded.account_id, expires_at = excluded.expires_at,
     authoritative_for = excluded.authoritative_for`,
);
const findLatestOfAccount = sql(
  'identity.read_external_identity',
  `select linked_at, last_used_at from identity.external_identity where account_id = $1
   order by last_used_at desc limit 1`,
);
const deleteOfAccount = sql(
  'identity.remove_external_identities',
  `delete from identity.external_identity
   where account_id = $1 and ($2::text is null or authoritative_for is distinct from $2)`,
);
const deleteSince = sql(
  'identity.remove_later_external_identities',
  'delete from identity.external_identity where account_id = $1 and linked_at >= $2',
);
const selectAuthorities = sql(
  'identity.read_link_authorities',
  `select coalesce(authoritative_for = $2, false) as own from identity.external_identity
   where account_id = $1 and ($3::timestamptz is null or linked_at < $3)`,
);
const consumePendingLink = sql(
  'identity.consume_pending_link',
  `delete from identity.pending_link where interaction_hash = $1
   returning issuer, subject, account_id, expires_at, authoritative_for`,
);
const deleteExpired = sql(
  'identity.remove_old_pending_links',
  'delete from identity.pending_link where expires_at < $1',
);

type ExternalIdentityKey = Pick<GoogleProfile, 'issuer' | 'subject'> &
  Partial<Pick<GoogleProfile, 'authoritativeFor'>>;

/** The links between Google accounts and accounts here. */
export interface ExternalIdentities {
  /** Returns the linked account and records the use of the link; null when no account is linked. */
  accountOf(identity: ExternalIdentityKey): Promise<string | null>;
  /** Links an account. Resolves to false when the Google account is already linked. */
  add(tx: Sql, identity: ExternalIdentityKey, accountId: string): Promise<boolean>;
  /** Stores a pending link, which becomes a link once the user proves the account in this login. */
  savePending(interaction: string, identity: ExternalIdentityKey, accountId: string): Promise<void>;
  /**
   * Turns the pending link of this login into a link after its account was proven. Resolves to false when there is
   * none.
   * @param alongside runs in the same transaction; both commit or neither does.
   */
  confirmPending(
    interaction: string,
    accountId: string,
    alongside: (tx: Sql) => Promise<void>,
  ): Promise<boolean>;
  /** Returns the most recently used link of an account; null when it has none. */
  ofAccount(accountId: string, tx?: Sql): Promise<{ linkedAt: Date; lastUsedAt: Date } | null>;
  /**
   * Returns `own` if Google is the authority for the address in all of the account's links, `foreign` if not in all
   * of them, `none` for an account without links.
   * @param before ignores links made at this instant or later.
   */
  kindOf(
    accountId: string,
    emailKey: string | null,
    before: Date | null,
  ): Promise<'none' | 'own' | 'foreign'>;
  /**
   * Removes the account's links and its pending links. Resolves to false when no link was removed.
   * @param options.exceptAuthoritativeFor key of an address; links for which Google is the authority for it stay.
   */
  removeOf(
    tx: Sql,
    accountId: string,
    options?: { exceptAuthoritativeFor: string | null },
  ): Promise<boolean>;
  /** Removes the links made at `since` or later. */
  removeSince(tx: Sql, accountId: string, since: Date): Promise<void>;
  removeOld(now: Date): Promise<number>;
}

export function createExternalIdentities(database: Database): ExternalIdentities {
  async function link(tx: Sql, identity: ExternalIdentityKey, accountId: string): Promise<boolean> {
    const { issuer, subject, authoritativeFor = null } = identity;
    const values = [issuer, subject, accountId, new Date(), authoritativeFor];
    return (await tx.execute(insertIdentity, values)) === 1;
  }

  return {
    async accountOf({ issuer, subject, authoritativeFor = null }) {
      const values = [issuer, subject, new Date(), authoritativeFor];
      const [row] = await database.query<{ accountId: string }>(touchIdentity, values);
      return row?.accountId ?? null;
    },
    add: link,
    async savePending(interaction, { issuer, subject, authoritativeFor = null }, accountId) {
      const expiresAt = new Date(Date.now() + lifetimesSeconds.interaction * 1000);
      const values = [
        hashToken(interaction),
        issuer,
        subject,
        accountId,
        expiresAt,
        authoritativeFor,
      ];
      await database.execute(upsertPendingLink, values);
    },
    confirmPending: (interaction, accountId, inSameTransaction) =>
      database.transaction(async (tx) => {
        const [row] = await tx.query<{
          issuer: string;
          subject: string;
          accountId: string;
          expiresAt: Date;
          authoritativeFor: string | null;
        }>(consumePendingLink, [hashToken(interaction)]);
        // A sign-in to another account does not prove this one.
        if (!row || row.accountId !== accountId || row.expiresAt <= new Date()) return false;
        if (!(await link(tx, row, accountId))) return false;
        await inSameTransaction(tx);
        return true;
      }),
    async ofAccount(accountId, tx = database) {
      const [row] = await tx.query<{ linkedAt: Date; lastUsedAt: Date }>(findLatestOfAccount, [
        accountId,
      ]);
      return row ?? null;
    },
    async kindOf(accountId, emailKey, before) {
      const rows = await database.query<{ own: boolean }>(selectAuthorities, [
        accountId,
        emailKey,
        before,
      ]);
      if (rows.length === 0) return 'none';
      return rows.every((row) => row.own) ? 'own' : 'foreign';
    },
    async removeOf(tx, accountId, { exceptAuthoritativeFor } = { exceptAuthoritativeFor: null }) {
      await tx.execute(deletePendingLinks, [accountId]);
      return (await tx.execute(deleteOfAccount, [accountId, exceptAuthoritativeFor])) > 0;
    },
    async removeSince(tx, accountId, since) {
      await tx.execute(deleteSince, [accountId, since]);
    },
    removeOld: (now) => database.execute(deleteExpired, [now]),
  };
}
