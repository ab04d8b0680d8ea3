import { mutePageRoutes, type RenderPage } from '../../notifications/index.ts';
import type { Http } from '../../platform/http/http.ts';
import { startPolling, type Polling, pollPauseMs } from '../../platform/poll.ts';
import { composeReportEmail, parseEmailData } from './compose-email.ts';
import { purgeIssues } from './issue-store.ts';
import { subjectMutePages, type MuteAct, type MuteLinks } from './mute-links.ts';
import { scheduleRoutes, type ScheduleDependencies } from './routes.ts';
import { readSchedule, setRecipientState } from './schedule-store.ts';
import { notifyFailure, sendDueReports, type SendDependencies } from './send-due-reports.ts';
import type { EmailMessage } from '../../platform/mail/mail-queue.ts';

export { createMuteLinks, subjectMutePages, type MuteAct, type MuteLinks } from './mute-links.ts';
export { deleteSchedulesOfMember } from './schedule-store.ts';
export { reportEmailKind } from './send-due-reports.ts';

export type ReportEmailsDependencies = ScheduleDependencies &
  SendDependencies & { muteLinks: MuteLinks; renderPage: RenderPage };

/** Saved views that are sent by email on a schedule. */
export interface ReportEmails {
  routes(http: Http): void;
  /** Sends due reports in this process until stopped. */
  work(): Polling;
  /** Deletes what the reports of all teams needed until they were sent. Called every hour. */
  purge(stopping: AbortSignal): Promise<void>;
  /** Composes a scheduled report when the mail queue sends it; null if it is not wanted anymore. */
  composeEmail(data: unknown): Promise<EmailMessage | null>;
  /** Tells the owner that an email was given up. */
  emailDropped(data: unknown): Promise<void>;
}

/** Short enough for the schedules of a full hour to be sent within minutes. */
const pollIntervalMs = 15_000;

export function createReportEmails(dependencies: ReportEmailsDependencies): ReportEmails {
  const { database, muteLinks, renderPage, log, now } = dependencies;
  return {
    routes(http) {
      scheduleRoutes(http, dependencies);
      mutePageRoutes(http, renderPage, subjectMutePages(database, muteLinks, muteReport));
    },
    work: () =>
      startPolling((stopping) => sendDueReports(dependencies, stopping), {
        intervalMs: () => pollPauseMs(pollIntervalMs),
        onError: (error) =>
          log.warn(
            { event: 'reporting.schedule_poll_failed', err: error },
            'Poll for due report emails failed',
          ),
      }),
    purge: (stopping) => purgeIssues(database, now(), stopping),
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

/** Ends the emails of a scheduled report. A recipient who is none anymore gets no emails either. */
const muteReport: MuteAct = {
  question: {
    title: { vi: 'Ngừng nhận báo cáo này?', en: 'Stop receiving this report?' },
    text: {
      vi: 'Bạn sẽ không nhận báo cáo này qua email nữa. Bạn bật lại được trong cài đặt thông báo.',
      en: 'You won’t get this report by email anymore. You can turn it on again in your notification settings.',
    },
  },
  submit: { vi: 'Ngừng nhận', en: 'Stop receiving' },
  doneTitle: { vi: 'Đã ngừng gửi báo cáo này', en: 'You won’t get this report anymore' },
  mute: (tx, { subjectId, accountId }) => setRecipientState(tx, subjectId, accountId, 'muted'),
};
