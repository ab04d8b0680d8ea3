import type { NotificationKind, NotificationSettings, Platform } from '@seller-connect/contract';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../platform/database/database.ts';
import type { Http, Session } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import type { EmailMessage } from '../platform/mail/mail-queue.ts';
import { Problem, type Language } from '../platform/http/problem.ts';
import { deleteAccountData } from './delete-account-data.ts';
import { countUnread, markAllRead, markRead, listInbox } from './delivery/inbox.ts';
import { kindRules, notificationKinds } from './messages/kinds.ts';
import { composeEmail } from './messages/email.ts';
import { readPreference, recordLanguage, savePreference } from './delivery/preferences.ts';
import type { Recipient } from './delivery/fan-out.ts';
import { startWorker } from './delivery/worker.ts';
import { kindTexts } from './messages/render.ts';
import type { Zalo } from './zalo/index.ts';
import { readZaloState } from './zalo/phone-routes.ts';
import { templateOf } from './zalo/zalo-channel.ts';
import { rewrapZaloTokens } from './zalo/zalo-tokens.ts';
import { createEraser, namesShop } from '../platform/database/eraser.ts';
import { waitForAll } from '../platform/process/shutdown.ts';
import type { Vault } from '../platform/vault/vault.ts';
import { startChannelWorker } from './delivery/channel-messages.ts';
import { createPushChannel } from './push/index.ts';
import { createPushKeyLoader, rewrapPushKey } from './push/push-keys.ts';
import { pushDeviceRoutes } from './push/routes.ts';
import type { PushTransport } from './push/send-push.ts';
import { deleteSubscriptionsOfSignIns, listDevices } from './push/subscription-store.ts';

export {
  notify,
  lockShopAlerts,
  reopenNotifications,
  resolveNotifications,
  resolveOtherNotifications,
  resolveShopAlerts,
  type NotificationInput,
} from './delivery/outbox.ts';
export { createWebhooks, type Webhooks, type WebhooksDependencies } from './webhook/index.ts';
export { parseFacts as parseNotificationFacts } from './messages/facts.ts';
export { notificationEmailKind, type Recipient } from './delivery/fan-out.ts';
export { mutePageRoutes, type MutePages, type RenderPage } from './mute-pages.ts';
export { createPushTransport } from './push/index.ts';
export { createZalo } from './zalo/index.ts';
export { deletePhoneOf as deletePhoneOfMember } from './zalo/phone-store.ts';
export { deleteSubscriptionsOf as deletePushDevicesOfMember } from './push/subscription-store.ts';

/** Erases what names a shop; deliveries are deleted with their event. */
export const notificationRows = createEraser(
  [
    { table: 'notifications.event', where: namesShop('data') },
    {
      table: 'notifications.webhook_delivery',
      where: namesShop("(payload::jsonb -> 'data')"),
    },
  ],
  [
    'notifications.channel_message',
    'notifications.push_subscription',
    'notifications.zalo_phone',
    'notifications.delivery',
    'notifications.preference',
    'notifications.webhook',
  ],
);

/** A shop that users can mute in the settings. */
interface NotifiedShop {
  shopId: string;
  name: string;
  platform: Platform;
  status: string;
}

export interface NotificationsDependencies {
  database: Database;
  /** Origin of the links in emails. */
  appOrigin: string;
  /** The members of a team. */
  recipients(tenantId: string): Promise<Recipient[]>;
  listShops(tenantId: string): Promise<readonly NotifiedShop[]>;
  /** False where no mail server is configured. */
  canSendEmails: boolean;
  /** Returns the address of the page on which an account mutes an alert rule without a sign-in. */
  muteAlertUrl(muted: { tenantId: string; accountId: string; ruleId: string }): string;
  vault: Vault;
  /** The private key of the settings for push services. */
  pushKey?: string | undefined;
  pushTransport: PushTransport;
  /** Created by `createZalo`. */
  zalo: Zalo;
  log: Pick<Log, 'warn' | 'error'>;
  now?: () => Date;
}

export interface Notifications {
  /** Registers the calls. Creates the key for push services if there is none, so that no reading call writes. */
  routes(http: Http): Promise<void>;
  /** Fans out events in this process until stopped. */
  work(settings: {
    boss: PgBoss;
    everyHour: (stopping: AbortSignal) => Promise<void>;
    pollIntervalMs?: number;
  }): Promise<{ stop(): Promise<void> }>;
  /** Ends the notifications in browsers whose sign-in has ended. */
  signInsEnded(
    who: { tenantId: string; sub: string },
    ended: { only: string } | { except: string } | 'all',
  ): Promise<void>;
  /** Seals stored keys under the newest vault key. Returns the number of changes. */
  rewrapSecrets(): Promise<number>;
  /** Deletes the deliveries, devices and preferences of a removed account, and the events that name it. Idempotent. */
  deleteAccountData(tenantId: string, accountId: string): Promise<void>;
  /** Returns the language in which an account reads its emails. */
  languageOf(tenantId: string, accountId: string): Promise<Language>;
  /** Composes the email of a notification when the mail queue sends it; null if it is not needed any more. */
  composeEmail(data: unknown): Promise<EmailMessage | null>;
}

