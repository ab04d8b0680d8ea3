import type { TeamRole } from '@seller-connect/contract';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Language } from '../../platform/http/problem.ts';
import { emailKey } from '../identity-directory.ts';
import { createTenantToken, parseTenantId, hashToken } from '../../platform/secrets.ts';

const columns = `invitation_id as id, email, email_key, role, language, invited_by, sent_at, expires_at, accepted_at,
  accepted_by, withdrawn_at`;
const isOpen = 'accepted_at is null and withdrawn_at is null';

const insertStatement = sql(
  'sellers.add_invitation',
  `insert into sellers.invitation
     (tenant_id, invitation_id, email, email_key, role, language, invited_by, created_at, sent_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) returning ${columns}`,
);
const withdrawEarlier = sql(
  'sellers.withdraw_earlier_invitation',
  `update sellers.invitation set withdrawn_at = $3 where tenant_id = $1 and email_key = $2 and ${isOpen}`,
);
const renewOne = sql(
  'sellers.renew_invitation',
  `update sellers.invitation set token_hash = null, email_count = email_count + 1, sent_at = $3, expires_at = $4
   where tenant_id = $1 and invitation_id = $2 and ${isOpen} returning ${columns}`,
);
const withdrawOne = sql(
  'sellers.withdraw_invitation',
  `update sellers.invitation set withdrawn_at = $3
   where tenant_id = $1 and invitation_id = $2 and ${isOpen} returning ${columns}`,
);
const withdrawAll = sql(
  'sellers.withdraw_invitations',
  `update sellers.invitation set withdrawn_at = $2 where tenant_id = $1 and ${isOpen}`,
);
const listOpen = sql(
  'sellers.open_invitations',
  `select ${columns} from sellers.invitation where tenant_id = $1 and ${isOpen}
   order by sent_at desc, invitation_id desc`,
);
const countEmails = sql(
  'sellers.count_emails',
  `select coalesce(sum(email_count), 0)::integer as team,
     coalesce(sum(email_count) filter (where email_key = $2), 0)::integer as mailbox
   from sellers.invitation where tenant_id = $1 and sent_at > $3`,
);
const deleteOld = sql(
  'sellers.delete_old_invitations',
  'delete from sellers.invitation where tenant_id = $1 and expires_at < $2',
);
const setToken = sql(
  'sellers.set_invitation_token',
  `update sellers.invitation i set token_hash = $3 from sellers.team t
   where i.tenant_id = $1 and i.invitation_id = $2 and t.tenant_id = i.tenant_id and ${isOpen} and expires_at > $4
   returning i.email, i.role, i.language, i.invited_by, t.name as team`,
);
const findByToken = sql(
  'sellers.find_invitation',
  `select ${columns}, t.name as team from sellers.invitation i join sellers.team t using (tenant_id)
   where i.tenant_id = $1 and i.token_hash = $2`,
);
const markAccepted = sql(
  'sellers.accept_invitation',
  `update sellers.invitation set accepted_at = $4, accepted_by = $5
   where tenant_id = $1 and invitation_id = $2 and token_hash = $3 and ${isOpen} and expires_at > $4`,
);
const revertAccepted = sql(
  'sellers.revert_invitation',
  `update sellers.invitation set accepted_at = null, accepted_by = null
   where tenant_id = $1 and invitation_id = $2 and accepted_by = $3`,
);

const dayMs = 24 * 60 * 60_000;
/** How long the link in an email is valid. */
export const invitationLifetimeMs = 7 * dayMs;
/** Invitations are kept this long after they expire, so that their link can be distinguished from an unknown one. */
const retentionMs = 30 * dayMs;

/**
 * An invitation to a team. Only an open one whose `expiresAt` has not passed can be accepted.
 *
 * | State     | Column         | Transitions                                                                      |
 * | --------- | -------------- | -------------------------------------------------------------------------------- |
 * | open      |                | `renewInvitation` → open with a new link; `markInvitationAccepted` → accepted;   |
 * |           |                | withdrawn by an owner or replaced by a newer one to the same address → withdrawn |
 * | accepted  | `accepted_at`  | `revertInvitationAccepted` → open                                                |
 * | withdrawn | `withdrawn_at` |                                                                                  |
 */
export interface StoredInvitation {
  id: string;
  email: string;
  emailKey: string;
  role: TeamRole;
  language: Language;
  invitedBy: string;
  sentAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
  acceptedBy: string | null;
  withdrawnAt: Date | null;
}

