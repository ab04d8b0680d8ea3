import { sql, type Sql } from '../../platform/database/database.ts';

const invalidateLinks = sql(
  'identity.invalidate_links',
  'update identity.account set links_valid_from = $2 where id = $1',
);
const deleteLinkTokens = sql(
  'identity.delete_link_tokens_of_account',
  `delete from identity.link_token
   where account_id = $1 and purpose not in ('undo_email', 'change_email')`,
);
const expireChangeTokens = sql(
  'identity.expire_change_tokens_of_account',
  `update identity.link_token set expires_at = created_at
   where account_id = $1 and purpose = 'change_email' and expires_at > $2`,
);
export const deletePendingLinks = sql(
  'identity.delete_pending_links_of_account',
  'delete from identity.pending_link where account_id = $1',
);
const deleteInteractions = sql(
  'identity.delete_answered_interactions_of_account',
  `delete from identity.artifact where (model, id_hash) in (
     select model, id_hash from identity.artifact where account_id = $1::text and model = 'Interaction'
     order by model, id_hash for update)`,
);

/**
 * Cancels everything started with the account's former password or address: emailed links, links whose emails are
 * not composed yet, Google accounts waiting for proof, and logins that were answered but not continued. Undo links
 * for a change of address remain, because an attacker who changed the address may set the next password too. So do
 * the rows of links to confirm an address, which can only say what they were for.
 */
export async function cancelPendingChanges(tx: Sql, accountId: string): Promise<void> {
  const now = new Date();
  // Must run first: an email being composed either waits for this row or is covered by the deletes below.
  await tx.execute(invalidateLinks, [accountId, now]);
  await tx.execute(deleteLinkTokens, [accountId]);
  await tx.execute(expireChangeTokens, [accountId, now]);
  await tx.execute(deletePendingLinks, [accountId]);
  await tx.execute(deleteInteractions, [accountId]);
}
