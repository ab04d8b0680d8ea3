import { AlertRule, AlertRuleList, type AlertRuleDraft } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { afterAll, expect } from 'vitest';
import { connectOwner } from '../../../../test/open-database.ts';
import { testSession } from '../../../../test/test-session.ts';
import { callJson } from '../../../../test/call-json.ts';
import { parseNotificationFacts } from '../../../notifications/index.ts';
import { createHttp } from '../../../platform/http/http.ts';
import { createLog } from '../../../platform/log.ts';
import { createMuteLinks } from '../../report-emails/index.ts';
import { createSampleTenant } from '../../testing/sample-tenant.ts';
import { evaluateDueRules } from '../evaluate-rules.ts';
import { createAlertRules, type AlertRulesDependencies } from '../index.ts';

const keys = { keyIds: ['test'], deriveKey: async () => Buffer.alloc(32, 7) };
const log = createLog('silent');
const running = new AbortController().signal;
const noon = new Date('2026-11-11T05:00:00Z');

/** A rule that alarms each day, about all shops. */
export const draft: AlertRuleDraft = {
  name: 'Sales',
  metric: 'gmv',
  platform: null,
  shopIds: [],
  currency: null,
  condition: { kind: 'above', period: 'yesterday', threshold: '0' },
  inApp: true,
  mail: true,
  webhook: false,
  quietHours: null,
  isMuted: false,
};

/** Returns the body that previews a draft. */
export const watchedBy = ({ metric, platform, shopIds, currency, condition }: AlertRuleDraft) => ({
  metric,
  platform,
  shopIds,
  currency,
  condition,
});

/** Serves the routes of alert rules for the sample tenant at noon; tokens are roles, or `stranger` of another team. */
export async function createAlertRulesHttp() {
  const shops = await createSampleTenant(400);
  const superuser = await connectOwner(shops.url);
  const clock = { now: noon };
  /** Up to when all shops are synced. */
  const sync = { asOf: noon };
  const dependencies: AlertRulesDependencies = {
    ...shops.dependencies,
    readCoverage: async () =>
      shops.shopIds.map((shopId) => ({ shopId, asOf: sync.asOf, open: [] })),
    connectedShops: async () => shops.shopIds,
    canSendEmails: true,
    muteLinks: await createMuteLinks(keys, 'alertRule'),
    renderPage: (page) => ({ html: JSON.stringify(page), policy: "default-src 'none'" }),
    log,
    now: () => clock.now,
  };
  const session = (token: string) =>
    testSession({
      tenantId: token === 'stranger' ? shops.neighbour : shops.tenantId,
      accountId: token,
      role: token === 'viewer' || token === 'member' ? token : 'owner',
    });
  const http = await createHttp({ log, authenticate: async (token) => session(token) });
  createAlertRules(dependencies).routes(http);
  afterAll(() => http.app.close());

  const call = (
    token: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path = '',
    payload?: object,
  ) => callJson(http, token, method, `/reporting/alert_rules${path}`, payload);

  return {
    shops,
    superuser,
    dependencies,
    http,
    clock,
    sync,
    call,
    async create(more: Partial<AlertRuleDraft> = {}): Promise<AlertRule> {
      const { status, body } = await call('member', 'POST', '', { ...draft, ...more });
      expect({ status, body }).toMatchObject({ status: 201 });
      return Value.Parse(AlertRule, body);
    },
    /** Returns the rules of the team. */
    async list(): Promise<AlertRule[]> {
      const { body } = await call('viewer', 'GET');
      return Value.Parse(AlertRuleList, body).items;
    },
    evaluate: (more: object = {}) => evaluateDueRules({ ...dependencies, ...more }, running),
    /** Requests another evaluation, as new data does. */
    async dataArrives() {
      clock.now = new Date(clock.now.getTime() + 300_000);
      await createAlertRules(dependencies).dataArrived(shops.tenantId);
    },
    async raised() {
      const { rows } = await superuser.query<{ data: unknown }>(
        `select data from notifications.event where kind = 'alert_raised' order by event_id`,
      );
      return rows.map(({ data }) => parseNotificationFacts(data));
    },
    /** Deletes all rules and alerts, and sets the clock to noon. */
    async reset() {
      await superuser.query(
        'delete from reporting.alert_rule; delete from reporting.alert_evaluation; delete from notifications.event',
      );
      clock.now = noon;
      sync.asOf = noon;
    },
  };
}
