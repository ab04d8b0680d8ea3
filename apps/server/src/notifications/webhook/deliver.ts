import { backoffMs } from '../../platform/poll.ts';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { notify } from '../delivery/outbox.ts';
import {
  cancelDeliveries,
  claimAttempt,
  recordAttempt,
  type DeliveryAttempt,
} from './delivery-store.ts';
import { parseWebhookUrl, post, type PostOptions, type PostResult } from './post.ts';
import { openSecret } from './secret.ts';
import { signatureHeaders } from './signature.ts';
import {
  disableWebhook,
  findWebhook,
  lockWebhook,
  recordFailure,
  recordSuccess,
  type StoredWebhook,
} from './webhook-store.ts';

export interface DeliverDependencies {
  database: Database;
  vault: Vault;
  /** Allows http, as in a demo. */
  allowHttp: boolean;
  log: Pick<Log, 'warn' | 'error'>;
  now: () => Date;
  /** Which hosts can be reached; public ones by default. */
  network?: PostOptions;
}

const dueStatement = sql(
  'notifications.due_webhook_deliveries',
  'select tenant_id, delivery_id from notifications.due_webhook_deliveries($1, $2)',
);

const maxDeliveriesPerRead = 200;
const concurrency = 4;
/** Longer than an attempt can take. */
const leaseMs = 60_000;
/** Twelve attempts in about sixteen hours. */
const retryBackoff = { firstMs: 15_000, maxMs: 6 * 3_600_000 };
const maxAttempts = 12;
/** After failures for this time, the webhook is disabled. */
const disabledAfterMs = 3 * 86_400_000;
const goneStatus = 410;

/**
 * Sends the deliveries that are due, of each team at most two at a time. Safe to run in several processes at once.
 * Delivery is at least once: a process that dies between the response and its commit sends again under the same
 * `webhook-id`.
 *
 * | outcome of an attempt                       | next                                                            |
 * | ------------------------------------------- | --------------------------------------------------------------- |
 * | 2xx                                         | delivered                                                       |
 * | 410 Gone, or failing for three days         | webhook disabled, owners notified, waiting deliveries given up  |
 * | anything else, up to eleven times           | tried again after 15 seconds to six hours                       |
 * | anything else, twelve times                 | given up                                                        |
 */
export async function deliverDueWebhooks(
  dependencies: DeliverDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const { database, log, now } = dependencies;
  for (;;) {
    const due = await database.query<{ tenantId: string; deliveryId: string }>(dueStatement, [
      now(),
      maxDeliveriesPerRead,
    ]);
    const deliveries = due.values();
    let failures = 0;
    const drain = async () => {
      for (const { tenantId, deliveryId } of deliveries) {
        if (stopping.aborted) return;
        await deliver(dependencies, tenantId, deliveryId).catch((error: unknown) => {
          failures += 1;
          log.error(
            { event: 'notifications.webhook_failed', err: error, tenantId },
            'Webhook delivery could not be attempted; a later poll tries again',
          );
        });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, drain));
    // After a failure, the next poll goes on: what failed may still be due.
    if (due.length === 0 || failures > 0 || stopping.aborted) return;
  }
}

async function deliver(
  dependencies: DeliverDependencies,
  tenantId: string,
  deliveryId: string,
): Promise<void> {
  const { database, now } = dependencies;
  const startedAt = now();
  const claimed = await database.tenant(tenantId, async (tx) => {
    const webhook = await findWebhook(tx, tenantId);
    const until = new Date(startedAt.getTime() + leaseMs);
    const attempt = await claimAttempt(tx, deliveryId, startedAt, until);
    return webhook && attempt ? { webhook, attempt } : null;
  });
  if (!claimed) return;
  const { webhook, attempt } = claimed;
  const result = await send(dependencies, tenantId, webhook, attempt);
  await database.tenant(tenantId, (tx) => record(tx, claimed, result, now()));
}

async function send(
  { vault, allowHttp, log, now, network }: DeliverDependencies,
  tenantId: string,
  webhook: StoredWebhook,
  { deliveryId, payload }: DeliveryAttempt,
): Promise<PostResult> {
  const url = parseWebhookUrl(webhook.url, allowHttp);
  if (url === null) return { status: null, problem: 'address_refused' };
  const secret = await openSecret(vault, tenantId, webhook).catch((error: unknown) => {
    log.error(
      { event: 'notifications.webhook_secret_unreadable', err: error, tenantId },
      'Secret of a webhook does not open; its deliveries are retried like failed ones',
    );
    return null;
  });
  if (secret === null) return { status: null, problem: 'secret_unreadable' };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'SellerConnect-Webhook/1.0',
    ...signatureHeaders(secret, { id: deliveryId, at: now(), body: payload }),
  };
  return post(url, { body: payload, headers }, network);
}

async function record(
  tx: TenantTransaction,
  { webhook: attempted, attempt }: { webhook: StoredWebhook; attempt: DeliveryAttempt },
  result: PostResult,
  now: Date,
): Promise<void> {
  if (result.problem === null) {
    // The webhook is locked before its deliveries, like everywhere, so that this cannot deadlock with a failure.
    await recordSuccess(tx, attempted.url);
    await recordAttempt(tx, attempt, result, { deliveredAt: now, nextAttemptAt: null });
    return;
  }
  const { attempts } = attempt;
  // Others that disable the webhook at the same time wait here.
  const webhook = await lockWebhook(tx);
  const isRepeated = attempts < maxAttempts && webhook?.disabledAt === null;
  const waitMs = backoffMs(attempts - 1, retryBackoff, Math.random);
  const nextAttemptAt = isRepeated ? new Date(now.getTime() + waitMs) : null;
  await recordAttempt(tx, attempt, result, { deliveredAt: null, nextAttemptAt });
  // The failure of an address that was replaced meanwhile says nothing about the new one.
  if (webhook?.url !== attempted.url) return;
  const failingSince = await recordFailure(tx, now);
  const hasFailedForDays = now.getTime() - failingSince.getTime() >= disabledAfterMs;
  if (!hasFailedForDays && result.status !== goneStatus) return;
  if (!(await disableWebhook(tx, now))) return;
  await cancelDeliveries(tx);
  const key = now.toISOString();
  const facts = { shops: [], since: failingSince.toISOString() };
  await notify(tx, { kind: 'webhook_disabled', key, subject: 'webhook', facts }, now);
}
