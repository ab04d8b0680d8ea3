import { randomBytes } from 'node:crypto';
import type { NotificationKind, NotificationList } from '@seller-connect/contract';
import { afterAll } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { testSession } from '../../../test/test-session.ts';
import { auditRoutes } from '../../audit/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { isPublicHttpsUrl } from '../../platform/http/hosts/public-hosts.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { createKeyring, createVault } from '../../platform/vault/vault.ts';
import { sendDueMessages } from '../delivery/channel-messages.ts';
import {
  notify,
  createNotifications,
  resolveNotifications,
  type NotificationInput,
  type Notifications,
  type Recipient,
} from '../index.ts';
import { fanOut } from '../delivery/fan-out.ts';
import { createPushChannel } from '../push/index.ts';
import { createPushKeyLoader } from '../push/push-keys.ts';
import type { PushTransport } from '../push/send-push.ts';
import { createZalo } from '../zalo/index.ts';
import { templateOf } from '../zalo/zalo-channel.ts';
import type { ZaloSettings } from '../../platform/config/zalo-settings.ts';

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

type CallMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A team member who calls the product's routes. */
export interface TeamClient {
  notifications: Notifications;
  call(
    method: CallMethod,
    url: string,
    payload?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<CallResult>;
  list(query?: string): Promise<NotificationList>;
}

const noPushService: PushTransport = {
  contact: 'mailto:ops@app.test',
  isEndpoint: isPublicHttpsUrl,
  post: () => Promise.reject(new Error('There is no push service')),
};

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
  /** Inserts an event and passes it on. */
  notify(what: NotificationInput, at?: Date): Promise<void>;
  /** Sends the messages to devices that are due, of all teams. */
  sendToDevices(): Promise<void>;
  /** Makes all waiting messages due. Returns those of the team. */
  hurryMessages(): Promise<{ channel: string; attempts: number; secondsLeft: number }[]>;
  as(accountId: string, language?: string): Promise<TeamClient>;
  titles(accountId: string): Promise<string[]>;
  deletePushKey(): Promise<void>;
  /** Deletes the tokens, numbers and counted codes of Zalo. */
  resetZalo(): Promise<void>;
  /** Makes the messages that wait for a receipt of Zalo, and their last receipt, a day older. */
  passDayAtZalo(): Promise<void>;
  /** Calls a page or a webhook without a session. A POST sends an empty form, or an event that Zalo signed. */
  browse(
    method: 'GET' | 'POST',
    url: string,
    event?: { body: string; signature: string },
  ): Promise<{ status: number; text: string }>;
  /** Returns the data of the team's queued emails. */
  queuedEmails(): Promise<unknown[]>;
  /** Grants or revokes the program's permission to queue emails. */
  allowEmails(allowed: boolean): Promise<void>;
}

/**
 * Creates teams that get notifications, in a database of their own, for the tests of a file.
 * @param pushTransport where messages to browsers go
 * @param zaloSettings where messages by Zalo go; null if they are not offered
 */
export async function createNotificationFixture(
  pushTransport = noPushService,
  zaloSettings: ZaloSettings | null = null,
): Promise<NotificationFixture> {
  const { url: databaseUrl, database } = await openTestDatabase({ poolSize: 6 });
  const superuser = await connectOwner(databaseUrl);
  const opened: Http[] = [];
  afterAll(() => Promise.all(opened.map((http) => http.app.close())));
  const vault = createVault(createKeyring([{ id: 'test', bytes: randomBytes(32) }]));
  const keys = createPushKeyLoader({ database, vault, configuredKey: undefined });
  const push = createPushChannel({ database, keys, transport: pushTransport, log });
  const zalo = await createZalo({
    database,
    vault,
    keys: createKeyring([{ id: 'test', bytes: Buffer.alloc(32, 7) }]),
    settings: zaloSettings,
    renderPage: ({ title }, language) => ({ html: title[language], policy: "default-src 'none'" }),
    log,
    now: () => later,
  });
  const parts = {
    database,
    vault,
    pushTransport,
    zalo,
    offersZalo: (kind: NotificationKind) =>
      zaloSettings !== null && templateOf(zaloSettings, kind) !== null,
    canSendEmails: true,
    recipients: async () => fixture.team,
    appOrigin: 'https://app.test',
    muteAlertUrl: () => 'https://app.test/alerts/mute/token',
    now: () => later,
  };

  const fixture: NotificationFixture = {
    databaseUrl,
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
    async notify(what, at) {
      await fixture.say(what, at);
      await fixture.passOn();
    },
    sendToDevices: () =>
      sendDueMessages({
        database,
        channels: { push, ...(zalo.channel && { zalo: zalo.channel }) },
        isMember: async (_tenantId, accountId) =>
          fixture.team.some((member) => member.accountId === accountId),
        log,
        now: parts.now,
      }),
    async hurryMessages() {
      const { rows } = await superuser.query<{
        channel: string;
        attempts: number;
        secondsLeft: number;
      }>(
        `select channel, attempts, extract(epoch from next_try_at - now())::float8 as "secondsLeft"
         from notifications.channel_message where tenant_id = $1`,
        [fixture.tenantId],
      );
      await superuser.query('update notifications.channel_message set next_try_at = now()');
      return rows;
    },
    async as(accountId, language = 'en') {
      const { tenantId, team } = fixture;
      const role = team.find((member) => member.accountId === accountId)?.role ?? 'viewer';
      const session = {
        ...testSession({ tenantId, accountId, role }),
        signInId: `sign-in of ${accountId}`,
      };
      const http = await createHttp({ log, authenticate: async () => session });
      opened.push(http);
      const notifications = createNotifications({
        ...parts,
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
      await notifications.routes(http);
      auditRoutes(http, { database, account: async () => null, log });
      const send = async (method: CallMethod, url: string, payload?: object, headers = {}) =>
        http.app.inject({
          method,
          url,
          headers: { authorization: 'Bearer x', 'accept-language': language, ...headers },
          ...(payload && { payload }),
        });
      return {
        notifications,
        async call(method, url, payload, headers) {
          const answer = await send(method, url, payload, headers);
          return { status: answer.statusCode, body: answer.json() };
        },
        list: async (query = '') => (await send('GET', `/user/notifications${query}`)).json(),
      };
    },
    async titles(accountId) {
      const reader = await fixture.as(accountId);
      return (await reader.list()).items.map((item) => item.title);
    },
    async resetZalo() {
      await superuser.query(
        'truncate notifications.zalo_token, notifications.zalo_phone, notifications.code_count',
      );
    },
    async passDayAtZalo() {
      await superuser.query(
        `update notifications.zalo_phone set awaiting_since = awaiting_since - interval '25 hours',
           received_at = received_at - interval '25 hours'`,
      );
    },
    async browse(method, url, event) {
      const http = await createHttp({ log, authenticate: async () => null });
      opened.push(http);
      zalo.routes(http);
      const headers = { 'accept-language': 'vi' };
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
      const json = event && {
        'content-type': 'application/json',
        'x-zevent-signature': event.signature,
      };
      const answer = await http.app.inject({
        method,
        url,
        headers: json ?? (method === 'POST' ? form : headers),
        ...(event && { payload: event.body }),
      });
      return { status: answer.statusCode, text: answer.body };
    },
    async deletePushKey() {
      await superuser.query('delete from notifications.push_key');
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
  };
  fixture.anotherTeam();
  return fixture;
}
