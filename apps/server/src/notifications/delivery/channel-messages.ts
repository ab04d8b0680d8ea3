import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, startPolling, pollPauseMs, type Polling } from '../../platform/poll.ts';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { waitForAll } from '../../platform/process/shutdown.ts';
import { findNotification, type FoundNotification } from './find-notification.ts';

/** One notification to one device. */
export interface ChannelMessage {
  messageId: string;
  channel: string;
  accountId: string;
  eventId: string;
  targetId: string;
  attempts: number;
  expiresAt: Date;
}

/** Outcome of an attempt. `done` also stands for a message that is given up; the channel has logged why. */
export type SendOutcome =
  | { kind: 'done' }
  | { kind: 'retry'; retryAfterMs: number | null; reason: string };

/** Sends what was found for a message. @throws Error if the attempt shall be repeated later */
export type SendOverChannel = (
  tenantId: string,
  message: ChannelMessage,
  notification: FoundNotification,
) => Promise<SendOutcome>;

export interface ChannelWorkerDependencies {
  database: Database;
  /** By name of the channel. */
  channels: Readonly<Record<string, SendOverChannel>>;
  isMember(tenantId: string, accountId: string): Promise<boolean>;
  log: Pick<Log, 'warn' | 'error'>;
  now: () => Date;
}

const tenantsStatement = sql(
  'notifications.tenants_with_messages',
  'select tenant_id from notifications.tenants_with_messages($1, $2)',
);
const acquireStatement = sql(
  'notifications.acquire_messages',
  `update notifications.channel_message set attempts = attempts + 1,
     next_try_at = now() + $3 * interval '1 millisecond'
   where tenant_id = $1 and message_id in (
     select message_id from notifications.channel_message
     where tenant_id = $1 and channel = any($2::text[]) and next_try_at <= now()
     order by next_try_at limit $4 for update skip locked)
   returning message_id, channel, account_id, event_id, target_id, attempts, expires_at`,
);
const rescheduleStatement = sql(
  'notifications.retry_message',
  `update notifications.channel_message set next_try_at = now() + $3 * interval '1 millisecond'
   where tenant_id = $1 and message_id = $2`,
);
const deleteStatement = sql(
  'notifications.drop_message',
  'delete from notifications.channel_message where tenant_id = $1 and message_id = $2',
);

/** Longer than an attempt can take. A process that dies in the middle leaves the message to another one after that. */
const leaseMs = 2 * 60_000;
const messagesInBatch = 8;
const maxAttempts = 6;
const backoff = { firstMs: 20_000, maxMs: 15 * 60_000 };
/** A night of Zalo, during which it accepts no notifications. */
const maxRetryAfterMs = 8 * 60 * 60_000;
const concurrentTenants = 4;

/** Polls for messages to devices and sends them, until stopped. Any number of processes may do so. */
export function startChannelWorker(
  dependencies: ChannelWorkerDependencies,
  pollIntervalMs: number,
): Polling {
  const { log } = dependencies;
  return startPolling((stopping) => sendDueMessages(dependencies, stopping), {
    intervalMs: () => pollPauseMs(pollIntervalMs),
    onError: (error) =>
      log.warn(
        { event: 'notifications.messages_unreadable', err: error },
        'Poll for messages to devices failed',
      ),
  });
}

/** Sends all messages that are due: a batch of each team, then the next one, so that no team waits for a large one. */
export async function sendDueMessages(
  dependencies: ChannelWorkerDependencies,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { database, channels, log } = dependencies;
  for (let hasMore = true; hasMore && !stopping.aborted;) {
    hasMore = false;
    const rows = await database.query<{ tenantId: string }>(tenantsStatement, [
      Object.keys(channels),
      1000,
    ]);
    const tenants = rows.values();
    const drain = async () => {
      for (const { tenantId } of tenants) {
        if (stopping.aborted) return;
        try {
          if (await sendBatchOf(dependencies, tenantId)) hasMore = true;
        } catch (error) {
          log.error(
            { event: 'notifications.messages_failed', err: error, tenantId },
            'Messages of a team could not be sent; a later poll tries again',
          );
          await delay(1000, undefined, { ref: false });
        }
      }
    };
    await Promise.all(Array.from({ length: concurrentTenants }, drain));
  }
}

/** @returns whether there may be more messages */
async function sendBatchOf(
  dependencies: ChannelWorkerDependencies,
  tenantId: string,
): Promise<boolean> {
  const { database, channels } = dependencies;
  const messages = await database.tenant(tenantId, (tx) =>
    tx.query<ChannelMessage>(acquireStatement, [
      tenantId,
      Object.keys(channels),
      leaseMs,
      messagesInBatch,
    ]),
  );
  await waitForAll(messages.map((each) => attempt(dependencies, tenantId, each)));
  return messages.length === messagesInBatch;
}

async function attempt(
  dependencies: ChannelWorkerDependencies,
  tenantId: string,
  message: ChannelMessage,
): Promise<void> {
  const { database, log } = dependencies;
  const { messageId, channel, attempts } = message;
  const outcome = await send(dependencies, tenantId, message).catch(
    (error: unknown): SendOutcome => {
      log.error(
        { event: 'notifications.message_failed', err: error, tenantId, channel },
        'Message to a device failed unexpectedly',
      );
      return { kind: 'retry', retryAfterMs: null, reason: 'internal' };
    },
  );
  const isGivenUp = outcome.kind === 'retry' && attempts >= maxAttempts;
  if (isGivenUp) {
    log.warn(
      {
        event: 'notifications.message_given_up',
        tenantId,
        channel,
        attempts,
        reason: outcome.reason,
      },
      'Message to a device was given up after its last attempt',
    );
  }
  if (outcome.kind === 'done' || isGivenUp) {
    await database.tenant(tenantId, (tx) => tx.execute(deleteStatement, [tenantId, messageId]));
    return;
  }
  const backoffDelayMs = backoffMs(attempts - 1, backoff, Math.random);
  const retryMs = Math.min(Math.max(outcome.retryAfterMs ?? 0, backoffDelayMs), maxRetryAfterMs);
  await database.tenant(tenantId, (tx) =>
    tx.execute(rescheduleStatement, [tenantId, messageId, Math.round(retryMs)]),
  );
}

/** Sends a message if it is still needed: not expired, not read, not resolved, and its recipient is in the team. */
async function send(
  { database, channels, isMember, now }: ChannelWorkerDependencies,
  tenantId: string,
  message: ChannelMessage,
): Promise<SendOutcome> {
  const { channel, accountId, eventId, expiresAt } = message;
  const sendOverChannel = channels[channel];
  if (sendOverChannel === undefined) throw new Error(`The channel ${channel} is unknown`);
  if (expiresAt.getTime() <= Date.now()) return { kind: 'done' };
  const notification = await findNotification(database, { tenantId, accountId, eventId }, now());
  if (notification === null || !(await isMember(tenantId, accountId))) return { kind: 'done' };
  return sendOverChannel(tenantId, message, notification);
}
