import { ReportSchedule, ReportScheduleList, SavedView } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { afterAll } from 'vitest';
import { connectOwner } from '../../../../test/open-database.ts';
import { testSession } from '../../../../test/test-session.ts';
import { callJson } from '../../../../test/call-json.ts';
import type { Recipient } from '../../../notifications/index.ts';
import { createHttp, type Http, type Session } from '../../../platform/http/http.ts';
import { createLog } from '../../../platform/log.ts';
import { savedViewRoutes } from '../../saved-views/routes.ts';
import { createSampleTenant, type SampleTenant } from '../../testing/sample-tenant.ts';
import { createMuteLinks, createReportEmails, type ReportEmails } from '../index.ts';
import type { ReportEmailsDependencies } from '../index.ts';

type Token = 'owner' | 'member' | 'viewer' | 'stranger';

const keys = { keyIds: ['test'], deriveKey: async () => Buffer.alloc(32, 7) };

export interface ReportEmailsFixture {
  shops: SampleTenant;
  http: Http;
  reportEmails: ReportEmails;
  dependencies: ReportEmailsDependencies;
  /** Members of the team; tests may change it. */
  team: Recipient[];
  /** The time of the program. */
  clock: { now: Date };
  /** Up to when all shops are synced. */
  sync: { asOf: Date | null };
  call(
    token: Token,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<{ status: number; body: unknown }>;
  saveView(token: Token, search?: string): Promise<SavedView>;
  schedule(token: Token, more?: object): Promise<ReportSchedule>;
  /** Returns the schedules that a member sees. */
  schedules(token: Token): Promise<ReportSchedule[]>;
  /** Returns the data of the queued emails, oldest first. */
  queuedEmails(): Promise<{ accountId: string; dueDay: string }[]>;
  /** Returns the kinds and recipients of the events. */
  events(): Promise<{ kind: string; account: string | null }[]>;
  /** Deletes schedules, views, emails and events. */
  clear(): Promise<void>;
}

/** A team with shops, members and scheduled reports, in a database of its own. */
export async function createReportEmailsFixture(): Promise<ReportEmailsFixture> {
  const shops = await createSampleTenant(120);
  const superuser = await connectOwner(shops.url);
  const clock = { now: new Date('2026-11-10T00:30:00Z') };
  const sync: { asOf: Date | null } = { asOf: new Date('2026-11-10T00:20:00Z') };
  const team: Recipient[] = [
    { accountId: 'owner', role: 'owner', email: 'owner@shop.test' },
    { accountId: 'member', role: 'member', email: 'member@shop.test' },
    { accountId: 'viewer', role: 'viewer', email: 'viewer@shop.test' },
  ];
  const log = createLog('silent');
  const dependencies: ReportEmailsDependencies = {
    ...shops.dependencies,
    readCoverage: async () =>
      shops.shopIds.map((shopId) => ({ shopId, asOf: sync.asOf, open: [] })),
    connectedShops: async () => shops.shopIds,
    recipients: async () => team,
    languageOf: async (_tenantId, accountId) => (accountId === 'member' ? 'en' : 'vi'),
    account: async (accountId) => ({ name: accountId, email: `${accountId}@shop.test` }),
    muteLinks: await createMuteLinks(keys),
    renderPage: (page) => ({ html: JSON.stringify(page), policy: "default-src 'none'" }),
    appOrigin: 'https://app.test',
    canSendEmails: true,
    log,
    now: () => clock.now,
  };
  const reportEmails = createReportEmails(dependencies);
  const sessionOf = (token: string): Session | null =>
    token === 'owner' || token === 'member' || token === 'viewer' || token === 'stranger'
      ? testSession({
          tenantId: token === 'stranger' ? shops.neighbour : shops.tenantId,
          accountId: token,
          role: token === 'stranger' ? 'owner' : token,
        })
      : null;
  const http = await createHttp({ log, authenticate: async (token) => sessionOf(token) });
  savedViewRoutes(http, dependencies);
  reportEmails.routes(http);
  afterAll(() => http.app.close());

  const fixture: ReportEmailsFixture = {
    shops,
    http,
    reportEmails,
    dependencies,
    team,
    clock,
    sync,
    call: (token, method, url, payload) =>
      callJson(http, token, method, `/reporting${url}`, payload),
    async saveView(token, search = 'period=7d') {
      const view = { name: 'Sales', path: '/', search, isShared: token !== 'viewer' };
      const { body } = await callJson(http, token, 'POST', '/reporting/views', view);
      return Value.Parse(SavedView, body);
    },
    async schedule(token, more = {}) {
      const { id } = await fixture.saveView(token);
      const schedule = { viewId: id, ...daily, recipients: [], ...more };
      const { body } = await callJson(http, token, 'POST', '/reporting/schedules', schedule);
      return Value.Parse(ReportSchedule, body);
    },
    async schedules(token) {
      const { body } = await fixture.call(token, 'GET', '/schedules');
      return Value.Parse(ReportScheduleList, body).items;
    },
    async queuedEmails() {
      const { rows } = await superuser.query<{ data: { accountId: string; dueDay: string } }>(
        `select data from platform.mail order by created_at, id`,
      );
      return rows.map(({ data }) => data);
    },
    async events() {
      const { rows } = await superuser.query<{ kind: string; account: string | null }>(
        'select kind, account_id as account from notifications.event order by event_id',
      );
      return rows;
    },
    async clear() {
      await superuser.query(
        'delete from reporting.saved_view; delete from platform.mail; delete from platform.mail_count; delete from notifications.event',
      );
      clock.now = new Date('2026-11-10T00:30:00Z');
      sync.asOf = new Date('2026-11-10T00:20:00Z');
    },
  };
  return fixture;
}

/** Every day at eight. */
export const daily = { rhythm: 'daily', weekday: null, monthDay: null, hour: 8 };