const cannotBeSilencedProblem = (because: { vi: string; en: string }) =>
  new Problem(422, 'cannot_be_silenced', because);

/** Creates the notifications of the application and by email, with their settings. */
export function createNotifications(dependencies: NotificationsDependencies): Notifications {
  const { database, canSendEmails, log } = dependencies;
  const now = dependencies.now ?? (() => new Date());
  const { settings: zaloSettings } = dependencies.zalo;
  const offersZalo = (kind: NotificationKind) =>
    zaloSettings !== null && templateOf(zaloSettings, kind) !== null;
  const parts = { ...dependencies, now, offersZalo };
  const pushKeys = createPushKeyLoader({
    database,
    vault: dependencies.vault,
    configuredKey: dependencies.pushKey,
  });
  const pushDevices = async ({ tenantId, accountId }: Pick<Session, 'tenantId' | 'accountId'>) => {
    const { publicKey: serverKey } = await pushKeys();
    return { serverKey, devices: await listDevices(database, tenantId, accountId, serverKey) };
  };

  async function settings(session: Session, language: Language): Promise<NotificationSettings> {
    const { tenantId, accountId } = session;
    const [preference, members, shops, push, zalo] = await Promise.all([
      readPreference(database, tenantId, accountId),
      dependencies.recipients(tenantId),
      dependencies.listShops(tenantId),
      pushDevices(session),
      readZaloState(database, dependencies.zalo.settings, session),
    ]);
    return {
      mailTo: members.find((member) => member.accountId === accountId)?.email ?? null,
      mailAvailable: canSendEmails,
      push,
      zalo,
      kinds: notificationKinds.map((kind) => ({
        kind,
        title: kindTexts[kind].title[language],
        text: kindTexts[kind].text[language],
        ...preference.channels[kind],
        zalo: offersZalo(kind) ? preference.channels[kind].zalo : null,
        lockedBecause: kindRules[kind].locked?.[language] ?? null,
      })),
      shops: shops
        .filter((shop) => shop.status !== 'disconnected')
        .map(({ shopId, name, platform }) => ({
          id: shopId,
          name,
          platform,
          isEnabled: !preference.mutedShops.has(shopId),
        })),
    };
  }

  return {
    async routes(http) {
      await pushKeys();
      http.handle('listNotifications', async ({ session, query, language }) => {
        const { tenantId, accountId } = session;
        const { cursor = null, pageSize = 20 } = query;
        const [list, preference] = await Promise.all([
          listInbox(database, session, { cursor, pageSize, language, now: now() }),
          readPreference(database, tenantId, accountId),
        ]);
        if (!preference.known || preference.language !== language) {
          await recordLanguage(database, { tenantId, accountId, language });
        }
        return list;
      });
      http.handle('readNotification', async ({ session, params }) => {
        await markRead(database, session, params.notificationId, now());
        return { unread: await countUnread(database, session) };
      });
      http.handle('readAllNotifications', async ({ session, body }) => {
        await markAllRead(database, session, body.upTo, now());
        return { unread: await countUnread(database, session) };
      });
      http.handle('notificationSettings', ({ session, language }) => settings(session, language));
      http.handle('saveNotificationSettings', async ({ session, body, language }) => {
        for (const { kind, inApp } of body.kinds) {
          const { locked } = kindRules[kind];
          if (locked && !inApp) throw cannotBeSilencedProblem(locked);
        }
        const { tenantId, accountId } = session;
        await savePreference(database, { tenantId, accountId, language }, body);
        return settings(session, language);
      });
      pushDeviceRoutes(http, { database, pushDevices, ...dependencies.pushTransport });
      dependencies.zalo.routes(http);
    },
    async work({ boss, everyHour, pollIntervalMs = 1500 }) {
      const worker = await startWorker({ ...parts, boss, everyHour, pollIntervalMs });
      const { pushTransport: transport, zalo } = dependencies;
      const push = createPushChannel({ database, keys: pushKeys, transport, log });
      const isMember = async (tenantId: string, accountId: string) =>
        (await dependencies.recipients(tenantId)).some((each) => each.accountId === accountId);
      const sender = startChannelWorker(
        {
          database,
          channels: { push, ...(zalo.channel && { zalo: zalo.channel }) },
          isMember,
          log,
          now,
        },
        pollIntervalMs,
      );
      return { stop: async () => void (await Promise.all([worker.stop(), sender.stop()])) };
    },
    signInsEnded: (who, ended) => deleteSubscriptionsOfSignIns(database, who, ended),
    async rewrapSecrets() {
      const rewraps = [rewrapPushKey, rewrapZaloTokens];
      const changes = await waitForAll(
        rewraps.map((rewrap) => rewrap(database, dependencies.vault)),
      );
      return changes.reduce((sum, changed) => sum + changed, 0);
    },
    deleteAccountData: (tenantId, accountId) => deleteAccountData(database, tenantId, accountId),
    languageOf: async (tenantId, accountId) =>
      (await readPreference(database, tenantId, accountId)).language,
    composeEmail: (data) => composeEmail(parts, data),
  };
}
