import { AlertPreview, AlertRule, ApiError, type AlertRuleDraft } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/seed.ts';
import { createCrashingDatabase } from '../../platform/database/testing/crashing-database.ts';
import { queryReports } from '../query/query-reports.ts';
import { deliveryTime } from './evaluate-rules.ts';
import { createAlertRulesHttp, draft, watchedBy } from './testing/alert-rules-http.ts';

const zone = 'Asia/Ho_Chi_Minh';

const server = await createAlertRulesHttp();
beforeEach(() => server.reset());

describe('an alert', () => {
  it('has the value of POST /reports/query in 30 random scopes', async () => {
    const random = createSeededRandom();
    const pick = <T>(values: readonly [T, ...T[]]): T =>
      values[Math.floor(random() * values.length)] ?? values[0];
    const [first = '', second = '', third = ''] = server.shops.shopIds;
    for (let index = 0; index < 30; index += 1) {
      const scope = pick<Pick<AlertRuleDraft, 'platform' | 'shopIds'>>([
        { platform: null, shopIds: [] },
        { platform: 'SHOPEE', shopIds: [] },
        { platform: 'LAZADA', shopIds: [] },
        { platform: null, shopIds: [pick([first, second, third])] },
        { platform: null, shopIds: [first, pick([second, third])] },
      ]);
      await server.create({
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
    await server.evaluate();
    const alerts = await server.raised();
    expect(alerts.length).toBeGreaterThan(10);
    for (const { alert, platform, shops: named, from = '', to = '' } of alerts) {
      const metric = alert?.metric ?? 'gmv';
      const { rows } = await queryReports(
        server.dependencies,
        server.shops.tenantId,
        {
          dataSet: 'shop_day',
          fields: [metric],
          dateRange: { from, to },
          currency: 'VND',
          ...(named.length > 0 && { shops: named.map(({ id }) => id) }),
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

  it('is raised although another rule of the team cannot be evaluated, which is tried again', async () => {
    const [damaged = '', other = ''] = server.shops.shopIds;
    await server.create({ name: 'Damaged', shopIds: [damaged] });
    await server.create({ name: 'Other', shopIds: [other] });
    const { database } = server.shops;
    const tenantRead: typeof database.tenantRead = (tenantId, statement, values) =>
      statement.name === 'reporting.alert_rule_days' && JSON.stringify(values).includes(damaged)
        ? Promise.reject(new Error('damaged'))
        : database.tenantRead(tenantId, statement, values);
    await server.evaluate({ database: { ...database, tenantRead } });
    expect(await server.raised()).toMatchObject([{ alert: { rule: 'Other' } }]);
    server.clock.now = new Date(server.clock.now.getTime() + 600_000);
    await server.evaluate();
    expect(await server.raised()).toMatchObject([
      { alert: { rule: 'Other' } },
      { alert: { rule: 'Damaged' } },
    ]);
  });

  it('is raised once in a period, and again on the next day', async () => {
    await server.create();
    await Promise.all([server.evaluate(), server.evaluate(), server.evaluate()]);
    await server.dataArrives();
    await server.evaluate();
    expect(await server.raised()).toHaveLength(1);
    server.clock.now = new Date('2026-11-11T18:00:00Z');
    server.sync.asOf = server.clock.now;
    await server.evaluate();
    expect(await server.raised()).toMatchObject([{ to: '2026-11-10' }, { to: '2026-11-11' }]);
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
          await server.reset();
          await server.create();
          let isDead = false;
          const crashing = createCrashingDatabase(
            server.shops.database,
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
          await server.evaluate({ database });
          // The lease of a dead process has ended.
          server.clock.now = new Date(server.clock.now.getTime() + 600_000);
          await server.evaluate();
          const alerts = await server.raised();
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

  it('waits until the day is synced when it is about a low value', async () => {
    await server.create({
      condition: { kind: 'below', period: 'yesterday', threshold: '9999999999' },
    });
    server.sync.asOf = new Date('2026-11-10T16:00:00Z');
    await server.evaluate();
    expect(await server.raised()).toEqual([]);
    server.sync.asOf = server.clock.now;
    await server.dataArrives();
    await server.evaluate();
    expect(await server.raised()).toHaveLength(1);
  });

  it('is delayed by quiet hours, and delivered once when they end', async () => {
    await server.create({ quietHours: { from: 22, to: 7 } });
    server.clock.now = new Date('2026-11-11T16:30:00Z');
    server.sync.asOf = server.clock.now;
    await server.evaluate();
    expect(await server.raised()).toEqual([]);
    server.clock.now = new Date('2026-11-12T00:00:00Z');
    await server.evaluate();
    await server.evaluate();
    // The rule also alarms about the day that ended in the meantime.
    expect((await server.raised()).map(({ to }) => to).toSorted()).toEqual([
      '2026-11-10',
      '2026-11-11',
    ]);
  });

  it('is not raised by a muted or deleted rule', async () => {
    const { id } = await server.create({ quietHours: { from: 11, to: 13 } });
    await server.evaluate();
    await server.call('member', 'DELETE', `/${id}`);
    server.clock.now = new Date('2026-11-11T07:00:00Z');
    await server.evaluate();
    await server.create({ isMuted: true });
    await server.evaluate();
    expect(await server.raised()).toEqual([]);
  });

  it('is open again once the deletion of its rule is undone', async () => {
    const { id } = await server.create();
    await server.evaluate();
    const countOpen = async () => {
      const { rows } = await server.superuser.query<{ open: number }>(
        'select count(*)::integer as open from notifications.event where subject = $1 and resolved_at is null',
        [`alert_rule:${id}`],
      );
      return rows[0]?.open;
    };
    expect(await countOpen()).toBe(1);
    await server.call('member', 'DELETE', `/${id}`);
    expect(await countOpen()).toBe(0);
    await server.call('member', 'POST', `/${id}/restore`);
    await server.evaluate();
    expect(await countOpen()).toBe(1);
  });

  it('is delivered with the accounts that muted it', async () => {
    const { id } = await server.create();
    const { body } = await server.call('viewer', 'PUT', `/${id}/mute`, { isMuted: true });
    expect(body).toMatchObject({ isMutedForYou: true, isMuted: false });
    const url = server.dependencies.muteLinks.pathOf({
      tenantId: server.shops.tenantId,
      subjectId: id,
      accountId: 'owner',
    });
    expect((await server.http.app.inject({ method: 'GET', url })).body).toContain('"form"');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'List-Unsubscribe=One-Click';
    await server.http.app.inject({ method: 'POST', url, headers, payload });
    await server.evaluate();
    expect(await server.raised()).toMatchObject([{ alert: { mutedBy: ['owner', 'viewer'] } }]);
  });
});

describe('alert rules', () => {
  it('can be changed by members, and read by viewers of the team only', async () => {
    const { id } = await server.create();
    expect((await server.call('viewer', 'POST', '', draft)).status).toBe(403);
    expect((await server.call('viewer', 'DELETE', `/${id}`)).status).toBe(403);
    expect((await server.call('stranger', 'PUT', `/${id}`, draft)).status).toBe(404);
    expect((await server.call('stranger', 'PUT', `/${id}/mute`, { isMuted: true })).status).toBe(
      404,
    );
    expect((await server.call('viewer', 'GET')).body).toMatchObject({
      items: [{ id, currency: 'VND', lastRaisedAt: null }],
      timeZone: zone,
    });
    expect((await server.call('stranger', 'GET')).body).toMatchObject({ items: [] });
    const changed = await server.call('owner', 'PUT', `/${id}`, { ...draft, name: 'Other' });
    expect(changed.body).toMatchObject({ name: 'Other' });
    await server.call('owner', 'DELETE', `/${id}`);
    expect((await server.call('owner', 'GET')).body).toMatchObject({ items: [] });
    expect((await server.call('member', 'POST', `/${id}/restore`)).body).toMatchObject({ id });
  });

  it('are muted for the team without other changes, and stay muted when they are changed', async () => {
    const { id } = await server.create();
    await server.call('owner', 'PUT', `/${id}`, { ...draft, name: 'Other' });
    const mute = (token: string) =>
      server.call(token, 'PUT', `/${id}/team_mute`, { isMuted: true });
    expect((await mute('viewer')).status).toBe(403);
    expect((await mute('stranger')).status).toBe(404);
    expect((await mute('member')).body).toMatchObject({ name: 'Other', isMuted: true });
    const { isMuted: _muted, ...edited } = draft;
    const changed = await server.call('owner', 'PUT', `/${id}`, { ...edited, name: 'Third' });
    expect(changed.body).toMatchObject({ name: 'Third', isMuted: true });
    const { rows } = await server.superuser.query<{ action: string }>(
      'select action from audit.entry where subject_id = $1 order by action',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 3 }, () => 'reports.alert_rule_changed'),
      'reports.alert_rule_created',
    ]);
    await server.call('member', 'DELETE', `/${id}`);
    expect((await mute('member')).status).toBe(404);
  });

  it('are not changed from a version that another member has changed since', async () => {
    const { id, version } = await server.create();
    const change = (of: number | undefined, name: string) =>
      server.call('owner', 'PUT', `/${id}${of === undefined ? '' : `?version=${of}`}`, {
        ...draft,
        name,
      });
    const [{ status, body }, refused] = [await change(version, 'A'), await change(version, 'B')];
    expect({ status, name: Value.Parse(AlertRule, body).name }).toEqual({ status: 200, name: 'A' });
    const current = { id, name: 'A', version: Value.Parse(AlertRule, body).version };
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'changed_meanwhile', details: { current } },
    });
    // Muting for the team is a change, too.
    const muted = await server.call('member', 'PUT', `/${id}/team_mute`, { isMuted: true });
    expect((await change(current.version, 'C')).body).toMatchObject({
      details: { current: { isMuted: true } },
    });
    const again = await change(Value.Parse(AlertRule, muted.body).version, 'C');
    expect(again.body).toMatchObject({ name: 'C' });
    // A page of an earlier release sends no version.
    expect((await change(undefined, 'D')).body).toMatchObject({ name: 'D' });
  });

  it('are changed by one of two members who save at once', async () => {
    const { id, version } = await server.create();
    const saved = await Promise.all(
      ['A', 'B'].map((name) =>
        server.call('owner', 'PUT', `/${id}?version=${version}`, { ...draft, name }),
      ),
    );
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('require a channel, valid quiet hours and a shop of the team', async () => {
    const refusal = async (more: Partial<AlertRuleDraft>) => {
      const { body } = await server.call('owner', 'POST', '', { ...draft, ...more });
      return Value.Parse(ApiError, body).error;
    };
    expect(await refusal({ inApp: false, mail: false })).toBe('alert_channel_missing');
    expect(await refusal({ quietHours: { from: 3, to: 3 } })).toBe('quiet_hours_equal');
    const { rows } = await server.superuser.query<{ shop_id: string }>(
      'select shop_id from reporting.shop where tenant_id = $1',
      [server.shops.neighbour],
    );
    const [own = ''] = server.shops.shopIds;
    for (const foreign of [crypto.randomUUID(), rows[0]?.shop_id ?? '']) {
      expect(await refusal({ shopIds: [own, foreign] })).toBe('shop_unknown');
      const watched = { ...watchedBy(draft), shopIds: [own, foreign] };
      expect((await server.call('owner', 'POST', '/preview', watched)).body).toMatchObject({
        error: 'shop_unknown',
      });
    }
    const today = { kind: 'below', period: 'today', threshold: '1' };
    expect((await server.call('owner', 'POST', '', { ...draft, condition: today })).status).toBe(
      400,
    );
  });

  it('are limited to thirty', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => server.call('owner', 'POST', '', draft)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({
      error: 'too_many_alert_rules',
    });
  });

  it('preview on which of the last sixty days they would have alerted', async () => {
    const { status, body } = await server.call('viewer', 'POST', '/preview', watchedBy(draft));
    expect(status).toBe(200);
    const { days } = Value.Parse(AlertPreview, body);
    expect(days).toHaveLength(60);
    expect(days.at(-1)).toMatchObject({ day: '2026-11-10', isAlarm: true, high: '0' });
    expect(days[0]).toMatchObject({ value: null, isAlarm: false });
  });
});

it('ends quiet hours on the same or the next day, in the time zone of the shop', () => {
  const quiet = { from: 22, to: 7 };
  const at = (now: string) => deliveryTime(quiet, zone, new Date(now)).toISOString();
  expect(at('2026-11-10T16:00:00.000Z')).toBe('2026-11-11T00:00:00.000Z');
  expect(at('2026-11-10T20:00:00.000Z')).toBe('2026-11-11T00:00:00.000Z');
  expect(at('2026-11-11T00:00:00.000Z')).toBe('2026-11-11T00:00:00.000Z');
  const fromMidnight = { from: 0, to: 6 };
  const midnight = new Date('2026-11-10T17:00:00.000Z');
  expect(deliveryTime(fromMidnight, zone, midnight).toISOString()).toBe('2026-11-10T23:00:00.000Z');
});
