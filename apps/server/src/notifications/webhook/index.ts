import type { NotificationKind, WebhookDelivery } from '@seller-connect/contract';
import { recordAuditEvent } from '../../audit/index.ts';
import type { TenantTransaction } from '../../platform/database/database.ts';
import type { Http, Session } from '../../platform/http/http.ts';
import { Problem } from '../../platform/http/problem.ts';
import { isPublicAddress, literalAddress } from '../../platform/http/hosts/public-hosts.ts';
import { createRequestLimiter } from '../../platform/http/limits/request-limiter.ts';
import { startPolling, type Polling, pollPauseMs } from '../../platform/poll.ts';
import { resolveNotifications } from '../delivery/outbox.ts';
import { notificationKinds } from '../messages/kinds.ts';
import { kindTexts } from '../messages/render.ts';
import { deliverDueWebhooks, type DeliverDependencies } from './deliver.ts';
import { listDeliveries, purgeDeliveries } from './delivery-store.ts';
import { enqueueTest } from './enqueue-event.ts';
import { parseWebhookUrl } from './post.ts';
import { rewrapSecret, sealNewSecret } from './secret.ts';
import {
  changeWebhook,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listOldSecrets,
  lockWebhook,
  lockWebhookAgainstDeletion,
  replaceSecret,
} from './webhook-store.ts';

export interface WebhooksDependencies extends DeliverDependencies {
  appOrigin: string;
}

/** Webhooks of teams: their settings, and the delivery of what was enqueued for them. */
export interface Webhooks {
  routes(http: Http): void;
  /** Sends due deliveries in this process until stopped. */
  work(): Polling;
  /** Deletes old deliveries of all teams. Called every hour. */
  purge(stopping: AbortSignal): Promise<void>;
  /** Calls `work` for each team whose secret another vault key than the newest wraps. */
  eachOldSecret(work: (tenantId: string) => Promise<void>, stopping: AbortSignal): Promise<void>;
  /** Rewraps the secret of a team's webhook with the newest vault key. */
  rewrapSecret(tenantId: string): Promise<boolean>;
}

const pollIntervalMs = 2000;
/** Kinds that concern one account, or that the webhook itself receives nothing. */
const unsentKinds: ReadonlySet<NotificationKind> = new Set([
  'link_failed',
  'role_changed',
  'report_offered',
  'report_failed',
  'webhook_disabled',
]);
/** Kinds that a webhook can receive. */
const sentKinds = notificationKinds.filter((kind) => !unsentKinds.has(kind));

