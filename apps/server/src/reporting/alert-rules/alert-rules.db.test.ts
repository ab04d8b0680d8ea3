import type { AlertRule, AlertRuleDraft } from '@seller-connect/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/seed.ts';
import { parseNotificationFacts } from '../../notifications/index.ts';
import { createCrashingDatabase } from '../../platform/database/testing/crashing-database.ts';
import { createHttp, type Http, type Session } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log.ts';
import { queryReports } from '../query/query-reports.ts';
import { createMuteLinks } from '../report-emails/index.ts';
import { createSampleTenant, type SampleTenant } from '../testing/sample-tenant.ts';
import { deliveryTime, evaluateDueRules } from './evaluate-rules.ts';
import { createAlertRules, type AlertRulesDependencies } from './index.ts';

const keys = { keyIds: ['test'], deriveKey: async () => Buffer.alloc(32, 7) };
const log = createLog('silent');
const running = new AbortController().signal;
const zone = 'Asia/Ho_Chi_Minh';
const noon = new Date('2026-11-11T05:00:00Z');

let shops: SampleTenant;
let superuser: pg.Client;
let http: Http;
let dependencies: AlertRulesDependencies;
const clock = { now: noon };
/** Up to when all shops are synced. */
const sync = { asOf: noon };

beforeAll(async () => {
  shops = await createSampleTenant(400);
  superuser = new pg.Client({ connectionString: shops.url });
  await superuser.connect();
  dependencies = {
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
  const session = (token: string): Session => ({
    tenantId: token === 'stranger' ? shops.neighbour : shops.tenantId,
    accountId: token,
    role: token === 'viewer' || token === 'member' ? token : 'owner',
    expiresAt: new Date(Date.now() + 3_600_000),
    tokenHash: Buffer.alloc(32),
  });
  http = await createHttp({ log, authenticate: async (token) => session(token) });
  createAlertRules(dependencies).routes(http);
});
afterAll(async () => {
  await http.app.close();
  await superuser.end();
  await shops.drop();
});
beforeEach(async () => {
  await superuser.query(
    'delete from reporting.alert_rule; delete from reporting.alert_evaluation; delete from notifications.event',
  );
  clock.now = noon;
  sync.asOf = noon;
});

const draft: AlertRuleDraft = {
  name: 'Sales',
  metric: 'gmv',
  platform: null,
  shopId: null,
  currency: null,
  condition: { kind: 'above', period: 'yesterday', threshold: '0' },
  inApp: true,
  mail: true,
  webhook: false,
  quietHours: null,
  isMuted: false,
};

async function call(
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  payload?: object,
) {
  const answer = await http.app.inject({
    method,
    url: `/reporting/alert_rules${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() };
}

async function create(more: Partial<AlertRuleDraft> = {}): Promise<AlertRule> {
  const { status, body } = await call('member', 'POST', '', { ...draft, ...more });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const evaluate = (more: object = {}) => evaluateDueRules({ ...dependencies, ...more }, running);

/** Requests another evaluation, as new data does. */
async function dataArrives() {
  clock.now = new Date(clock.now.getTime() + 300_000);
  await createAlertRules(dependencies).dataArrived(shops.tenantId);
}

async function raised() {
  const { rows } = await superuser.query<{ data: unknown }>(
    `select data from notifications.event where kind = 'alert_raised' order by event_id`,
  );
  return rows.map(({ data }) => parseNotificationFacts(data));
}

describe('an alert', () => {
  it('has the figure of POST /reports/query in 30 random scopes', async () => {
    const random = createSeededRandom();
    const pick = <T>(values: readonly [T, ...T[]]): T =>
      values[Math.floor(random() * values.length)] ?? values[0];
    const [first = '', ...others] = shops.shopIds.slice(0, 3);
    for (let index = 0; index < 30; index += 1) {
      const scope = pick<Pick<AlertRuleDraft, 'platform' | 'shopId'>>([
        { platform: null, shopId: null },
        { platform: 'SHOPEE', shopId: null },
        { platform: 'LAZADA', shopId: null },
        { platform: null, shopId: pick([first, ...others]) },
      ]);
      await create({
        name: `Rule ${index}`,
        ...scope,
        metric: pick(['gmv', 'net_sales', 'orders', 'units', 'aov', 'cancellation_rate']),
        currency: 'VND',
        condition: {
          kind: 'above',
          period: pick(['today', 'yesterday', 'last_7_days']),
          threshold: '0',
        },
      });
    }
    await evaluate();
    const alerts = await raised();
    expect(alerts.length).toBeGreaterThan(10);
    for (const { alert, platform, shops: named, from = '', to = '' } of alerts) {
      const metric = alert?.metric ?? 'gmv';
      const { rows } = await queryReports(
        dependencies,
        shops.tenantId,
        {
          dataSet: 'shop_day',
          fields: [metric],
          dateRange: { from, to },
          currency: 'VND',
          ...(named[0] && { shops: [named[0].id] }),
          ...(platform && {
            filters: [[{ field: 'platform', operator: 'eq', values: [platform] }]],
          }),
        },
        'en',
      );
      const [[expected] = [null]] = rows;
      const figure = alert?.value ?? '';
      if (metric === 'cancellation_rate') {
        expect(Number(figure)).toBeCloseTo(Number(expected), 4);
      } else {
        expect({ metric, figure }).toEqual({ metric, figure: String(expected) });
      }
    }
  });

  it('is raised once in a period, again on the next day', async () => {
    await create();
    await Promise.all([evaluate(), evaluate(), evaluate()]);
    await dataArrives();
    await evaluate();
    expect(await raised()).toHaveLength(1);
    clock.now = new Date('2026-11-11T18:00:00Z');
    sync.asOf = clock.now;
    await evaluate();
    expect(await raised()).toMatchObject([{ to: '2026-11-10' }, { to: '2026-11-11' }]);
  });

  it(
    'is raised once when the worker is killed at any statement',
    { timeout: 120_000 },
    async () => {
      const statements = [
        'reporting.claim_alert_evaluation',
        'reporting.add_alert',
        'reporting.mark_alert_delivered',
        'notifications.add_event',
        'reporting.finish_alert_evaluation',
      ];
      for (const statement of statements) {
        for (const when of ['before', 'after', 'committed'] as const) {
          await superuser.query('delete from reporting.alert; delete from notifications.event');
          await superuser.query(
            'delete from reporting.alert_rule; delete from reporting.alert_evaluation',
          );
          clock.now = noon;
          await create();
          let isDead = false;
          const crashing = createCrashingDatabase(
            shops.database,
            { statement, when, occurrence: 1 },
            () => {
              isDead = true;
              throw new Error('killed');
            },
          );
          const database: typeof crashing = {
            ...crashing,
            tenant: (tenantId, work) =>
              isDead ? Promise.reject(new Error('killed')) : crashing.tenant(tenantId, work),
          };
          await evaluate({ database });
          // The lease of a dead process has ended.
          clock.now = new Date(noon.getTime() + 600_000);
          await evaluate();
          const alerts = await raised();
          expect({ statement, when, isDead, alerts: alerts.length }).toEqual({
            statement,
            when,
            isDead: true,
            alerts: 1,
          });
        }
      }
    },
  );

  it('waits for the day to be read where it says that something is missing', async () => {
    await create({ condition: { kind: 'below', period: 'yesterday', threshold: '9999999999' } });
    sync.asOf = new Date('2026-11-10T16:00:00Z');
    await evaluate();
    expect(await raised()).toEqual([]);
    sync.asOf = noon;
    await dataArrives();
    await evaluate();
    expect(await raised()).toHaveLength(1);
  });

  it('is held back in quiet hours, and delivered once when they end', async () => {
    await create({ quietHours: { from: 22, to: 7 } });
    clock.now = new Date('2026-11-11T16:30:00Z');
    sync.asOf = clock.now;
    await evaluate();
    expect(await raised()).toEqual([]);
    clock.now = new Date('2026-11-12T00:00:00Z');
    await evaluate();
    await evaluate();
    // The rule also alarms about the day that ended in the meantime.
    expect((await raised()).map(({ to }) => to).toSorted()).toEqual(['2026-11-10', '2026-11-11']);
  });

  it('does not come of a rule that is muted or deleted', async () => {
    const { id } = await create({ quietHours: { from: 11, to: 13 } });
    await evaluate();
    await call('member', 'DELETE', `/${id}`);
    clock.now = new Date('2026-11-11T07:00:00Z');
    await evaluate();
    await create({ isMuted: true });
    await evaluate();
    expect(await raised()).toEqual([]);
  });

  it('names the accounts that muted it', async () => {
    const { id } = await create();
    const { body } = await call('viewer', 'PUT', `/${id}/mute`, { isMuted: true });
    expect(body).toMatchObject({ isMutedForYou: true, isMuted: false });
    const url = dependencies.muteLinks.pathOf({
      tenantId: shops.tenantId,
      subjectId: id,
      accountId: 'owner',
    });
    expect((await http.app.inject({ method: 'GET', url })).body).toContain('"form"');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'List-Unsubscribe=One-Click';
    await http.app.inject({ method: 'POST', url, headers, payload });
    await evaluate();
    expect(await raised()).toMatchObject([{ alert: { mutedBy: ['owner', 'viewer'] } }]);
  });
});

describe('the rules of a team', () => {
  it('are changed by members, and seen by viewers of the team only', async () => {
    const { id } = await create();
    expect((await call('viewer', 'POST', '', draft)).status).toBe(403);
    expect((await call('viewer', 'DELETE', `/${id}`)).status).toBe(403);
    expect((await call('stranger', 'PUT', `/${id}`, draft)).status).toBe(404);
    expect((await call('stranger', 'PUT', `/${id}/mute`, { isMuted: true })).status).toBe(404);
    expect((await call('viewer', 'GET')).body).toMatchObject({
      items: [{ id, currency: 'VND', lastRaisedAt: null }],
      timeZone: zone,
    });
    expect((await call('stranger', 'GET')).body).toMatchObject({ items: [] });
    const changed = await call('owner', 'PUT', `/${id}`, { ...draft, name: 'Other' });
    expect(changed.body).toMatchObject({ name: 'Other' });
    await call('owner', 'DELETE', `/${id}`);
    expect((await call('owner', 'GET')).body).toMatchObject({ items: [] });
    expect((await call('member', 'POST', `/${id}/restore`)).body).toMatchObject({ id });
  });

  it('need a way to arrive, quiet hours with an end, and a shop of the team', async () => {
    const refusal = async (more: Partial<AlertRuleDraft>) =>
      (await call('owner', 'POST', '', { ...draft, ...more })).body['error'];
    expect(await refusal({ inApp: false, mail: false })).toBe('alert_channel_missing');
    expect(await refusal({ quietHours: { from: 3, to: 3 } })).toBe('quiet_hours_equal');
    expect(await refusal({ shopId: crypto.randomUUID() })).toBe('shop_unknown');
    const today = { kind: 'below', period: 'today', threshold: '1' };
    expect((await call('owner', 'POST', '', { ...draft, condition: today })).status).toBe(400);
  });

  it('are limited to thirty', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => call('owner', 'POST', '', draft)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(answers.find(({ status }) => status !== 201)?.body['error']).toBe(
      'too_many_alert_rules',
    );
  });

  it('say on which of the last sixty days they would have alarmed', async () => {
    const {
      name: _name,
      inApp: _i,
      mail: _m,
      webhook: _w,
      quietHours: _q,
      isMuted: _u,
      ...watched
    } = draft;
    const { status, body } = await call('viewer', 'POST', '/preview', watched);
    expect(status).toBe(200);
    expect(body.days).toHaveLength(60);
    expect(body.days.at(-1)).toMatchObject({ day: '2026-11-10', isAlarm: true, high: '0' });
    expect(body.days[0]).toMatchObject({ value: null, isAlarm: false });
  });
});

it('quiet hours end on the same day, on the next, and by the zone’s clock', () => {
  const quiet = { from: 22, to: 7 };
  const at = (now: string) => deliveryTime(quiet, zone, new Date(now)).toISOString();
  expect(at('2026-11-10T16:00:00.000Z')).toBe('2026-11-11T00:00:00.000Z');
  expect(at('2026-11-10T20:00:00.000Z')).toBe('2026-11-11T00:00:00.000Z');
  expect(at('2026-11-11T00:00:00.000Z')).toBe('2026-11-11T00:00:00.000Z');
  const fromMidnight = { from: 0, to: 6 };
  const midnight = new Date('2026-11-10T17:00:00.000Z');
  expect(deliveryTime(fromMidnight, zone, midnight).toISOString()).toBe('2026-11-10T23:00:00.000Z');
});
