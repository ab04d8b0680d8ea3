import type { Http } from '../../platform/http/http.ts';
import { startPolling, type Polling } from '../../platform/poll.ts';
import { composeReportEmail, parseEmailData } from './compose-email.ts';
import { muteReport, muteRoutes, type MuteDependencies } from './mute-routes.ts';
import { scheduleRoutes, type ScheduleDependencies } from './routes.ts';
import { readSchedule } from './schedule-store.ts';
import { notifyFailure, sendDueReports, type SendDependencies } from './send-due-reports.ts';
import type { EmailMessage } from '../../platform/mail/mail-queue.ts';

export { createMuteLinks } from './mute-links.ts';
export { deleteSchedulesOfMember } from './schedule-store.ts';
export { reportEmailKind } from './send-due-reports.ts';

export type ReportEmailsDependencies = ScheduleDependencies & SendDependencies & MuteDependencies;

/** Saved views that are sent by email on a schedule. */
export interface ReportEmails {
  routes(http: Http): void;
  /** Sends due reports in this process until stopped. */
  work(): Polling;
  /** Composes a scheduled report when the mail queue sends it; null if it is not wanted any more. */
  composeEmail(data: unknown): Promise<EmailMessage | null>;
  /** Tells the owner that an email was given up. */
  emailDropped(data: unknown): Promise<void>;
}

/** Short enough for the schedules of a full hour to be sent within minutes. */
const pollIntervalMs = 15_000;

export function createReportEmails(dependencies: ReportEmailsDependencies): ReportEmails {
  const { database, log, now } = dependencies;
  return {
    routes(http) {
      scheduleRoutes(http, dependencies);
      muteRoutes(http, dependencies, muteReport);
    },
    work: () =>
      startPolling((stopping) => sendDueReports(dependencies, stopping), {
        intervalMs: () => pollIntervalMs * (0.8 + Math.random() * 0.4),
        onError: (error) =>
          log.warn(
            { event: 'reporting.schedule_poll_failed', err: error },
            'Poll for due report emails failed',
          ),
      }),
    composeEmail: (data) => composeReportEmail(dependencies, data),
    async emailDropped(data) {
      const { tenantId, scheduleId, dueDay, isTrial = false } = parseEmailData(data);
      if (isTrial) return;
      await database.tenant(tenantId, async (tx) => {
        const schedule = await readSchedule(tx, tenantId, scheduleId);
        if (schedule) await notifyFailure(tx, schedule, dueDay, now());
      });
    },
  };
}
