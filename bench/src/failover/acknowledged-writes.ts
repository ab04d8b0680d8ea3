import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const writers = 4;
const attemptMs = 2000;

/** Clients that commit one row after another and remember what the server acknowledged. */
export interface AcknowledgedWrites {
  acknowledged(): number;
  /** Resolves once a commit is acknowledged that began after `instant` (`performance.now()`). */
  nextAcknowledged(instant: number): Promise<void>;
  /** Returns a problem if acknowledged rows are missing. */
  findLost(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startAcknowledgedWrites(url: string): Promise<AcknowledgedWrites> {
  await withClient(url, (client) =>
    client.query('create schema soak; create table soak.written (id bigint primary key)'),
  );
  const acknowledged = new Set<string>();
  let waiting: { instant: number; resolve: () => void }[] = [];
  const stopping = new AbortController();
  let next = 0;

  async function write(client: pg.Client): Promise<void> {
    const id = (next += 1);
    const begunAt = performance.now();
    await client.query('insert into soak.written values ($1)', [id]);
    acknowledged.add(String(id));
    for (const each of waiting) if (begunAt > each.instant) each.resolve();
    waiting = waiting.filter(({ instant }) => begunAt <= instant);
    await delay(5);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await withClient(url, async (client) => {
        while (!stopping.signal.aborted) await write(client);
      }).catch(() => delay(100));
    }
  }
  const running = Promise.all(Array.from({ length: writers }, run));
  return {
    acknowledged: () => acknowledged.size,
    nextAcknowledged: (instant) =>
      new Promise((resolve) => {
        waiting.push({ instant, resolve });
      }),
    async findLost() {
      const expected = [...acknowledged];
      const missing = await withClient(url, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          'select unnest($1::bigint[]) as id except select id from soak.written',
          [expected],
        );
        return rows;
      });
      return missing.length === 0 ? [] : [`${missing.length} acknowledged commits were lost`];
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: attemptMs,
    query_timeout: attemptMs * 5,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // A server that does not answer must not delay the next attempt.
    void client.end().catch(() => undefined);
  }
}
