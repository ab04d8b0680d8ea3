import { ReportAccessList } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { callJson } from '../../../test/call-json.ts';
import { sql } from '../../platform/database/database.ts';
import { createReportingHttp, startReporting } from '../testing/reporting-http.ts';
import { revokeAccessOfMember } from './routes.ts';

const { shops, reporting } = await startReporting(10);

type Method = 'GET' | 'POST' | 'DELETE';
const call = (method: Method, url: string, authorization: string, payload?: object) =>
  reporting.http.app.inject({
    method,
    url,
    headers: { authorization, 'accept-language': 'en' },
    ...(payload && { payload }),
  });
const ask = (authorization: string) => call('POST', '/reports/query', authorization);
const basic = (login: string, secret: string) =>
  `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
const tenantRows = sql(
  'test.access_rows',
  `select name, token_hash, last_used_at from reporting.access where tenant_id = $1`,
);
const announced = sql(
  'test.announced_access',
  `select data ->> 'access' as access, data -> 'by' ->> 'id' as by from notifications.event
    where tenant_id = $1 and kind = 'report_access_made'`,
);
const expire = sql(
  'test.expire_access',
  `update reporting.access set expires_at = created_at where tenant_id = $1 and access_id = $2`,
);
const auditEvents = sql(
  'test.access_audit_events',
  `select action, actor_id, subject_name, details::text as details from audit.entry
    where tenant_id = $1 and action_group = 'reports' order by entry_id`,
);

describe('report access', () => {
  it('opens the report of its team, as a bearer token and as the password of its login', async () => {
    const { login, secret } = await reporting.newTool();
    expect(secret).toMatch(/^scr_[\w-]{64}$/);
    const seller = await ask('Bearer viewer');
    for (const authorization of [`Bearer ${secret}`, basic(login, secret)]) {
      const tool = await ask(authorization);
      expect(tool.statusCode).toBe(200);
      expect(tool.json().rows).toEqual(seller.json().rows);
    }
    const catalogue = await call('GET', '/reports/data_sets', `Bearer ${secret}`);
    expect(catalogue.statusCode).toBe(200);
  });

  it('opens nothing else, and nothing with another login or one character changed', async () => {
    const { secret } = await reporting.newTool('nothing else');
    for (const url of ['/reporting/summary', '/reports/access']) {
      expect((await call('GET', url, `Bearer ${secret}`)).statusCode).toBe(401);
    }
    const other = await reporting.newTool('another');
    const changed = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A');
    for (const authorization of [
      basic(other.login, secret),
      basic('', secret),
      `Bearer ${changed}`,
      'Bearer scr_',
      `Bearer scr_${'A'.repeat(64)}`,
    ]) {
      const refused = await ask(authorization);
      expect(refused.statusCode).toBe(401);
      expect(refused.body).not.toContain(secret);
    }
  });

  it('is stored as a hash, shown once, and listed with its creator and last use', async () => {
    const { id, secret, login } = await reporting.newTool('Looker');
    await ask(`Bearer ${secret}`);
    const rows = await shops.database.tenantRead<{ name: string; tokenHash: Buffer }>(
      shops.tenantId,
      tenantRows,
      [shops.tenantId],
    );
    expect(rows.find((row) => row.name === 'Looker')?.tokenHash).toHaveLength(32);
    const list = await call('GET', '/reports/access', 'Bearer viewer');
    expect(list.body).not.toContain(secret);
    const mine = list.json().items.find((item: { id: string }) => item.id === id);
    expect(mine).toMatchObject({ kind: 'tool', name: 'Looker', login, createdBy: 'Lan' });
    expect(mine.lastUsedAt).toBe(shops.dependencies.now().toISOString());
    expect(list.json().addresses).toMatchObject({
      query: 'https://app.test/reports/query',
      mcp: 'https://app.test/mcp',
    });
    expect((await call('GET', '/reports/access', 'Bearer stranger')).json().items).toEqual([]);
  });

  it('ends at once when it is revoked, by members and owners of its team only', async () => {
    const { id, secret } = await reporting.newTool('gone');
    expect((await call('DELETE', `/reports/access/${id}`, 'Bearer viewer')).statusCode).toBe(403);
    expect((await call('DELETE', `/reports/access/${id}`, 'Bearer stranger')).statusCode).toBe(404);
    expect((await ask(`Bearer ${secret}`)).statusCode).toBe(200);
    expect((await call('DELETE', `/reports/access/${id}`, 'Bearer member')).statusCode).toBe(204);
    expect((await ask(`Bearer ${secret}`)).statusCode).toBe(401);
    expect((await call('DELETE', `/reports/access/${id}`, 'Bearer member')).statusCode).toBe(404);
    const viewer = await call('POST', '/reports/access', 'Bearer viewer', { name: 'x' });
    expect(viewer.statusCode).toBe(403);
  });

  it('requires a fresh sign-in, expires after 180 days by default, and causes a notification', async () => {
    const make = (body: object) => call('POST', '/reports/access', 'Bearer member', body);
    reporting.signIns.fresh = false;
    const stale = await make({ name: 'stale' });
    reporting.signIns.fresh = true;
    expect([stale.statusCode, stale.json().error]).toEqual([409, 'fresh_sign_in_required']);
    const lasts = async (days?: number | null) => {
      const { access } = (
        await make({ name: 'ending', ...(days !== undefined && { days }) })
      ).json();
      const ends = access.expiresAt && Date.parse(access.expiresAt) - Date.parse(access.createdAt);
      return ends && ends / 86_400_000;
    };
    expect(await lasts()).toBe(180);
    expect(await lasts(30)).toBe(30);
    expect(await lasts(null)).toBeNull();
    const notifications = await shops.database.tenantRead<Record<string, unknown>>(
      shops.tenantId,
      announced,
      [shops.tenantId],
    );
    expect(notifications).toContainEqual({ access: 'ending', by: reporting.accounts.member });
    const { id, secret } = await reporting.newTool('over');
    expect((await ask(`Bearer ${secret}`)).statusCode).toBe(200);
    await shops.database.tenant(shops.tenantId, (tx) => tx.execute(expire, [tx.tenantId, id]));
    expect((await ask(`Bearer ${secret}`)).statusCode).toBe(401);
  });

  it('is recorded in the audit log when created and revoked, without its secret', async () => {
    const { id, secret } = await reporting.newTool('trailed');
    await call('DELETE', `/reports/access/${id}`, 'Bearer owner');
    const entries = await shops.database.tenantRead<Record<string, string>>(
      shops.tenantId,
      auditEvents,
      [shops.tenantId],
    );
    const mine = entries.filter((entry) => entry['subjectName'] === 'trailed');
    expect(mine.map((entry) => [entry['action'], entry['actorId']])).toEqual([
      ['reports.access_created', reporting.accounts.owner],
      ['reports.access_revoked', reporting.accounts.owner],
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('ends with the membership of its creator', async () => {
    const made = await call('POST', '/reports/access', 'Bearer member', { name: 'of a member' });
    const others = await reporting.newTool('of the owner');
    const { tenantId, database } = shops;
    await database.tenant(tenantId, (tx) => revokeAccessOfMember(tx, reporting.accounts.member));
    expect((await ask(`Bearer ${made.json().secret}`)).statusCode).toBe(401);
    expect((await ask(`Bearer ${others.secret}`)).statusCode).toBe(200);
  });

  it('has its own rate limit', async () => {
    const [limited, other] = [await reporting.newTool('limited'), await reporting.newTool('other')];
    const answers = await Promise.all(
      Array.from({ length: 245 }, () =>
        call('GET', '/reports/data_sets', `Bearer ${limited.secret}`),
      ),
    );
    const refused = answers.filter((answer) => answer.statusCode === 429);
    expect(refused.length).toBe(5);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(`Bearer ${other.secret}`)).statusCode).toBe(200);
  });

  it('limits guesses by IP address', async () => {
    const codes: number[] = [];
    for (let guess = 0; guess < 25; guess += 1) {
      codes.push((await ask(`Bearer scr_${'B'.repeat(64)}`)).statusCode);
    }
    expect(codes.at(-1)).toBe(429);
  });

  it('is limited to fifty, even when created concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 55 }, (_, each) =>
        call('POST', '/reports/access', 'Bearer stranger', { name: `tool ${each}` }),
      ),
    );
    const refused = answers.filter((answer) => answer.statusCode === 409);
    expect(refused.map((answer) => answer.json().error)).toEqual(
      Array.from({ length: 5 }, () => 'too_many_accesses'),
    );
    const list = await call('GET', '/reports/access', 'Bearer stranger');
    expect(list.json().total).toBe(50);
  });

  it('requires a name', async () => {
    const nameless = await call('POST', '/reports/access', 'Bearer owner', { name: '  ' });
    expect(nameless.json()).toMatchObject({ statusCode: 400, error: 'name_required' });
  });
});

describe('a connector for Looker Studio', () => {
  it('is linked at its URL', async () => {
    const other = await createReportingHttp(shops, 'AKfycb-connector');
    const list = await callJson(other.http, 'owner', 'GET', '/reports/access');
    expect(Value.Parse(ReportAccessList, list.body).addresses.lookerStudio).toBe(
      'https://lookerstudio.google.com/datasources/create?connectorId=AKfycb-connector',
    );
    await other.http.app.close();
  });
});
