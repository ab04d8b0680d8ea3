import {
  PartnerError,
  type EventQueue,
  type Platform,
  type ShopAccess,
} from '@seller-connect/partners';
import { isOutage, sql, type Database } from '../platform/database/database.ts';
import { backoffMs, startPolling, type Polling } from '../platform/poll.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import {
  acceptPushes,
  type AcceptDependencies,
  type KeyedPush,
  type PushOutcome,
} from './accept-pushes.ts';
import type { DeliveryCounter } from './delivery-counts.ts';

/** A partner whose events are polled. */
export interface QueuedPartner {
  platform: Platform;
  events: EventQueue;
}

export interface EventQueueDependencies extends AcceptDependencies {
  database: Database;
  deliveries: DeliveryCounter;
  log: Pick<Log, 'info' | 'warn'>;
  /** Name of this installation's queue at the partner; each installation has its own. */
  queueName: string;
}

/** Lease of the queue by one process, renewed before each pull. After it expires, another process may take over. */
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
  'pushes.delete_event_queue',
  'delete from pushes.event_queue where platform = $1 and name = $2 and code = $3',
);
const acquireQueueStatement = sql(
  'pushes.acquire_event_queue',
  `update pushes.event_queue
      set leased_by = $3, lease_expires_at = now() + $4 * interval '1 millisecond'
    where platform = $1 and name = $2 and (leased_by = $3 or lease_expires_at is null or lease_expires_at < now())
   returning code, ack_id`,
);
const acknowledgeStatement = sql(
  'pushes.acknowledge_events',
  `update pushes.event_queue set ack_id = $4
    where platform = $1 and name = $2 and code = $3 and leased_by = $5`,
);

/**
 * Subscribes our queue to a shop's events, and creates the queue if there is none. Idempotent.
 * @param withAccess runs a call with the shop's access
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
 * Polls a partner's event queue until stopped, one process at a time. Does nothing until a shop is subscribed. Events
 * are acknowledged only after they are stored. The delay doubles with each failure in a row, up to a minute.
 */
export function pollEventQueue(
  dependencies: EventQueueDependencies,
  partner: QueuedPartner,
  pollIntervalMs: number,
): Polling {
  const consumerId = newId();
  const { platform, events } = partner;
  const firstMs = Math.max(pollIntervalMs, events.everyMs ?? 0);
  return startPolling((stopping) => drainQueue(dependencies, partner, consumerId, stopping), {
    intervalMs: (failures) => backoffMs(failures, { firstMs, maxMs: maxDelayMs }),
    onError: (error, failures) =>
      dependencies.log.warn(
        { event: 'pushes.event_queue_failed', err: error, platform, failures },
        "Partner's event queue could not be polled",
      ),
  });
}

/** Pulls and stores batches until the queue is empty or leased by another process. */
async function drainQueue(
  dependencies: EventQueueDependencies,
  { platform, events }: QueuedPartner,
  consumerId: string,
  stopping: AbortSignal,
): Promise<void> {
  const { database, queueName, deliveries, log } = dependencies;
  while (!stopping.aborted) {
    const [leasedQueue] = await database.query<{ code: string; ackId: string | null }>(
      acquireQueueStatement,
      [platform, queueName, consumerId, leaseMs],
    );
    if (!leasedQueue) return;
    const { code, ackId } = leasedQueue;
    const pulled = await events.pull(code, ackId, stopping).catch(async (error: unknown) => {
      if (!isQueueGone(error)) throw error;
      // Each shop is subscribed to a new queue after its next shop sync. Until then, polling finds changes.
      log.warn(
        { event: 'pushes.event_queue_gone', platform, code },
        'Our event queue no longer exists at the partner',
      );
      await database.execute(deleteQueueStatement, [platform, queueName, code]);
      return null;
    });
    if (pulled === null) return;
    const messages = pulled.events.map((push) => ({ key: `id:${push.eventId}`, push }));
    for (const outcome of await acceptEvents(dependencies, platform, messages))
      deliveries.count(platform, outcome);
    if (pulled.ackId === null || pulled.ackId === ackId) return;
    // The partner gets this id with the next pull. If it is lost here, the same events only come once more.
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

/**
 * Stores events, one by one if they cannot be stored together: one that fails must not delay those of other shops. The
 * next sync of its shop fetches what it was about.
 */
async function acceptEvents(
  dependencies: EventQueueDependencies,
  platform: Platform,
  events: readonly KeyedPush[],
): Promise<PushOutcome[]> {
  try {
    return await acceptPushes(dependencies, platform, events);
  } catch (error) {
    if (isOutage(error)) throw error;
  }
  const outcomes: PushOutcome[] = [];
  for (const event of events) {
    try {
      outcomes.push(...(await acceptPushes(dependencies, platform, [event])));
    } catch (error) {
      if (isOutage(error)) throw error;
      dependencies.log.warn(
        { event: 'pushes.event_not_stored', err: error, platform },
        'Event could not be stored; the next sync of its shop fetches what it was about',
      );
    }
  }
  return outcomes;
}

function isQueueGone(error: unknown): boolean {
  return error instanceof PartnerError && error.code === 'http_404';
}