export function createWebhooks(dependencies: WebhooksDependencies): Webhooks {
  const { database, vault, allowHttp, appOrigin, log, now } = dependencies;
  const isAllowed = dependencies.network?.isAllowed ?? isPublicAddress;
  const tests = createRequestLimiter(20, 3_600_000);

  /** @throws Problem 400 for anything but https to a public host */
  function validUrl(text: string): string {
    const url = parseWebhookUrl(text, allowHttp);
    if (url === null) throw urlInvalidProblem();
    const literal = literalAddress(url);
    if (literal !== null && !isAllowed(literal)) throw addressRefusedProblem();
    return url.href;
  }

  return {
    routes(http) {
      http.handle('readWebhook', ({ session: { tenantId }, language }) =>
        database.tenant(tenantId, async (tx) => {
          const webhook = await findWebhook(tx, tenantId);
          return {
            webhook: webhook && {
              url: webhook.url,
              kinds: sentKinds.filter((kind) => webhook.kinds.includes(kind)),
              disabledAt: webhook.disabledAt?.toISOString() ?? null,
              failingSince: webhook.failingSince?.toISOString() ?? null,
            },
            kinds: sentKinds.map((kind) => ({ kind, title: kindTexts[kind].title[language] })),
            deliveries: (await listDeliveries(tx)).map(presentDelivery),
          };
        }),
      );
      http.handle('saveWebhook', async ({ session, body }) => {
        const { tenantId } = session;
        const webhook = { url: validUrl(body.url), kinds: body.kinds };
        const { secret, ...sealed } = await sealNewSecret(vault, tenantId, 1);
        return database.tenant(tenantId, async (tx) => {
          const isNew = await insertWebhook(tx, webhook, sealed, now());
          if (!isNew) await changeWebhook(tx, webhook, now());
          await resolveNotifications(tx, ['webhook_disabled'], ['webhook'], now());
          await recordWebhookEvent(tx, 'settings.webhook_saved', session, webhook.url);
          return { secret: isNew ? secret : null };
        });
      });
      http.handle('renewWebhookSecret', ({ session }) =>
        database.tenant(session.tenantId, async (tx) => {
          const webhook = await lockWebhook(tx);
          if (!webhook) throw noWebhookProblem();
          const version = webhook.secretVersion + 1;
          const { secret, ...sealed } = await sealNewSecret(vault, tx.tenantId, version);
          await replaceSecret(tx, sealed);
          await recordWebhookEvent(tx, 'settings.webhook_saved', session, webhook.url);
          return { secret };
        }),
      );
      http.handle('deleteWebhook', ({ session }) =>
        database.tenant(session.tenantId, async (tx) => {
          // Events are locked before the webhook, as where they are fanned out, so that the two cannot deadlock.
          await resolveNotifications(tx, ['webhook_disabled'], ['webhook'], now());
          const webhook = await lockWebhook(tx);
          if (!webhook) throw noWebhookProblem();
          await deleteWebhook(tx);
          await recordWebhookEvent(tx, 'settings.webhook_deleted', session, webhook.url);
          return null;
        }),
      );
      http.handle('testWebhook', ({ session: { tenantId } }) =>
        database.tenant(tenantId, async (tx) => {
          tests.admit(tenantId);
          if (!(await lockWebhookAgainstDeletion(tx))) throw noWebhookProblem();
          return { id: await enqueueTest(tx, appOrigin, now()) };
        }),
      );
    },
    work: () =>
      startPolling((stopping) => deliverDueWebhooks(dependencies, stopping), {
        intervalMs: () => pollPauseMs(pollIntervalMs),
        onError: (error) =>
          log.warn(
            { event: 'notifications.webhook_poll_failed', err: error },
            'Poll for webhook deliveries failed',
          ),
      }),
    purge: (stopping) => purgeDeliveries(database, now(), stopping),
    async eachOldSecret(work, stopping) {
      for (let after: string | null = null; ;) {
        const page = await listOldSecrets(database, vault.currentKeyId, after);
        for (const tenantId of page) {
          if (stopping.aborted) return;
          await work(tenantId);
        }
        after = page.at(-1) ?? null;
        if (after === null) return;
      }
    },
    rewrapSecret: (tenantId) => database.tenant(tenantId, (tx) => rewrapSecret(vault, tx)),
  };
}

function presentDelivery(row: Awaited<ReturnType<typeof listDeliveries>>[number]): WebhookDelivery {
  const { deliveryId, type, createdAt, attempts, status, problem, nextAttemptAt } = row;
  const isDelivered = row.deliveredAt !== null;
  return {
    id: deliveryId,
    type,
    at: createdAt.toISOString(),
    attempts,
    state: isDelivered ? 'delivered' : nextAttemptAt === null ? 'failed' : 'waiting',
    status,
    problem,
    nextAt: nextAttemptAt?.toISOString() ?? null,
  };
}

function recordWebhookEvent(
  tx: TenantTransaction,
  action: 'settings.webhook_saved' | 'settings.webhook_deleted',
  { accountId }: Session,
  url: string,
): Promise<void> {
  // Only the host: the path of a webhook may be a secret.
  return recordAuditEvent(tx, { action, actorId: accountId, details: { host: new URL(url).host } });
}

const urlInvalidProblem = () =>
  new Problem(400, 'webhook_url', {
    vi: 'Hãy nhập địa chỉ bắt đầu bằng https://, không kèm tên người dùng và mật khẩu.',
    en: 'Enter an address that begins with https://, without user name and password.',
  });

const addressRefusedProblem = () =>
  new Problem(400, 'webhook_address', {
    vi: 'Địa chỉ này thuộc mạng nội bộ. Hãy dùng một địa chỉ công khai trên Internet.',
    en: 'This address belongs to a private network. Use a public address.',
  });

const noWebhookProblem = () =>
  new Problem(404, 'webhook_unknown', {
    vi: 'Nhóm chưa có webhook.',
    en: 'Your team has no webhook.',
  });
