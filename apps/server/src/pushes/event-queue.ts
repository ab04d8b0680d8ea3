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
import { accept, type AcceptDeps } from './accept-pushes.ts';
import type { Tally } from './delivery-counts.ts';

/** A partner that is asked for its events. */
export interface QueuedPartner {
  platform: Platform;
  events: EventQueue;
}

export interface EventQueueDeps extends AcceptDeps {
  database: Database;
  tally: Tally;
  log: Pick<Log, 'info' | 'warn'>;
  /** What this installation calls its queue at the partner; another installation has another. */
  queueName: string;
}

/** A process that asks keeps the queue to itself for so long; another goes on when it is gone. */
const leaseMs = 15_000;
const longestPauseMs = 60_000;

const readStatement = sql(
  'pushes.read_event_queue',
  'select code from pushes.event_queue where platform = $1 and name = $2',
);
const openStatement = sql(
  'pushes.open_event_queue',
  `insert into pushes.event_queue (platform, name, code) values ($1, $2, $3)
   on conflict (platform, name) do update set code = excluded.code, ack_id = null
    where event_queue.code <> excluded.code`,
);
const closeStatement = sql(
  'pushes.lose_event_queue',
  'delete from pushes.event_queue where platform = $1 and name = $2 and code = $3',
);
const holdStatement = sql(
  'pushes.hold_event_queue',
  `update pushes.event_queue
      set held_by = $3, held_until = now() + $4 * interval '1 millisecond'
    where platform = $1 and name = $2 and (held_by = $3 or held_until is null or held_until < now())
   returning code, ack_id`,
);
const takenStatement = sql(
  'pushes.take_events',
  `update pushes.event_queue set ack_id = $4
    where platform = $1 and name = $2 and code = $3 and held_by = $5`,
);

/**
 * Has a shop's events put into our queue, which is made when there is none yet. Doing it again changes nothing.
 * @param lend calls with the access of the shop
 */
export async function subscribe(
  { database, queueName }: Pick<EventQueueDeps, 'database' | 'queueName'>,
  { platform, events }: QueuedPartner,
  lend: (call: (access: ShopAccess) => Promise<void>) => Promise<void>,
): Promise<void> {
  const [known] = await database.query<{ code: string }>(readStatement, [platform, queueName]);
  const code = known?.code ?? (await events.open(queueName));
  if (!known) await database.execute(openStatement, [platform, queueName, code]);
  await lend((access) => events.subscribe(access, code));
}

/**
 * Asks a partner's queue for events until stopped. One process at a time does; nothing is asked for before a shop
 * is subscribed. What is confirmed to the partner was kept before.
 */
export async function readEvents(
  deps: EventQueueDeps,
  partner: QueuedPartner,
  everyMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const reader = newId();
  let failures = 0;
  while (!stopping.aborted) {
    try {
      await takeAll(deps, partner, reader, stopping);
      failures = 0;
    } catch (error) {
      if (stopping.aborted) return;
      failures += 1;
      deps.log.warn({ err: error, platform: partner.platform, failures }, 'events were not read');
    }
    const usual = Math.max(everyMs, partner.events.everyMs ?? 0);
    const pause = Math.min(longestPauseMs, usual * 2 ** Math.min(failures, 10));
    await delay(pause, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Takes what stands in the queue, one batch after another. */
async function takeAll(
  deps: EventQueueDeps,
  { platform, events }: QueuedPartner,
  reader: string,
  stopping: AbortSignal,
): Promise<void> {
  const { database, queueName, tally, log } = deps;
  while (!stopping.aborted) {
    const [held] = await database.query<{ code: string; ack_id: string | null }>(holdStatement, [
      platform,
      queueName,
      reader,
      leaseMs,
    ]);
    if (!held) return;
    const { code, ack_id: ackId } = held;
    const pulled = await events.pull(code, ackId, stopping).catch(async (error: unknown) => {
      if (!isGone(error)) throw error;
      // Shops are subscribed to a new one when their records are read next; until then changes are read as usual.
      log.warn({ platform, code }, 'our queue of events is gone at the partner');
      await database.execute(closeStatement, [platform, queueName, code]);
      return null;
    });
    if (pulled === null) return;
    const messages = pulled.events.map((push) => ({ key: `id:${push.eventId}`, push }));
    for (const outcome of await accept(deps, platform, messages)) tally.count(platform, outcome);
    if (pulled.ackId === null || pulled.ackId === ackId) return;
    // Told to the partner with the next pull. Losing it here only brings the same events once more.
    await database.execute(takenStatement, [platform, queueName, code, pulled.ackId, reader]);
    if (messages.length === 0) return;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof PartnerError && error.code === 'http_404';
}
