import { mutePageRoutes, type RenderPage } from '../../notifications/index.ts';
import type { Http } from '../../platform/http/http.ts';
import { startPolling, type Polling, pollPauseMs } from '../../platform/poll.ts';
import { subjectMutePages, type MuteAct, type MuteLinks } from '../report-emails/index.ts';
import { requestAfterData } from './alert-store.ts';
import { evaluateDueRules } from './evaluate-rules.ts';
import { alertRuleRoutes, type AlertRuleDependencies } from './routes.ts';
import { setRuleMuted } from './rule-store.ts';

export { deleteMutesOfMember } from './rule-store.ts';

export type AlertRulesDependencies = AlertRuleDependencies & {
  muteLinks: MuteLinks;
  renderPage: RenderPage;
};

/** Alert rules that members of a team set. */
export interface AlertRules {
  routes(http: Http): void;
  /** Evaluates due rules in this process until stopped. */
  work(): Polling;
  /** Requests an evaluation of a team's rules, because data of its shops came in. */
  dataArrived(tenantId: string): Promise<void>;
}

const pollIntervalMs = 15_000;

export function createAlertRules(dependencies: AlertRulesDependencies): AlertRules {
  const { database, muteLinks, renderPage, log, now } = dependencies;
  return {
    routes(http) {
      alertRuleRoutes(http, dependencies);
      mutePageRoutes(http, renderPage, subjectMutePages(database, muteLinks, muteRule));
    },
    work: () =>
      startPolling((stopping) => evaluateDueRules(dependencies, stopping), {
        intervalMs: () => pollPauseMs(pollIntervalMs),
        onError: (error) =>
          log.warn(
            { event: 'reporting.alert_poll_failed', err: error },
            'Poll for due alert rules failed',
          ),
      }),
    dataArrived: (tenantId) =>
      database
        .tenant(tenantId, (tx) => requestAfterData(tx, now()))
        .catch((error: unknown) =>
          log.warn(
            { event: 'reporting.alert_request_failed', err: error, tenantId },
            'Alert rules could not be requested after new data; the next data or day evaluates them',
          ),
        ),
  };
}

/** Mutes an alert rule for one account. */
const muteRule: MuteAct = {
  question: {
    title: { vi: 'Tắt cảnh báo này?', en: 'Mute this alert?' },
    text: {
      vi: 'Bạn sẽ không nhận cảnh báo này nữa; người khác trong nhóm vẫn nhận. Bạn bật lại được trong cài đặt thông báo.',
      en: 'You won’t get this alert anymore. Others on your team still will. You can turn it on again in your notification settings.',
    },
  },
  submit: { vi: 'Tắt cảnh báo', en: 'Mute alert' },
  doneTitle: { vi: 'Đã tắt cảnh báo này', en: 'Alert muted' },
  mute: (tx, { subjectId, accountId }) => setRuleMuted(tx, subjectId, accountId, true),
};
