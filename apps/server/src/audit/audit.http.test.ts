import type { AuditList } from '@seller-connect/contract';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { testSession } from '../../test/test-session.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { createHttp, type Session } from '../platform/http/http.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { auditRoutes, recordAuditEvent, type AuditEvent } from './index.ts';

const lan = newId();
const tenantId = newId();
const otherTenant = newId();
/** An account whose lookup at the identity provider waits until the test releases it. */
const slowId = newId();
const slowLookup = Promise.withResolvers<void>();

const sessionOf = (tenant: string, role: Session['role']) =>
  testSession({ tenantId: tenant, accountId: lan, role });
const sessions = new Map([
  ['owner', sessionOf(tenantId, 'owner')],
  ['member', sessionOf(tenantId, 'member')],
  ['viewer', sessionOf(tenantId, 'viewer')],
  ['stranger', sessionOf(otherTenant, 'owner')],
]);

const saved: AuditEvent = { action: 'profile.saved', actorId: lan };
const linked: AuditEvent = {
  action: 'shop.linked',
  actorId: null,
  subject: { kind: 'shop', id: newId(), name: '=HYPERLINK("http://x")' },
  details: { platform: 'Lazada' },
};
const promoted: AuditEvent = {
  action: 'team.role_changed',
  actorId: newId(),
  subject: { kind: 'member', id: lan, name: 'Lan' },
  details: { from: 'viewer', to: 'member' },
};

const log = createLog('silent');
const { url: databaseUrl, database } = await openTestDatabase();
const http = await createHttp({ log, authenticate: async (token) => sessions.get(token) ?? null });
auditRoutes(http, {
  database,
  log,
  account: async (id) => {
    if (id === slowId) await slowLookup.promise;
    return id === lan ? { name: 'Lan', email: 'lan@test.vn' } : null;
  },
});
await http.app.ready();
const dayOf = (day: number) => new Date(Date.UTC(2026, 10, day));
await database.tenant(tenantId, async (tx) => {
  await recordAuditEvent(tx, saved, dayOf(1));
  await recordAuditEvent(tx, linked, dayOf(2));
  await recordAuditEvent(tx, promoted, dayOf(3));
});
await database.tenant(otherTenant, (tx) => recordAuditEvent(tx, saved, dayOf(4)));
afterAll(() => http.app.close());

