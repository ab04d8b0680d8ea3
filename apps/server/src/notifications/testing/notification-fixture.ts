import type { NotificationList } from '@seller-connect/contract';
import pg from 'pg';
import { createTestDatabase } from '../../../test/database.ts';
import { auditRoutes } from '../../audit/index.ts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { createHttp, type Http, type Session } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import {
  notify,
  createNotifications,
  resolveNotifications,
  type NotificationInput,
  type Notifications,
  type Recipient,
} from '../index.ts';
import { fanOut } from '../delivery/fan-out.ts';

export const log = createLog('silent');
export const now = new Date('2026-11-22T03:00:00Z');
export const later = new Date(now.getTime() + 60_000);
export const shop = { id: newId(), name: 'Hoa Mai' };
export const otherShop = { id: newId(), name: 'Tre Xanh' };

/** A shop whose consent is not valid any more. */
export const needsReauthorization = (key = 'once', shops = [shop]): NotificationInput => ({
  kind: 'shop_needs_you',
  key,
  subject: 'connection',
  facts: { platform: 'LAZADA', shops, reason: 'refused' },
});
export const firstSyncDone: NotificationInput = {
  kind: 'first_sync_done',
  key: shop.id,
  subject: shop.id,
  facts: { platform: 'LAZADA', shops: [shop] },
};

export interface CallResult {
  status: number;
  body: Record<string, unknown>;
}

/** A team member who calls the product's routes. */
export interface TeamClient {
  notifications: Notifications;
  call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<CallResult>;
  list(query?: string): Promise<NotificationList>;
}

/** Teams with notifications, in a database of their own. */
export interface NotificationFixture {
  databaseUrl: string;
  database: Database;
  /** The current team: an owner, a member and a viewer. */
  tenantId: string;
  team: Recipient[];
  /** Replaces the current team with a new one. */
  anotherTeam(): void;
  say(what: NotificationInput, at?: Date): Promise<void>;
  /** Resolves the events about the connection. */
  resolve(): Promise<void>;
  passOn(): Promise<void>;
  as(accountId: string, language?: string): Promise<TeamClient>;
  titles(accountId: string): Promise<string[]>;
  /** Returns the data of the team's queued emails. */
  queuedEmails(): Promise<unknown[]>;
  /** Grants or revokes the program's permission to queue emails. */
  allowEmails(allowed: boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function createNotificationFixture(): Promise<NotificationFixture> {
  const prepared = await createTestDatabase();
  const database = openDatabase({
    url: prepared.url,
    role: 'seller_connect_app',
    poolSize: 6,
    log,
  });
  const superuser = new pg.Client({ connectionString: prepared.url });
  superuser.on('error', () => undefined);
  await superuser.connect();
  const opened: Http[] = [];
  const parts = {
    database,
    canSendEmails: true,
    recipients: async () => fixture.team,
    muteAlertUrl: () => 'https://app.test/alerts/mute/token',
    now: () => later,
  };

  const fixture: NotificationFixture = {
    databaseUrl: prepared.url,
    database,
    tenantId: newId(),
    team: [],
    anotherTeam() {
      fixture.tenantId = newId();
      fixture.team = [
        { accountId: 'owner', role: 'owner', email: 'owner@shop.test' },
        { accountId: 'member', role: 'member', email: 'member@shop.test' },
        { accountId: 'viewer', role: 'viewer', email: 'viewer@shop.test' },
      ];
    },
    say: (what, at = now) => database.tenant(fixture.tenantId, (tx) => notify(tx, what, at)),
    resolve: () =>
      database.tenant(fixture.tenantId, (tx) =>
        resolveNotifications(tx, ['shop_needs_you'], ['connection'], later),
      ),
    passOn: () => fanOut(parts, fixture.tenantId),
    async as(accountId, language = 'en') {
      const session: Session = {
        tenantId: fixture.tenantId,
        accountId,
        role: fixture.team.find((member) => member.accountId === accountId)?.role ?? 'viewer',
        expiresAt: new Date(Date.now() + 3_600_000),
        tokenHash: Buffer.alloc(32),
      };
      const http = await createHttp({ log, authenticate: async () => session });
      opened.push(http);
      const notifications = createNotifications({
        ...parts,
        appOrigin: 'https://app.test',
        listShops: async () => [
          { shopId: shop.id, name: shop.name, platform: 'LAZADA', status: 'connected' },
          {
            shopId: otherShop.id,
            name: otherShop.name,
            platform: 'LAZADA',
            status: 'disconnected',
          },
        ],
        log,
      });
      notifications.routes(http);
      auditRoutes(http, { database, account: async () => null, log });
      const send = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
        http.app.inject({
          method,
          url,
          headers: { authorization: 'Bearer x', 'accept-language': language },
          ...(payload && { payload }),
        });
      return {
        notifications,
        async call(method, url, payload) {
          const answer = await send(method, url, payload);
          return { status: answer.statusCode, body: answer.json() };
        },
        list: async (query = '') => (await send('GET', `/user/notifications${query}`)).json(),
      };
    },
    async titles(accountId) {
      const reader = await fixture.as(accountId);
      return (await reader.list()).items.map((item) => item.title);
    },
    async queuedEmails() {
      const { rows } = await superuser.query<{ data: unknown }>(
        `select data from platform.mail where data ->> 'tenantId' = $1`,
        [fixture.tenantId],
      );
      return rows.map((row) => row.data);
    },
    async allowEmails(allowed) {
      await superuser.query(
        `${allowed ? 'grant' : 'revoke'} execute on function
           platform.queue_email(uuid, text, jsonb, timestamptz, timestamptz, text)
           ${allowed ? 'to' : 'from'} seller_connect_app`,
      );
    },
    async stop() {
      for (const http of opened) await http.app.close();
      await database.close();
      await superuser.end();
      await prepared.drop();
    },
  };
  fixture.anotherTeam();
  return fixture;
}
