import { setTimeout as delay } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { keepCounting } from '../../platform/database/analyze-tables.ts';
import { hintedStreams } from '../leases/hint-store.ts';
import { runSlice, type Rest, type SliceDependencies } from './time-slice.ts';
import { dueStreams, type DueStream, type StreamKey } from '../leases/stream-store.ts';

/** Jobs carry ids and nothing else; what is to be done is in the database. */
const promptQueue = 'collector.stream';
/** The filling of histories, which is long and which nobody waits for: it stands in nobody's way. */
const fillQueue = 'collector.fill';
/** Orders that a partner told of: short work that does not wait behind the reading of large shops. */
const hintQueue = 'collector.hint';
const queues = [promptQueue, fillQueue, hintQueue] as const;
type Queue = (typeof queues)[number];

/** Streams that one process reads at the same time, by queue. */
function slotsOf(concurrency: number): Readonly<Record<Queue, number>> {
  return { [promptQueue]: concurrency, [fillQueue]: Math.ceil(concurrency / 2), [hintQueue]: 2 };
}

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
  for (const name of queues) {
    const known = await boss.getQueue(name);
    if (known) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, policy: 'short' });
  }
}

/** Asks for streams to be read. Losing the request delays the reading a moment: due streams are looked for. */
export async function enqueue(
  boss: PgBoss,
  keys: readonly StreamKey[],
  name: Queue = promptQueue,
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
async function enqueueDue(boss: PgBoss, due: readonly DueStream[]): Promise<void> {
  for (const [name, isFill] of [[promptQueue, false] as const, [fillQueue, true] as const]) {
    await enqueue(
      boss,
      due.filter(({ isFilling }) => isFilling === isFill),
      name,
    );
  }
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

/** How full this process is, and what waits: so that a stream is left only when another is to be read instead. */
interface Crowd {
  readonly slots: Readonly<Record<Queue, number>>;
  readonly busy: Record<Queue, number>;
  /** Streams that were due and that nobody held when they were last looked for. */
  readonly waiting: Record<Queue, number>;
}

/** Reads streams until stopped. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { boss, log } = options;
  const stopping = new AbortController();
  await createCollectorQueue(boss);
  const crowd: Crowd = {
    slots: slotsOf(options.concurrency),
    busy: { [promptQueue]: 0, [fillQueue]: 0, [hintQueue]: 0 },
    waiting: { [promptQueue]: 0, [fillQueue]: 0, [hintQueue]: 0 },
  };
  const take = (name: Queue) =>
    boss.work<StreamKey>(
      name,
      {
        localConcurrency: crowd.slots[name],
        pollingIntervalSeconds: 0.5,
        notifyPollingIntervalSeconds: 0.5,
        heartbeatRefreshSeconds: 3,
      },
      async ([job]) => {
        if (!job || stopping.signal.aborted) return;
        crowd.busy[name] += 1;
        try {
          const rest = await runSlice(options, job.data, {
            stopping: stopping.signal,
            hintsOnly: name === hintQueue,
            isPrompt: name === promptQueue,
            isWanted: () => crowd.busy[name] >= crowd.slots[name] && crowd.waiting[name] > 0,
          });
          if (!rest.more || stopping.signal.aborted) return;
          await enqueue(boss, [job.data], nextQueue(name, rest));
        } catch (error) {
          // The stream stays due; it is found again when the hold has lapsed.
          log.error({ err: error, ...job.data }, 'a slice of reading broke off');
        } finally {
          crowd.busy[name] -= 1;
        }
      },
    );
  await Promise.all(queues.map(take));
  const looking = Promise.all([
    look(options, crowd, stopping.signal),
    keepCounting(options, stopping.signal),
  ]);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(queues.map((name) => boss.offWork(name, { wait: true })));
      await looking;
    },
  };
}

function nextQueue(name: Queue, { isFilling }: Rest): Queue {
  if (name === hintQueue) return name;
  return isFilling ? fillQueue : promptQueue;
}

/** Finds streams that are due: after a pause, after a failure, or because a worker died. */
async function look(options: WorkerOptions, crowd: Crowd, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      const due = await dueStreams(options.database, 1000);
      crowd.waiting[fillQueue] = due.filter((each) => each.isFilling).length;
      crowd.waiting[promptQueue] = due.length - crowd.waiting[fillQueue];
      await enqueueDue(options.boss, due);
      await enqueueHinted(options.boss, await hintedStreams(options.database, 1000));
    } catch (error) {
      options.log.warn({ err: error }, 'due streams could not be looked for');
    }
    const pause = options.lookEveryMs * (0.8 + options.random() * 0.4);
    await delay(pause, undefined, { signal: stopping }).catch(() => undefined);
  }
}
