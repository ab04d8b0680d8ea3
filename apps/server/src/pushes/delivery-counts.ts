import type { Platform } from '@seller-connect/partners';
import { Counter } from 'prom-client';
import { sql, type Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { startPolling } from '../platform/poll.ts';
import { processRegistry } from '../platform/telemetry/metrics.ts';
import type { PushOutcome } from './accept-pushes.ts';

/** Outcome of a delivery. `forged` and `unreadable` ones are counted only; nothing else of them is stored. */
type DeliveryOutcome = 'forged' | 'unreadable' | PushOutcome;

const deliveriesTotal = new Counter({
  name: 'push_messages_total',
  help: 'Messages of partners by what became of them',
  labelNames: ['partner', 'outcome'],
  registers: [processRegistry],
});

const flushIntervalMs = 10_000;
const hourMs = 3_600_000;

const addCountsStatement = sql(
  'pushes.add_counts',
  `insert into pushes.tally as known (platform, hour, outcome, messages)
   select r.platform, r.hour, r.outcome, r.messages
     from unnest($1::text[], $2::timestamptz[], $3::text[], $4::bigint[]) as r (platform, hour, outcome, messages)
    order by r.platform, r.hour, r.outcome
   on conflict (platform, hour, outcome) do update set messages = known.messages + excluded.messages`,
);

export interface DeliveryCounter {
  count(platform: Platform, outcome: DeliveryOutcome): void;
  /** Writes the counts since the last write. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Counts deliveries in memory and adds them to the hourly counts every ten seconds: anyone can call the webhook, so a
 * call must not cost a write.
 */
export function createDeliveryCounter(dependencies: {
  database: Pick<Database, 'execute'>;
  log: Pick<Log, 'warn'>;
  now: () => Date;
}): DeliveryCounter {
  const { database, log, now } = dependencies;
  let counts = new Map<string, number>();

  const add = (key: string, messages: number) => counts.set(key, (counts.get(key) ?? 0) + messages);

  /** Writes the counts. Those that cannot be stored are added to the next ones. */
  async function flush(): Promise<void> {
    if (counts.size === 0) return;
    const flushed = counts;
    counts = new Map();
    const rows = [...flushed].map(([key, messages]) => ({ parts: key.split(' '), messages }));
    try {
      await database.execute(addCountsStatement, [
        rows.map((row) => row.parts[0]),
        rows.map((row) => row.parts[1]),
        rows.map((row) => row.parts[2]),
        rows.map((row) => row.messages),
      ]);
    } catch (error) {
      for (const [key, messages] of flushed) add(key, messages);
      throw error;
    }
    const countOf = (outcome: DeliveryOutcome) =>
      rows.reduce((sum, row) => sum + (row.parts[2] === outcome ? row.messages : 0), 0);
    const [forged, unreadable] = [countOf('forged'), countOf('unreadable')];
    if (forged + unreadable > 0) {
      log.warn(
        { event: 'pushes.rejected', forged, unreadable },
        'Pushes with a forged signature or an unreadable body were rejected',
      );
    }
  }

  const onError = (error: unknown) =>
    log.warn(
      { event: 'pushes.counts_not_stored', err: error },
      'Counts of pushes could not be stored',
    );
  const polling = startPolling(flush, { intervalMs: flushIntervalMs, isDelayed: true, onError });
  return {
    count(platform, outcome) {
      deliveriesTotal.inc({ partner: platform, outcome });
      const hour = new Date(Math.floor(now().getTime() / hourMs) * hourMs).toISOString();
      add(`${platform} ${hour} ${outcome}`, 1);
    },
    write: () => flush().catch(onError),
    async close() {
      await polling.stop();
      await flush().catch(onError);
    },
  };
}
