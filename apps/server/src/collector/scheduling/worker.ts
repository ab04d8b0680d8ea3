import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { analyzePeriodically } from '../../platform/database/analyze-tables.ts';
import { readHintedStreams } from '../leases/hint-store.ts';
import { runSlice, type SliceResult, type SliceDependencies } from './time-slice.ts';
import { readDueStreams, type DueStream, type StreamKey } from '../leases/stream-store.ts';

/** Jobs carry ids and nothing else; what is to be done is in the database. */
const interactiveQueue = 'collector.stream';
/** The filling of histories, which is long and which nobody waits for: it stands in nobody's way. */
const backfillQueue = 'collector.fill';
/** Orders that a partner told of: short work that does not wait behind the reading of large shops. */
const hintQueue = 'collector.hint';
const queues = [interactiveQueue, backfillQueue, hintQueue] as const;
type Queue = (typeof queues)[number];

/** Streams that one process reads at the same time, by queue. */
function slotsByQueue(concurrency: number): Readonly<Record<Queue, number>> {
  return {
    [interactiveQueue]: concurrency,
    [backfillQueue]: Math.ceil(concurrency / 2),
    [hintQueue]: 2,
  };
}

/**
 * Makes the queues known. One waiting job per stream is enough, however often it is asked for. Whether two
 * workers may read a stream at once is not left to the queue: the hold on the stream decides, and it is
 * given up within seconds when a worker dies, where a job would be missed only after its heartbeat.
 */
export async function createCollectorQueues(boss: PgBoss): Promise<void> {
  const options = {
    retryLimit: 0,
    heartbeatSeconds: 10,
    expireInSeconds: 600,
    deleteAfterSeconds: 60,
    notify: true,
  };
  for (const name of queues) {
    const existing = await boss.getQueue(name);
    if (existing) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, policy: 'short' });
  }
}

/** Asks for streams to be read. Losing the request delays the reading a moment: due streams are looked for. */
export async function enqueueStreams(
  boss: PgBoss,
  keys: readonly StreamKey[],
  name: Queue = interactiveQueue,
): Promise<void> {
  if (keys.length === 0) return;
  await boss.insert(
    name,
    keys.map(({ tenantId, shopId, stream }) => ({
      data: { tenantId, shopId, stream } satisfies StreamKey,
      singletonKey: `${tenantId}:${shopId}:${stream}`,
    })),
  );
}

/** Asks for due streams to be read, histories apart from the others. */
async function enqueueDueStreams(boss: PgBoss, due: readonly DueStream[]): Promise<void> {
  for (const [name, isBackfill] of [
    [interactiveQueue, false] as const,
    [backfillQueue, true] as const,
  ]) {
    await enqueueStreams(
      boss,
      due.filter(({ isFilling }) => isFilling === isBackfill),
      name,
    );
  }
}

/** Asks for streams to be looked at, because a partner told of something there. */
export async function enqueueHintedStreams(
  boss: PgBoss,
  keys: readonly StreamKey[],
): Promise<void> {
  // A catalogue is read whole, and returns like all that changed: no short work.
  const isShort = ({ stream }: StreamKey) => stream === 'orders' || stream === 'shop';
  await enqueueStreams(boss, keys.filter(isShort), hintQueue);
  await enqueueStreams(
    boss,
    keys.filter((key) => !isShort(key)),
  );
}

export interface WorkerOptions extends SliceDependencies {
  boss: PgBoss;
  /** Streams read at the same time by this process. */
  concurrency: number;
  /** How often due streams are looked for. */
  pollIntervalMs: number;
}

/** How full this process is, and what waits: so that a stream is left only when another is to be read instead. */
interface SlotUsage {
  readonly slots: Readonly<Record<Queue, number>>;
  readonly busy: Record<Queue, number>;
  /** Streams that were due and that nobody held when they were last looked for. */
  readonly waiting: Record<Queue, number>;
}

/** Reads streams until stopped. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { boss, log } = options;
  const stopping = new AbortController();
  await createCollectorQueues(boss);
  const usage: SlotUsage = {
    slots: slotsByQueue(options.concurrency),
    busy: { [interactiveQueue]: 0, [backfillQueue]: 0, [hintQueue]: 0 },
    waiting: { [interactiveQueue]: 0, [backfillQueue]: 0, [hintQueue]: 0 },
  };
  const startQueue = (name: Queue) =>
    boss.work<StreamKey>(
      name,
      {
        localConcurrency: usage.slots[name],
        pollingIntervalSeconds: 0.5,
        notifyPollingIntervalSeconds: 0.5,
        heartbeatRefreshSeconds: 3,
      },
      async ([job]) => {
        if (!job || stopping.signal.aborted) return;
        usage.busy[name] += 1;
        try {
          const result = await runSlice(options, job.data, {
            stopping: stopping.signal,
            hintsOnly: name === hintQueue,
            isPrompt: name === interactiveQueue,
            isWanted: () => usage.busy[name] >= usage.slots[name] && usage.waiting[name] > 0,
          });
          if (!result.more || stopping.signal.aborted) return;
          await enqueueStreams(boss, [job.data], nextQueue(name, result));
        } catch (error) {
          // The stream stays due; it is found again when the hold has lapsed.
          log.error({ err: error, ...job.data }, 'a slice of reading broke off');
        } finally {
          usage.busy[name] -= 1;
        }
      },
    );
  await Promise.all(queues.map(startQueue));
  const polling = Promise.all([
    pollDueStreams(options, usage, stopping.signal),
    analyzePeriodically(options, stopping.signal),
  ]);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(queues.map((name) => boss.offWork(name, { wait: true })));
      await polling;
    },
  };
}

function nextQueue(name: Queue, { isFilling: isBackfilling }: SliceResult): Queue {
  if (name === hintQueue) return name;
  return isBackfilling ? backfillQueue : interactiveQueue;
}

/** Finds streams that are due: after a pause, after a failure, or because a worker died. */
async function pollDueStreams(
  options: WorkerOptions,
  usage: SlotUsage,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      const due = await readDueStreams(options.database, 1000);
      usage.waiting[backfillQueue] = due.filter((each) => each.isFilling).length;
      usage.waiting[interactiveQueue] = due.length - usage.waiting[backfillQueue];
      await enqueueDueStreams(options.boss, due);
      await enqueueHintedStreams(options.boss, await readHintedStreams(options.database, 1000));
    } catch (error) {
      options.log.warn({ err: error }, 'due streams could not be looked for');
    }
    const delayMs = options.pollIntervalMs * (0.8 + options.random() * 0.4);
    await delay(delayMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}
