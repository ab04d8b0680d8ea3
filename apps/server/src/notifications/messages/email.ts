import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { sql, type Database } from '../../platform/database/database.ts';
import type { EmailMessage } from '../../platform/mail/mail-queue.ts';
import type { LocalizedText } from '../../platform/http/problem.ts';
import { parseFacts } from './facts.ts';
import { parseKind } from './kinds.ts';
import { readPreference } from '../delivery/preferences.ts';
import type { Recipient } from '../delivery/fan-out.ts';
import { renderNotification } from './render.ts';

const EmailData = Compile(
  Type.Object({ tenantId: Type.String(), accountId: Type.String(), eventId: Type.String() }),
);

const findDeliveryStatement = sql(
  'notifications.find_for_letter',
  `select e.kind, e.data, e.resolved_at, d.read_at from notifications.delivery d
   join notifications.event e on e.tenant_id = d.tenant_id and e.event_id = d.event_id
   where d.tenant_id = $1 and d.account_id = $2 and d.event_id = $3`,
);

const greeting: LocalizedText = { vi: 'Chào bạn,', en: 'Hello,' };
const settingsHint: LocalizedText = {
  vi: 'Bạn chọn những gì muốn được báo tại:',
  en: 'Choose what you’re notified about:',
};
const muteHint: LocalizedText = {
  vi: 'Không muốn nhận cảnh báo này nữa? Tắt tại:',
  en: 'Don’t want this alert any more? Mute it:',
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
 * Composes a notification email at the moment it is sent. Returns null if it is not needed any more: the notification
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
  const [row] = await dependencies.database.tenantRead<{
    kind: string;
    data: unknown;
    resolvedAt: Date | null;
    readAt: Date | null;
  }>(tenantId, findDeliveryStatement, [tenantId, accountId, eventId]);
  if (!row || row.resolvedAt !== null || row.readAt !== null) return null;
  const kind = parseKind(row.kind);
  if (kind === null) throw new Error(`Notifications of the kind ${row.kind} are unknown`);
  const members = await dependencies.recipients(tenantId);
  const to = members.find((member) => member.accountId === accountId)?.email;
  if (!to) return null;
  const { language } = await readPreference(dependencies.database, tenantId, accountId);
  const facts = parseFacts(row.data);
  const { title, text, action } = renderNotification(kind, facts, language, dependencies.now());
  const ruleId = facts.alert?.ruleId;
  const muteUrl =
    ruleId === undefined ? null : dependencies.muteAlertUrl({ tenantId, accountId, ruleId });
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
