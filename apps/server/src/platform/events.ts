import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionLimits, sql, type Sql } from './database/database.ts';
import type { Log } from './log.ts';

/**
 * Live events between processes: a transaction says that something of a tenant changed, and whoever shows it
 * reads it anew. A notification carries no data; it is lost while the listener reconnects, so every
 * subscriber is called once after a reconnection.
 */
export interface Events {
  subscribe(topic: string, tenantId: string, listener: () => void): () => void;
  close(): Promise<void>;
}

const channel = 'seller_connect';

const notifyStatement = sql('platform.notify', `select pg_notify('${channel}', $1)`);

/** What a notification is about. */
function keyOf(topic: string, tenantId: string): string {
  return `${topic}:${tenantId}`;
}

/** Takes effect when the transaction commits; equal notifications of one transaction are sent once. */
export async function notify(tx: Sql, topic: string, tenantId: string): Promise<void> {
  await tx.query(notifyStatement, [keyOf(topic, tenantId)]);
}

export function openEvents(options: {
  url: string;
  log: Pick<Log, 'warn'>;
  /** How often a quiet connection is asked whether it leads anywhere, and how long it may take to answer. */
  heartbeatMs?: number;
  heartbeatTimeoutMs?: number;
}): Events {
  const listeners = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  let client: pg.Client | null = null;

  function tell(key: string) {
    for (const listener of listeners.get(key) ?? []) listener();
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({
      ...connectionLimits,
      connectionString: options.url,
      application_name: 'seller-connect events',
      query_timeout: options.heartbeatTimeoutMs ?? 5000,
    });
    const ended = new Promise<void>((done) => {
      next.on('end', done);
      next.on('error', () => done());
    });
    next.on('notification', (message) => tell(message.payload ?? ''));
    await next.connect();
    client = next;
    await next.query(`listen ${channel}`);
    for (const key of listeners.keys()) tell(key);
    // Nothing but a question tells a quiet connection from one that leads nowhere.
    const heartbeat = setInterval(
      () => void next.query('select 1').catch(() => next.end()),
      options.heartbeatMs ?? 15_000,
    );
    await ended;
    clearInterval(heartbeat);
    client = null;
  }

  async function keepListening(): Promise<void> {
    for (let pause = 200; !closing.signal.aborted; pause = Math.min(pause * 2, 5000)) {
      try {
        await listen();
        pause = 200;
      } catch (error) {
        options.log.warn({ err: error }, 'live events are interrupted; trying again');
      }
      if (closing.signal.aborted) return;
      await delay(pause, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  /** Only where somebody listens: other processes need no connection for it. */
  let running: Promise<void> | undefined;

  return {
    subscribe(topic, tenantId, listener) {
      running ??= keepListening();
      const key = keyOf(topic, tenantId);
      const set = listeners.get(key) ?? new Set();
      set.add(listener);
      listeners.set(key, set);
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(key);
      };
    },
    async close() {
      closing.abort();
      await client?.end();
      await running;
    },
  };
}