describe('the audit log of a team', () => {
  const get = (url: string, who = 'owner', language = 'en') =>
    http.app.inject({
      url,
      headers: { authorization: `Bearer ${who}`, 'accept-language': language },
    });
  const list = async (query = '', who?: string, language?: string) =>
    (await get(`/audit${query}`, who, language)).json<AuditList>();

  it('shows owners what happened, newest first, in their language', async () => {
    const { items, nextCursor } = await list();
    expect(items.map(({ summary }) => summary)).toEqual([
      'Changed Lan’s role from viewer to member',
      'Connected the shop =HYPERLINK("http://x") (Lazada)',
      'Updated their profile',
    ]);
    expect(items[2]).toMatchObject({
      at: '2026-11-01T00:00:00.000Z',
      action: 'profile.saved',
      group: 'profile',
      actor: { id: lan, name: 'Lan', email: 'lan@test.vn' },
    });
    expect(items[1]?.actor).toBeNull();
    expect(items[0]?.actor).toMatchObject({ name: null, email: null });
    expect(nextCursor).toBeNull();
    const [first] = (await list('', 'owner', 'vi')).items;
    expect(first?.summary).toBe('Đổi vai trò của Lan từ người xem thành thành viên');
  });

  it('names an ad account what it is', async () => {
    const advertiser = newId();
    sessions.set('advertiser', sessionOf(advertiser, 'owner'));
    const subject = { kind: 'shop', id: newId(), name: 'Hoa Mai Ads' } as const;
    const details = { platform: 'Facebook Ads' };
    await database.tenant(advertiser, async (tx) => {
      await recordAuditEvent(tx, { ...linked, subject, details }, dayOf(1));
      const disconnected = { ...linked, action: 'shop.disconnected', subject, details } as const;
      await recordAuditEvent(tx, disconnected, dayOf(2));
    });
    const summaries = async (language: string) =>
      (await list('', 'advertiser', language)).items.map(({ summary }) => summary);
    expect(await summaries('en')).toEqual([
      'Disconnected the ad account Hoa Mai Ads (Facebook Ads)',
      'Connected the ad account Hoa Mai Ads (Facebook Ads)',
    ]);
    expect(await summaries('vi')).toEqual([
      'Ngắt liên kết tài khoản quảng cáo Hoa Mai Ads (Facebook Ads)',
      'Liên kết tài khoản quảng cáo Hoa Mai Ads (Facebook Ads)',
    ]);
  });

  it.each(['member', 'viewer'])('refuses a %s and names who has access', async (who) => {
    for (const url of ['/audit', '/audit/export']) {
      const answer = await get(url, who);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ error: 'owners_only' });
    }
  });

  it('shows no entry of another team', async () => {
    expect((await list('', 'stranger')).items.map(({ at }) => at)).toEqual([
      '2026-11-04T00:00:00.000Z',
    ]);
  });

  it.each([
    ['?group=shop', ['shop.linked']],
    [`?actor=${lan}`, ['profile.saved']],
    ['?from=2026-11-02T00:00:00.000Z', ['team.role_changed', 'shop.linked']],
    ['?until=2026-11-02T00:00:00.000Z', ['profile.saved']],
    ['?group=team&until=2026-11-02T00:00:00.000Z', []],
  ])('is filtered by %s', async (query, actions) => {
    expect((await list(query)).items.map(({ action }) => action)).toEqual(actions);
  });

  it.each(['from', 'until'])(
    'has no entry %s the year 0, which the database lacks',
    async (end) => {
      for (const path of ['/audit', '/audit/export'])
        expect((await get(`${path}?${end}=0000-01-01T00:00:00Z`)).statusCode).toBe(400);
      expect((await get(`/audit?${end}=0001-01-01T00:00:00%2B14:00`)).statusCode).toBe(200);
    },
  );

  it('is paged without repeating or skipping an entry', async () => {
    const first = await list('?pageSize=2');
    const second = await list(`?pageSize=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items]).toEqual((await list()).items);
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
  });

  it('is exported as a file without formulas in cells', async () => {
    const answer = await get('/audit/export?group=shop', 'owner', 'vi');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain('attachment');
    expect(answer.body).toBe(
      '\uFEFFThời gian (UTC),Người thực hiện,Email,Việc đã làm,Mã\r\n' +
        '2026-11-02T00:00:00.000Z,Hệ thống,,"Liên kết gian hàng =HYPERLINK(""http://x"") (Lazada)",shop.linked\r\n',
    );
  });

  it('exports more entries than one batch, completely', async () => {
    const many = newId();
    sessions.set('many', sessionOf(many, 'owner'));
    await database.tenant(many, async (tx) => {
      for (let index = 0; index < 1001; index += 1)
        await recordAuditEvent(tx, { ...saved, actorId: null });
    });
    const lines = (await get('/audit/export', 'many')).body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 1001);
  });

  it('allows three exports of a team at once and answers a fourth with Retry-After', async () => {
    const slow = newId();
    sessions.set('slow', sessionOf(slow, 'owner'));
    await database.tenant(slow, (tx) => recordAuditEvent(tx, { ...saved, actorId: slowId }));
    // An injected request starts only when its promise is awaited. The third export waits for one of the others.
    const exports = Promise.all(Array.from({ length: 3 }, () => get('/audit/export', 'slow')));
    const refused = await get('/audit/export', 'slow');
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ error: 'files_busy' });
    expect(refused.headers['retry-after']).toBe('5');
    // Other teams have their own slots.
    expect((await get('/audit/export')).statusCode).toBe(200);
    slowLookup.resolve();
    for (const each of await exports) expect(each.statusCode).toBe(200);
    await expect.poll(async () => (await get('/audit/export', 'slow')).statusCode).toBe(200);
  });

  it('accepts 300 acts an hour of one account, whatever the rest of the team does', async () => {
    const busy = newId();
    sessions.set('busy', sessionOf(busy, 'owner'));
    const add = (actorId: string) =>
      database.tenant(busy, (tx) => recordAuditEvent(tx, { ...saved, actorId }));
    for (let each = 0; each < 300; each += 1) await add(lan);
    await expect(add(lan)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    await add(newId());
    const lines = (await get('/audit/export', 'busy')).body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 301);
  });

  it('accepts an act with more than 300 entries, such as the erasure of all shops', async () => {
    const large = newId();
    sessions.set('large', sessionOf(large, 'owner'));
    await database.tenant(large, async (tx) => {
      for (let each = 0; each < 301; each += 1) await recordAuditEvent(tx, saved);
    });
    const lines = (await get('/audit/export', 'large')).body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 301);
  });

  it('cannot be updated, deleted or truncated by the application role', async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`set role seller_connect_app; set app.tenant_id = '${tenantId}'`);
    for (const statement of [
      'delete from audit.entry',
      `update audit.entry set action = 'team.left'`,
      'truncate audit.entry',
    ]) {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
    const { rows } = await client.query('select from audit.entry');
    await client.end();
    expect(rows).toHaveLength(3);
  });

  it('has no entry of a transaction that was rolled back', async () => {
    const before = (await list()).items.length;
    await expect(
      database.tenant(tenantId, async (tx) => {
        await recordAuditEvent(tx, saved);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect((await list()).items).toHaveLength(before);
  });
});
