import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Recipient } from '../../notifications/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Language } from '../../platform/http/problem.ts';
import type { EmailMessage } from '../../platform/mail/mail-queue.ts';
import { composeContent } from './email-content.ts';
import { figuresFile } from './figures-files.ts';
import { readFigures, type FiguresDependencies } from './figures.ts';
import { findIssue } from './issue-store.ts';
import type { MuteLinks } from './mute-links.ts';
import { renderHtml, renderText } from './render-email.ts';
import { reportPdf } from './pdf/report-pdf.ts';
import { readRecipients, readSchedule } from './schedule-store.ts';
import { reportedDays } from './schedule-times.ts';

const EmailDataShape = Type.Object({
  tenantId: Type.String(),
  scheduleId: Type.String(),
  accountId: Type.String(),
  dueDay: Type.String(),
  /** Asked for by the recipient: the figures are read when it is sent. */
  isTrial: Type.Optional(Type.Boolean()),
});
const EmailData = Compile(EmailDataShape);

/** @throws Error if `data` has another shape */
export function parseEmailData(data: unknown): Static<typeof EmailDataShape> {
  if (!EmailData.Check(data)) throw new Error('The data of a scheduled report have another shape');
  return data;
}

export interface ComposeDependencies extends FiguresDependencies {
  database: Database;
  appOrigin: string;
  recipients(tenantId: string): Promise<Recipient[]>;
  /** Returns the language in which an account reads its emails. */
  languageOf(tenantId: string, accountId: string): Promise<Language>;
  muteLinks: MuteLinks;
}

/**
 * Composes the email of a scheduled report when it is sent. Returns null if it is not wanted any more: the schedule was
 * deleted, or the recipient has muted it, left the team or has no confirmed address.
 */
export async function composeReportEmail(
  dependencies: ComposeDependencies,
  data: unknown,
): Promise<EmailMessage | null> {
  const { database, appOrigin, muteLinks } = dependencies;
  const { tenantId, scheduleId, accountId, dueDay, isTrial = false } = parseEmailData(data);
  const [schedule, recipients] = await database.tenant(tenantId, (tx) =>
    Promise.all([
      readSchedule(tx, tenantId, scheduleId),
      readRecipients(tx, tenantId, [scheduleId]),
    ]),
  );
  if (!schedule || schedule.deletedAt) return null;
  const own = recipients.find((recipient) => recipient.accountId === accountId);
  if (!isTrial && own?.state !== 'receiving') return null;
  const members = await dependencies.recipients(tenantId);
  const to = members.find((member) => member.accountId === accountId)?.email;
  if (!to) return null;
  const figures = isTrial
    ? await readFigures(
        dependencies,
        tenantId,
        schedule.search,
        reportedDays(schedule.times, dueDay),
      )
    : await findIssue(database, tenantId, { scheduleId, dueDay });
  if (!figures) return null;
  const language = await dependencies.languageOf(tenantId, accountId);
  const muteUrl = `${appOrigin}${muteLinks.pathOf({ tenantId, subjectId: scheduleId, accountId })}`;
  const { viewName, files } = schedule;
  const content = composeContent({ figures, viewName, isTrial, language, appOrigin, muteUrl });
  return {
    to,
    subject: content.subject,
    text: renderText(content),
    html: renderHtml(content),
    attachments: await Promise.all(
      files.map((file) =>
        file === 'pdf' ? reportPdf(figures, content) : figuresFile(file, figures, content),
      ),
    ),
    unsubscribeUrl: muteUrl,
  };
}
