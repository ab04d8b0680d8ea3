import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { runSlice, type SliceDependencies } from './slice.ts';
import { dueStreams, type StreamKey } from './stream-store.ts';

/** Jobs carry ids and nothing else; what is to be done is in the database. */
const queue = 'collector.stream';

/**
 * Makes the queue known. One waiting job per stream is enough, however often it is asked for. Whether two
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
  const known = await boss.getQueue(queue);
  if (known) await boss.updateQueue(queue, options);
  else await boss.createQueue(queue, { ...options, policy: 'short' });
}

/** Asks for streams to be read. Losing the request delays the reading a moment: due streams are looked for. */
export async function enqueue(boss: PgBoss, keys: readonly StreamKey[]): Promise<void> {
  if (keys.length === 0) return;
  await boss.insert(
    queue,
    keys.map((key) => ({
      data: key,
      singletonKey: `${key.tenantId}:${key.shopId}:${key.stream}`,
    })),
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
  await boss.work<StreamKey>(
    queue,
    {
      localConcurrency: options.concurrency,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 0.5,
      heartbeatRefreshSeconds: 3,
    },
    async ([job]) => {
      if (!job || stopping.signal.aborted) return;
      try {
        const more = await runSlice(options, job.data, stopping.signal);
        if (more && !stopping.signal.aborted) await enqueue(boss, [job.data]);
      } catch (error) {
        // The stream stays due; it is found again when the hold has lapsed.
        log.error({ error, ...job.data }, 'a slice of reading broke off');
      }
    },
  );
  const looking = look(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await boss.offWork(queue, { wait: true });
      await looking;
    },
  };
}

/** Finds streams that are due: after a pause, after a failure, or because a worker died. */
async function look(options: WorkerOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await enqueue(options.boss, await dueStreams(options.database, 1000));
    } catch (error) {
      options.log.warn({ error }, 'due streams could not be looked for');
    }
    const pause = options.lookEveryMs * (0.8 + options.random() * 0.4);
    await delay(pause, undefined, { signal: stopping }).catch(() => undefined);
  }
}
