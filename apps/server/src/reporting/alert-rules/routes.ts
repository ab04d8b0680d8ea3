import type { AlertRule, AlertRuleDraft } from '@seller-connect/contract';
import { recordAuditEvent } from '../../audit/index.ts';
import { reopenNotifications, resolveNotifications } from '../../notifications/index.ts';
import type { TenantTransaction } from '../../platform/database/database.ts';
import type { Http, Session } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { readScope } from '../metrics/scope.ts';
import { nextChangeAt } from '../../platform/next-change.ts';
import { withReads, type ReadDependencies } from '../query/report-reads.ts';
import { requestEvaluation } from './alert-store.ts';
import type { EvaluationDependencies } from './evaluate-rules.ts';
import { previewRule } from './preview.ts';
import { readRuleScope } from './read-days.ts';
import {
  listRules,
  lockRule,
  lockRuleCount,
  markRuleDeleted,
  readRule,
  restoreRule,
  saveRule,
  setRuleMuted,
  setRuleMutedForTeam,
  type StoredRule,
} from './rule-store.ts';
import { conflictProblem, Problem } from '../../platform/http/problem.ts';

export interface AlertRuleDependencies
  extends EvaluationDependencies, Pick<ReadDependencies, 'reads'> {
  /** False where no mail server is configured. */
  canSendEmails: boolean;
}

/** Limits the figures that a team makes the program read after each sync. */
const maxRulesPerTeam = 30;

/** Registers the routes of alert rules. Rules are the team's: each of its members may change each. */
export function alertRuleRoutes(http: Http, dependencies: AlertRuleDependencies): void {
  const { database, now } = dependencies;

  async function presentOne(session: Session, ruleId: string): Promise<AlertRule> {
    const { tenantId } = session;
    const rule = await database.tenant(tenantId, (tx) => readRule(tx, tenantId, ruleId));
    if (!rule || rule.deletedAt) throw ruleNotFoundProblem();
    return presentRule(rule, session);
  }

  /** @throws Problem for a draft without channel, or with a shop or currency that is none of the team's */
  async function validate(
    { tenantId }: Session,
    draft: AlertRuleDraft,
  ): Promise<{ currency: string; shopIds: string[] }> {
    if (!draft.inApp && !draft.mail && !draft.webhook) throw noChannelProblem();
    const { quietHours } = draft;
    if (quietHours && quietHours.from === quietHours.to) throw sameQuietHoursProblem();
    const shopIds = [...new Set(draft.shopIds.map((id) => id.toLowerCase()))];
    const { currency } = await readRuleScope(database, tenantId, draft);
    return { currency, shopIds };
  }

  http.handle('listAlertRules', async ({ session }) => {
    const { tenantId } = session;
    const [rules, { timeZone }] = await Promise.all([
      listRules(database, tenantId),
      readScope(database, tenantId, {}),
    ]);
    return {
      items: rules.map((rule) => presentRule(rule, session)),
      timeZone,
      mailAvailable: dependencies.canSendEmails,
      maxPerTeam: maxRulesPerTeam,
    };
  });

  http.handle('createAlertRule', async ({ session, body }) => {
    const resolved = await validate(session, body);
    const ruleId = newId(now().getTime());
    await database.tenant(session.tenantId, async (tx) => {
      if ((await lockRuleCount(tx)) >= maxRulesPerTeam) throw tooManyRulesProblem();
      await saveRule(tx, ruleId, { ...body, ...resolved }, now());
      await requestEvaluation(tx, now());
      await recordRuleEvent(tx, 'reports.alert_rule_created', session, { ruleId, name: body.name });
    });
    return presentOne(session, ruleId);
  });

  http.handle('changeAlertRule', async ({ session, params: { ruleId }, query, body }) => {
    const resolved = await validate(session, body);
    await database.tenant(session.tenantId, async (tx) => {
      const rule = await lockRule(tx, ruleId);
      if (!rule || rule.deletedAt) throw ruleNotFoundProblem();
      const current = presentRule(rule, session);
      if (query.version !== undefined && query.version !== current.version) {
        throw conflictProblem({ vi: 'Cảnh báo này', en: 'this alert rule' }, current);
      }
      await saveRule(tx, ruleId, { ...body, ...resolved }, nextChangeAt(rule, now()));
      await requestEvaluation(tx, now());
      await recordRuleEvent(tx, 'reports.alert_rule_changed', session, { ruleId, name: body.name });
    });
    return presentOne(session, ruleId);
  });

  http.handle('deleteAlertRule', async ({ session, params: { ruleId } }) => {
    await database.tenant(session.tenantId, async (tx) => {
      const rule = await lockRule(tx, ruleId);
      if (!rule || rule.deletedAt) throw ruleNotFoundProblem();
      const deletedAt = now();
      await markRuleDeleted(tx, ruleId, deletedAt);
      await resolveNotifications(tx, ['alert_raised'], [`alert_rule:${ruleId}`], deletedAt);
      await recordRuleEvent(tx, 'reports.alert_rule_deleted', session, rule);
    });
    return null;
  });

  http.handle('restoreAlertRule', async ({ session, params: { ruleId } }) => {
    await database.tenant(session.tenantId, async (tx) => {
      const rule = await lockRule(tx, ruleId);
      if (!rule?.deletedAt) throw ruleNotFoundProblem();
      if ((await lockRuleCount(tx)) >= maxRulesPerTeam) throw tooManyRulesProblem();
      await restoreRule(tx, ruleId);
      const subjects = [`alert_rule:${ruleId}`];
      await reopenNotifications(tx, ['alert_raised'], subjects, rule.deletedAt);
      await requestEvaluation(tx, now());
      await recordRuleEvent(tx, 'reports.alert_rule_created', session, rule);
    });
    return presentOne(session, ruleId);
  });

  http.handle('muteAlertRuleForTeam', async ({ session, params: { ruleId }, body }) => {
    await database.tenant(session.tenantId, async (tx) => {
      const rule = await lockRule(tx, ruleId);
      if (!rule || rule.deletedAt) throw ruleNotFoundProblem();
      await setRuleMutedForTeam(tx, ruleId, body.isMuted, nextChangeAt(rule, now()));
      await requestEvaluation(tx, now());
      await recordRuleEvent(tx, 'reports.alert_rule_changed', session, rule);
    });
    return presentOne(session, ruleId);
  });

  http.handle('muteAlertRule', async ({ session, params: { ruleId }, body }) => {
    const { tenantId, accountId } = session;
    await database.tenant(tenantId, (tx) => setRuleMuted(tx, ruleId, accountId, body.isMuted));
    return presentOne(session, ruleId);
  });

  http.handle('previewAlertRule', (call) =>
    previewRule(withReads(dependencies, call), call.session.tenantId, call.body),
  );
}

