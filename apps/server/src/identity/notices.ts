import type { Sql } from '../platform/database/database.ts';
import type { Mail } from '../platform/mail/mail-queue.ts';
import type { Language } from '../platform/http/problem.ts';
import { letterKinds } from './emails/emails.ts';
import type { Notice } from './emails/account-notification-templates.ts';
import { linkLives } from './accounts/link-tokens.ts';

/**
 * Tells an account's mailbox what has happened to the account, inside the transaction of it: both or neither. An
 * account without an address, and an installation without a mail server, have nothing to tell it with.
 */
export async function queueNotice(
  tx: Sql,
  mail: Mail,
  about: { notice: Notice; email: string | null; language: Language },
): Promise<void> {
  if (about.email === null || !mail.available) return;
  await mail.queue(tx, letterKinds.notice, about, linkLives.registration);
}
