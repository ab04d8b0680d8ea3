import type { NotificationSettings, Platform } from '@seller-connect/contract';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../platform/database/database.ts';
import type { Http, Session } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import type { Message } from '../platform/mail/mail-queue.ts';
import { Problem, type Language } from '../platform/http/problem.ts';
import { forgetAccount } from './forget-account.ts';
import { countUnread, markAllRead, markRead, readInbox } from './delivery/inbox.ts';
import { kindRules, kinds } from './messages/kinds.ts';
import { composeLetter } from './messages/email.ts';
import { readPreference, rememberLanguage, savePreference } from './delivery/preferences.ts';
import type { Recipient } from './delivery/fan-out.ts';
import { startWorker } from './delivery/worker.ts';
import { kindWords } from './messages/render.ts';

export { notificationRows } from './erase.ts';
export { announce, resolveAnnounced, type Announcement } from './delivery/outbox.ts';
export { notificationLetter, type Recipient } from './delivery/fan-out.ts';

/** A shop by which people choose what to be told. */
interface KnownShop {
  shopId: string;
  name: string;
  platform: Platform;
  status: string;
}

export interface NotificationsDeps {
  database: Database;
  /** Where the links in letters lead. */
  appOrigin: string;
  /** The members of a team. */
  recipients(tenantId: string): Promise<Recipient[]>;
  listShops(tenantId: string): Promise<readonly KnownShop[]>;
  /** False where no mail server is configured. */
  canSendLetters: boolean;
  log: Pick<Log, 'warn' | 'error'>;
  now?: () => Date;
}

export interface Notifications {
  routes(http: Http): void;
  /** Passes on in this process what happens, until stopped. */
  work(settings: {
    boss: PgBoss;
    everyHour: () => Promise<void>;
    lookEveryMs?: number;
  }): Promise<{ stop(): Promise<void> }>;
  /** An account is gone: what it was told, what it chose, and what names it go. Doing it twice is no error. */
  forgetAccount(tenantId: string, accountId: string): Promise<void>;
  /** Writes a letter of ours when the mail queue sends it. */
  composeLetter(data: unknown): Promise<Message | null>;
}

const silenced = (because: { vi: string; en: string }) =>
  new Problem(422, 'cannot_be_silenced', because);

/** What people are told of, in the application and by mail, and what they want to be told. */
export function createNotifications(deps: NotificationsDeps): Notifications {
  const { database, canSendLetters, log } = deps;
  const now = deps.now ?? (() => new Date());
  const parts = { ...deps, now };

  async function settings(session: Session, language: Language): Promise<NotificationSettings> {
    const { tenantId, accountId } = session;
    const [preference, people, shops] = await Promise.all([
      readPreference(database, tenantId, accountId),
      deps.recipients(tenantId),
      deps.listShops(tenantId),
    ]);
    return {
      mailTo: people.find((person) => person.accountId === accountId)?.email ?? null,
      mailAvailable: canSendLetters,
      kinds: kinds.map((kind) => ({
        kind,
        title: kindWords[kind].title[language],
        text: kindWords[kind].text[language],
        ...preference.channels[kind],
        lockedBecause: kindRules[kind].locked?.[language] ?? null,
      })),
      shops: shops
        .filter((shop) => shop.status !== 'disconnected')
        .map(({ shopId, name, platform }) => ({
          id: shopId,
          name,
          platform,
          told: !preference.mutedShops.has(shopId),
        })),
    };
  }

  return {
    routes(http) {
      http.handle('listNotifications', async ({ session, query, language }) => {
        const { tenantId, accountId } = session;
        const { cursor = null, pageSize = 20 } = query;
        const [list, preference] = await Promise.all([
          readInbox(database, session, { cursor, pageSize, language, now: now() }),
          readPreference(database, tenantId, accountId),
        ]);
        if (!preference.known || preference.language !== language) {
          await rememberLanguage(database, { tenantId, accountId, language });
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
          if (locked && !inApp) throw silenced(locked);
        }
        const { tenantId, accountId } = session;
        await savePreference(database, { tenantId, accountId, language }, body);
        return settings(session, language);
      });
    },
    work: ({ boss, everyHour, lookEveryMs = 1500 }) =>
      startWorker({ ...parts, boss, log, everyHour, lookEveryMs }),
    forgetAccount: (tenantId, accountId) => forgetAccount(database, tenantId, accountId),
    composeLetter: (data) => composeLetter(parts, data),
  };
}