/** Inserts an invitation and withdraws an earlier open one to the same address. */
export async function insertInvitation(
  tx: TenantTransaction,
  given: { email: string; role: TeamRole; language: Language; invitedBy: string },
): Promise<StoredInvitation> {
  const { email, role, language, invitedBy } = given;
  const now = new Date();
  const key = emailKey(email);
  await tx.execute(deleteOld, [tx.tenantId, new Date(now.getTime() - retentionMs)]);
  await tx.execute(withdrawEarlier, [tx.tenantId, key, now]);
  const until = new Date(now.getTime() + invitationLifetimeMs);
  const values = [tx.tenantId, newId(), email, key, role, language, invitedBy, now, until];
  const [row] = await tx.query<StoredInvitation>(insertStatement, values);
  if (!row) throw new Error('The invitation that was just added does not exist');
  return row;
}

/** Renews an open invitation and invalidates its earlier link. Resolves to null when it is not open. */
export async function renewInvitation(
  tx: TenantTransaction,
  id: string,
): Promise<StoredInvitation | null> {
  const now = new Date();
  const values = [tx.tenantId, id, now, new Date(now.getTime() + invitationLifetimeMs)];
  const [renewed] = await tx.query<StoredInvitation>(renewOne, values);
  return renewed ?? null;
}

/** Withdraws an open invitation. Resolves to null when it is not open. */
export async function withdrawInvitation(
  tx: TenantTransaction,
  id: string,
): Promise<StoredInvitation | null> {
  const values = [tx.tenantId, id, new Date()];
  const [withdrawn] = await tx.query<StoredInvitation>(withdrawOne, values);
  return withdrawn ?? null;
}

export async function withdrawInvitations(tx: TenantTransaction): Promise<void> {
  await tx.execute(withdrawAll, [tx.tenantId, new Date()]);
}

/** Lists open invitations, newest first, including those whose link has expired. */
export async function listOpenInvitations(
  database: Database,
  tenantId: string,
): Promise<StoredInvitation[]> {
  return database.tenantRead<StoredInvitation>(tenantId, listOpen, [tenantId]);
}

/** Same as `listOpenInvitations`, inside a transaction. */
export async function listOpenInvitationsInTransaction(
  tx: TenantTransaction,
): Promise<StoredInvitation[]> {
  return tx.query<StoredInvitation>(listOpen, [tx.tenantId]);
}

/** Counts the emails of the last 24 hours, of the team and to one address. */
export async function countEmailsOfLastDay(
  tx: TenantTransaction,
  email: string,
): Promise<{ team: number; mailbox: number }> {
  const since = new Date(Date.now() - dayMs);
  const [row] = await tx.query<{ team: number; mailbox: number }>(countEmails, [
    tx.tenantId,
    emailKey(email),
    since,
  ]);
  return row ?? { team: 0, mailbox: 0 };
}

type IssuedInvitation = Pick<StoredInvitation, 'email' | 'role' | 'language' | 'invitedBy'> & {
  team: string;
};

/**
 * Issues the secret for an email and returns the email's data. Only the hash is stored. Resolves to null when the
 * invitation is not open or has expired.
 */
export async function issueInvitationToken(
  database: Database,
  tenantId: string,
  id: string,
): Promise<(IssuedInvitation & { token: string }) | null> {
  const token = createTenantToken(tenantId);
  const [row] = await database.tenant(tenantId, (tx) =>
    tx.query<IssuedInvitation>(setToken, [tenantId, id, hashToken(token), new Date()]),
  );
  return row ? { token, ...row } : null;
}

/** Finds an invitation in any state. Resolves to null for a secret that is unknown or was replaced by a newer one. */
export async function findInvitation(
  database: Database,
  token: string,
): Promise<(StoredInvitation & { tenantId: string; team: string }) | null> {
  const tenantId = parseTenantId(token);
  if (!tenantId) return null;
  const values = [tenantId, hashToken(token)];
  type Found = StoredInvitation & { team: string };
  const [row] = await database.tenantRead<Found>(tenantId, findByToken, values);
  return row ? { ...row, tenantId } : null;
}

/** Accepts an open invitation. Exactly one of several parallel calls succeeds. */
export async function markInvitationAccepted(
  tx: TenantTransaction,
  given: { id: string; token: string; accountId: string; now: Date },
): Promise<boolean> {
  const { id, token, accountId, now } = given;
  return (
    (await tx.execute(markAccepted, [tx.tenantId, id, hashToken(token), now, accountId])) === 1
  );
}

export async function revertInvitationAccepted(
  tx: TenantTransaction,
  given: { id: string; accountId: string },
): Promise<void> {
  await tx.execute(revertAccepted, [tx.tenantId, given.id, given.accountId]);
}