function recordRuleEvent(
  tx: TenantTransaction,
  action:
    | 'reports.alert_rule_created'
    | 'reports.alert_rule_changed'
    | 'reports.alert_rule_deleted',
  { accountId }: Session,
  { ruleId, name }: Pick<StoredRule, 'ruleId' | 'name'>,
): Promise<void> {
  const subject = { kind: 'alert_rule', id: ruleId, name } as const;
  return recordAuditEvent(tx, { action, actorId: accountId, subject });
}

function presentRule(rule: StoredRule, { accountId }: Session): AlertRule {
  const {
    ruleId,
    thresholdE4: _threshold,
    deletedAt: _deleted,
    mutedBy,
    changedAt,
    lastRaisedAt,
    ...rest
  } = rule;
  return {
    ...rest,
    id: ruleId,
    isMutedForYou: mutedBy.includes(accountId),
    lastRaisedAt: lastRaisedAt?.toISOString() ?? null,
    version: changedAt.getTime(),
    updatedAt: changedAt.toISOString(),
  };
}

const ruleNotFoundProblem = () =>
  new Problem(404, 'alert_rule_unknown', {
    vi: 'Không tìm thấy cảnh báo này; có thể nó đã bị xoá.',
    en: 'Alert rule not found. It may have been deleted.',
  });

const tooManyRulesProblem = () =>
  new Problem(409, 'too_many_alert_rules', {
    vi: 'Nhóm đã đặt 30 cảnh báo. Hãy xoá bớt cảnh báo không còn dùng.',
    en: 'Your team already has 30 alert rules. Delete one you no longer use first.',
  });

const noChannelProblem = () =>
  new Problem(400, 'alert_channel_missing', {
    vi: 'Hãy chọn ít nhất một nơi nhận cảnh báo.',
    en: 'Choose at least one way to get the alert.',
  });

const sameQuietHoursProblem = () =>
  new Problem(400, 'quiet_hours_equal', {
    vi: 'Giờ bắt đầu và giờ kết thúc yên lặng phải khác nhau.',
    en: 'Quiet hours must start and end at different times.',
  });
