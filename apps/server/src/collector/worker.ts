import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { hintedStreams } from './hints.ts';
import { runSlice, type SliceDependencies } from './slice.ts';
import { dueStreams, type StreamKey } from './stream-store.ts';

/** Jobs carry ids and nothing else; what is to be done is in the database. */
const queue = 'collector.stream';
/** Orders that a partner told of: short work that does not wait behind the filling of large shops. */
const hintQueue = 'collector.hint';
/** Of that short work, done at the same time by one process. */
const hintConcurrency = 2;

/**
 * Makes the queues known. One waiting job per stream is enough, however often it is asked for. Whether two
 * workers may read a stream at once is not left to the queue: the hold on the stream decides, and it is
 * given up within seconds when a worker dies, where a job would be missed only after its heartbeat.
 */
export async function createCollectorQueue(boss: PgBoss): Promise<void> {
  const options = {
    retryLimit: 0,
    heartbeatSeconds: 10,
    expireInSeconds: 600,
    deleteAfterSeconds: 60,
    notify: true,
  };
  for (const name of [queue, hintQueue]) {
    const known = await boss.getQueue(name);
    if (known) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, policy: 'short' });
  }
}

/** Asks for streams to be read. Losing the request delays the reading a moment: due streams are looked for. */
export async function enqueue(
  boss: PgBoss,
  keys: readonly StreamKey[],
  name: typeof queue | typeof hintQueue = queue,
): Promise<void> {
  if (keys.length === 0) return;
  await boss.insert(
    name,
    keys.map((key) => ({
      data: key,
      singletonKey: `${key.tenantId}:${key.shopId}:${key.stream}`,
    })),
  );
}

/** Asks for streams to be looked at, because a partner told of something there. */
export async function enqueueHinted(boss: PgBoss, keys: readonly StreamKey[]): Promise<void> {
  // A catalogue is read whole, and returns like all that changed: no short work.
  const isShort = ({ stream }: StreamKey) => stream === 'orders' || stream === 'shop';
  await enqueue(boss, keys.filter(isShort), hintQueue);
  await enqueue(
    boss,
    keys.filter((key) => !isShort(key)),
  );
}

export interface WorkerOptions extends SliceDependencies {
  boss: PgBoss;
  /** Streams read at the same time by this process. */
  concurrency: number;
  /** How often due streams are looked for. */
  lookEveryMs: number;
}

/** Reads streams until stopped. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { boss, log } = options;
  const stopping = new AbortController();
  await createCollectorQueue(boss);
  const take = (name: typeof queue | typeof hintQueue, localConcurrency: number) =>
    boss.work<StreamKey>(
      name,
      {
        localConcurrency,
        pollingIntervalSeconds: 0.5,
        notifyPollingIntervalSeconds: 0.5,
        heartbeatRefreshSeconds: 3,
      },
      async ([job]) => {
        if (!job || stopping.signal.aborted) return;
        try {
          const more = await runSlice(options, job.data, stopping.signal, name === hintQueue);
          if (more && !stopping.signal.aborted) await enqueue(boss, [job.data], name);
        } catch (error) {
          // The stream stays due; it is found again when the hold has lapsed.
          log.error({ error, ...job.data }, 'a slice of reading broke off');
        }
      },
    );
  await Promise.all([take(queue, options.concurrency), take(hintQueue, hintConcurrency)]);
  const looking = look(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([queue, hintQueue].map((name) => boss.offWork(name, { wait: true })));
      await looking;
    },
  };
}

/** Finds streams that are due: after a pause, after a failure, or because a worker died. */
async function look(options: WorkerOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await enqueue(options.boss, await dueStreams(options.database, 1000));
      await enqueueHinted(options.boss, await hintedStreams(options.database, 1000));
    } catch (error) {
      options.log.warn({ error }, 'due streams could not be looked for');
    }
    const pause = options.lookEveryMs * (0.8 + options.random() * 0.4);
    await delay(pause, undefined, { signal: stopping }).catch(() => undefined);
  }
}
