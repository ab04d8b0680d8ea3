import { setTimeout as delay } from 'node:timers/promises';
import {
  PartnerError,
  type EventQueue,
  type Platform,
  type ShopAccess,
} from '@seller-connect/partners';
import { sql, type Database } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { acceptPushes, type AcceptDependencies } from './accept-pushes.ts';
import type { DeliveryCounter } from './delivery-counts.ts';

/** A partner that is asked for its events. */
export interface QueuedPartner {
  platform: Platform;
  events: EventQueue;
}

export interface EventQueueDependencies extends AcceptDependencies {
  database: Database;
  tally: DeliveryCounter;
  log: Pick<Log, 'info' | 'warn'>;
  /** What this installation calls its queue at the partner; another installation has another. */
  queueName: string;
}

/** A process that asks keeps the queue to itself for so long; another goes on when it is gone. */
const leaseMs = 15_000;
const maxDelayMs = 60_000;

const readQueueStatement = sql(
  'pushes.read_event_queue',
  'select code from pushes.event_queue where platform = $1 and name = $2',
);
const openQueueStatement = sql(
  'pushes.open_event_queue',
  `insert into pushes.event_queue (platform, name, code) values ($1, $2, $3)
   on conflict (platform, name) do update set code = excluded.code, ack_id = null
    where event_queue.code <> excluded.code`,
);
const deleteQueueStatement = sql(
  'pushes.lose_event_queue',
  'delete from pushes.event_queue where platform = $1 and name = $2 and code = $3',
);
const acquireQueueStatement = sql(
  'pushes.hold_event_queue',
  `update pushes.event_queue
      set leased_by = $3, lease_expires_at = now() + $4 * interval '1 millisecond'
    where platform = $1 and name = $2 and (leased_by = $3 or lease_expires_at is null or lease_expires_at < now())
   returning code, ack_id`,
);
const acknowledgeStatement = sql(
  'pushes.take_events',
  `update pushes.event_queue set ack_id = $4
    where platform = $1 and name = $2 and code = $3 and leased_by = $5`,
);

/**
 * Has a shop's events put into our queue, which is made when there is none yet. Doing it again changes nothing.
 * @param withAccess calls with the access of the shop
 */
export async function subscribeShop(
  { database, queueName }: Pick<EventQueueDependencies, 'database' | 'queueName'>,
  { platform, events }: QueuedPartner,
  withAccess: (call: (access: ShopAccess) => Promise<void>) => Promise<void>,
): Promise<void> {
  const [existing] = await database.query<{ code: string }>(readQueueStatement, [
    platform,
    queueName,
  ]);
  const code = existing?.code ?? (await events.open(queueName));
  if (!existing) await database.execute(openQueueStatement, [platform, queueName, code]);
  await withAccess((access) => events.subscribe(access, code));
}

/**
 * Asks a partner's queue for events until stopped. One process at a time does; nothing is asked for before a shop
 * is subscribed. What is confirmed to the partner was kept before.
 */
export async function pollEventQueue(
  dependencies: EventQueueDependencies,
  partner: QueuedPartner,
  pollIntervalMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const consumerId = newId();
  let failures = 0;
  while (!stopping.aborted) {
    try {
      await drainQueue(dependencies, partner, consumerId, stopping);
      failures = 0;
    } catch (error) {
      if (stopping.aborted) return;
      failures += 1;
      dependencies.log.warn(
        { err: error, platform: partner.platform, failures },
        'events were not read',
      );
    }
    const baseDelayMs = Math.max(pollIntervalMs, partner.events.everyMs ?? 0);
    const delayMs = Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(failures, 10));
    await delay(delayMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Takes what stands in the queue, one batch after another. */
async function drainQueue(
  dependencies: EventQueueDependencies,
  { platform, events }: QueuedPartner,
  consumerId: string,
  stopping: AbortSignal,
): Promise<void> {
  const { database, queueName, tally: deliveries, log } = dependencies;
  while (!stopping.aborted) {
    const [leasedQueue] = await database.query<{ code: string; ack_id: string | null }>(
      acquireQueueStatement,
      [platform, queueName, consumerId, leaseMs],
    );
    if (!leasedQueue) return;
    const { code, ack_id: ackId } = leasedQueue;
    const pulled = await events.pull(code, ackId, stopping).catch(async (error: unknown) => {
      if (!isQueueGone(error)) throw error;
      // Shops are subscribed to a new one when their records are read next; until then changes are read as usual.
      log.warn({ platform, code }, 'our queue of events is gone at the partner');
      await database.execute(deleteQueueStatement, [platform, queueName, code]);
      return null;
    });
    if (pulled === null) return;
    const messages = pulled.events.map((push) => ({ key: `id:${push.eventId}`, push }));
    for (const outcome of await acceptPushes(dependencies, platform, messages))
      deliveries.count(platform, outcome);
    if (pulled.ackId === null || pulled.ackId === ackId) return;
    // Told to the partner with the next pull. Losing it here only brings the same events once more.
    await database.execute(acknowledgeStatement, [
      platform,
      queueName,
      code,
      pulled.ackId,
      consumerId,
    ]);
    if (messages.length === 0) return;
  }
}

function isQueueGone(error: unknown): boolean {
  return error instanceof PartnerError && error.code === 'http_404';
}
