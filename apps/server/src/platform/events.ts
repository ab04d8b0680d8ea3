import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionTimeouts, sql, type Sql } from './database/database.ts';
import type { Log } from './log.ts';

/**
 * Live events between processes. A transaction announces that something of a tenant changed, and subscribers read it
 * again. A notification carries no data. Notifications are lost while the listener reconnects, so every subscriber is
 * called once after a reconnection.
 */
export interface Events {
  subscribe(topic: string, tenantId: string, listener: () => void): () => void;
  close(): Promise<void>;
}

const channelName = 'seller_connect';

const publishStatement = sql('platform.notify', `select pg_notify('${channelName}', $1)`);

function topicKey(topic: string, tenantId: string): string {
  return `${topic}:${tenantId}`;
}

/** Publishes when the transaction commits. Equal notifications of one transaction are sent once. */
export async function publish(tx: Sql, topic: string, tenantId: string): Promise<void> {
  await tx.query(publishStatement, [topicKey(topic, tenantId)]);
}

export function openEvents(options: {
  url: string;
  log: Pick<Log, 'warn'>;
  /** Interval of the heartbeat query, and how long it may take. 15 s and 5 s by default. */
  heartbeatIntervalMs?: number;
  heartbeatTimeoutMs?: number;
}): Events {
  const listeners = new Map<string, Set<() => void>>();
  const closing = new AbortController();
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
    client = nextClient;
    await nextClient.query(`listen ${channelName}`);
    for (const key of listeners.keys()) dispatch(key);
    // Only a query distinguishes an idle connection from a dead one.
    const heartbeat = setInterval(
      () => void nextClient.query('select 1').catch(() => nextClient.end()),
      options.heartbeatIntervalMs ?? 15_000,
    );
    await ended;
    clearInterval(heartbeat);
    client = null;
  }

  async function listenWithReconnect(): Promise<void> {
    for (let backoffMs = 200; !closing.signal.aborted; backoffMs = Math.min(backoffMs * 2, 5000)) {
      try {
        await listen();
        backoffMs = 200;
      } catch (error) {
        options.log.warn(
          { event: 'events.interrupted', err: error },
          'Live events are interrupted; reconnecting',
        );
      }
      if (closing.signal.aborted) return;
      await delay(backoffMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  /** Started by the first subscription; processes without subscribers need no connection. */
  let listening: Promise<void> | undefined;

  return {
    subscribe(topic, tenantId, listener) {
      listening ??= listenWithReconnect();
      const key = topicKey(topic, tenantId);
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
      await listening;
    },
  };
}
