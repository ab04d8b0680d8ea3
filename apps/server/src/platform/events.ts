import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { backoffMs } from './poll.ts';
import { connectionTimeouts, sql, type Database } from './database/database.ts';
import type { Log } from './log.ts';

/**
 * Live events between processes. A process publishes that something of a tenant changed, and subscribers read it again.
 * A notification carries no data.
 *
 * An event may be lost: while a listener reconnects, or when a process dies between its commit and the notification.
 * Every subscriber is called once after a reconnection. Whoever shows what was published also reads it from time to
 * time; an event only makes that sooner.
 */
export interface Events {
  /**
   * Notifies the subscribers of all processes. Call it after the commit: it neither waits nor fails. The events of this
   * process are gathered and sent at most every 100 ms, each once.
   */
  publish(topic: string, tenantId: string): void;
  subscribe(topic: string, tenantId: string, listener: () => void): () => void;
  /** Sends the last events and ends. */
  close(): Promise<void>;
}

const channelName = 'seller_connect';
/** Minimum time between two notifying transactions of a process. */
const minIntervalMs = 100;

/**
 * PostgreSQL serializes the commits of transactions that notify, on all connections, until they are flushed. A
 * transaction of its own that does not wait for the disk holds that lock for microseconds, and other commits never do.
 */
const notifyStatement = sql(
  'platform.notify',
  `select set_config('synchronous_commit', 'off', true), pg_notify('${channelName}', key)
     from unnest($1::text[]) as key`,
);

function topicKey(topic: string, tenantId: string): string {
  return `${topic}:${tenantId}`;
}

export function openEvents(options: {
  url: string;
  /** Sends the notifications. */
  database: Pick<Database, 'execute'>;
  log: Pick<Log, 'warn'>;
  /** Interval of the heartbeat query, and how long it may take. 15 s and 5 s by default. */
  heartbeatIntervalMs?: number;
  heartbeatTimeoutMs?: number;
}): Events {
  const listeners = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  const publisher = createPublisher(options.database, options.log);
  let client: pg.Client | null = null;

  function dispatch(key: string) {
    for (const listener of listeners.get(key) ?? []) listener();
  }

  async function listen(): Promise<void> {
    const nextClient = new pg.Client({
      ...connectionTimeouts,
      connectionString: options.url,
      application_name: 'seller-connect events',
      query_timeout: options.heartbeatTimeoutMs ?? 5000,
    });
    const ended = new Promise<void>((done) => {
      nextClient.on('end', done);
      nextClient.on('error', () => done());
    });
    nextClient.on('notification', (message) => dispatch(message.payload ?? ''));
    await nextClient.connect();
    // `close` does not know a client that is still connecting.
    if (closing.signal.aborted) return nextClient.end();
    client = nextClient;
    try {
      await nextClient.query(`listen ${channelName}`);
      for (const key of listeners.keys()) dispatch(key);
      // Only a query distinguishes an idle connection from a dead one.
      const heartbeat = setInterval(
        () => void nextClient.query('select 1').catch(() => nextClient.end()),
        options.heartbeatIntervalMs ?? 15_000,
      );
      await ended;
      clearInterval(heartbeat);
    } finally {
      client = null;
      // A database that is too busy to listen in time still has the connection.
      void nextClient.end();
    }
  }

  async function listenWithReconnect(): Promise<void> {
    for (let retryMs = 200; !closing.signal.aborted; retryMs = Math.min(retryMs * 2, 5000)) {
      try {
        await listen();
        retryMs = 200;
      } catch (error) {
        options.log.warn(
          { event: 'events.interrupted', err: error },
          'Live events are interrupted; reconnecting',
        );
      }
      if (closing.signal.aborted) return;
      await delay(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  /** Started by the first subscription; processes without subscribers need no connection. */
  let listening: Promise<void> | undefined;

  return {
    publish: (topic, tenantId) => publisher.publish(topicKey(topic, tenantId)),
    subscribe(topic, tenantId, listener) {
      listening ??= listenWithReconnect();
      const key = topicKey(topic, tenantId);
      const set = listeners.getOrInsertComputed(key, () => new Set());
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(key);
      };
    },
    async close() {
      await publisher.close();
      closing.abort();
      await client?.end();
      await listening;
    },
  };
}

/** Gathers keys and sends them: the first at once, those that follow together. Keys that were not sent are kept. */
function createPublisher(database: Pick<Database, 'execute'>, log: Pick<Log, 'warn'>) {
  let pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let isClosed = false;

  async function send(): Promise<void> {
    const keys = [...pending];
    pending = new Set();
    nextAt = performance.now() + minIntervalMs;
    try {
      await database.execute(notifyStatement, [keys]);
      failures = 0;
    } catch (error) {
      pending = new Set([...keys, ...pending]);
      nextAt = performance.now() + backoffMs(failures, { firstMs: 200, maxMs: 5000 });
      failures += 1;
      log.warn(
        { event: 'events.not_sent', err: error, keys: keys.length },
        'Live events could not be sent; they will be sent again',
      );
    }
    sending = undefined;
    schedule();
  }
  function schedule(): void {
    if (timer || sending || isClosed || pending.size === 0) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        sending = send();
      },
      Math.max(0, nextAt - performance.now()),
    ).unref();
  }

  return {
    publish(key: string) {
      pending.add(key);
      schedule();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await sending;
      if (pending.size > 0) await send();
    },
  };
}
