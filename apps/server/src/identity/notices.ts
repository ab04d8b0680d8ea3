import type { Sql } from '../platform/database/database.ts';
import type { MailQueue } from '../platform/mail/mail-queue.ts';
import type { Language } from '../platform/http/problem.ts';
import { emailKinds } from './emails/emails.ts';
import type { AccountNotification } from './emails/account-notification-templates.ts';
import { linkLifetimesMs } from './accounts/link-tokens.ts';

/**
 * Tells an account's mailbox what has happened to the account, inside the transaction of it: both or neither. An
 * account without an address, and an installation without a mail server, have nothing to tell it with.
 */
export async function queueAccountNotification(
  tx: Sql,
  mail: MailQueue,
  about: { notice: AccountNotification; email: string | null; language: Language },
): Promise<void> {
  if (about.email === null || !mail.available) return;
  await mail.queue(tx, emailKinds.notice, about, linkLifetimesMs.registration);
}
