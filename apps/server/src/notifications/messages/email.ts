import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Database } from '../../platform/database/database.ts';
import type { EmailMessage } from '../../platform/mail/mail-queue.ts';
import type { LocalizedText } from '../../platform/http/problem.ts';
import { findNotification } from '../delivery/find-notification.ts';
import type { Recipient } from '../delivery/fan-out.ts';

const EmailData = Compile(
  Type.Object({ tenantId: Type.String(), accountId: Type.String(), eventId: Type.String() }),
);

const greeting: LocalizedText = { vi: 'Chào bạn,', en: 'Hello,' };
const settingsHint: LocalizedText = {
  vi: 'Bạn chọn những gì muốn được báo tại:',
  en: 'Choose what you’re notified about:',
};
const muteHint: LocalizedText = {
  vi: 'Không muốn nhận cảnh báo này nữa? Tắt tại:',
  en: 'Don’t want this alert anymore? Mute it:',
};
const signature: LocalizedText = {
  vi: 'Seller Connect\nThư này được gửi tự động, vui lòng không trả lời.',
  en: 'Seller Connect\nThis email was sent automatically. Please don’t reply.',
};

export interface EmailDependencies {
  database: Database;
  appOrigin: string;
  recipients(tenantId: string): Promise<Recipient[]>;
  /** Returns the address of the page on which an account mutes an alert rule without a sign-in. */
  muteAlertUrl(muted: { tenantId: string; accountId: string; ruleId: string }): string;
  now: () => Date;
}

/**
 * Composes a notification email at the moment it is sent. Returns null if it is not needed anymore: the notification
 * was read in the application, the event was resolved or deleted, or the recipient left the team or has no verified
 * address.
 * @throws Error if `data` has another shape, or if only a newer release knows the kind: one of its processes may send
 * the email
 */
export async function composeEmail(
  dependencies: EmailDependencies,
  data: unknown,
): Promise<EmailMessage | null> {
  if (!EmailData.Check(data)) throw new Error('The data of a letter have another shape');
  const { tenantId, accountId, eventId } = data;
  const found = await findNotification(
    dependencies.database,
    { tenantId, accountId, eventId },
    dependencies.now(),
  );
  if (found === null) return null;
  const members = await dependencies.recipients(tenantId);
  const to = members.find((member) => member.accountId === accountId)?.email;
  if (!to) return null;
  const { language, rendered, ruleId } = found;
  const { title, text, action } = rendered;
  const muteUrl =
    ruleId === null ? null : dependencies.muteAlertUrl({ tenantId, accountId, ruleId });
  const paragraphs = [
    greeting[language],
    [`${title}.`, text].filter((each) => each !== '').join(' '),
    `${action.label}:\n${dependencies.appOrigin}${action.href}`,
    ...(muteUrl === null ? [] : [`${muteHint[language]}\n${muteUrl}`]),
    `${settingsHint[language]}\n${dependencies.appOrigin}/settings/notifications`,
    signature[language],
  ];
  return {
    to,
    subject: title,
    text: `${paragraphs.join('\n\n')}\n`,
    ...(muteUrl !== null && { unsubscribeUrl: muteUrl }),
  };
}
