import type { Sql } from '../platform/database/database.ts';
import type { MailQueue } from '../platform/mail/mail-queue.ts';
import type { Language } from '../platform/http/problem.ts';
import { emailKinds } from './emails/emails.ts';
import type { AccountNotification } from './emails/account-notification-templates.ts';
import { linkLifetimesMs } from './accounts/link-tokens.ts';

/**
 * Queues an email about a change of an account, in the transaction of that change. Does nothing for an account
 * without an address or in an installation without a mail server.
 */
export async function queueAccountNotification(
  tx: Sql,
  mail: MailQueue,
  about: { notice: AccountNotification; email: string | null; language: Language },
): Promise<void> {
  if (about.email === null || !mail.available) return;
  await mail.queue(tx, emailKinds.notice, about, linkLifetimesMs.registration);
}
