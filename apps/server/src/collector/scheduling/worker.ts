import type { PgBoss } from 'pg-boss';
import { startAnalyzing } from '../../platform/database/analyze-tables.ts';
import { startPolling, type Polling, pollPauseMs } from '../../platform/poll.ts';
import { ensureQueue } from '../../platform/jobs/jobs.ts';
import { readHintedStreams } from '../leases/hint-store.ts';
import { runSlice, type SliceResult, type SliceDependencies } from './time-slice.ts';
import { readDueStreams, type DueStream, type StreamKey } from '../leases/stream-store.ts';

/** Newest days, changes and products. A job carries only the key of a stream; its state is in the database. */
const interactiveQueue = 'collector.stream';
/** Long backfills, separate so that they do not delay other streams. */
const backfillQueue = 'collector.fill';
/** Pushed orders and shops: short work that does not wait behind syncs of large shops. */
const hintQueue = 'collector.hint';
const queues = [interactiveQueue, backfillQueue, hintQueue] as const;
type Queue = (typeof queues)[number];

/** Returns how many streams one process syncs at the same time, by queue. */
export function slotsByQueue(concurrency: number): Readonly<Record<Queue, number>> {
  return {
    [interactiveQueue]: concurrency,
    [backfillQueue]: Math.ceil(concurrency / 2),
    [hintQueue]: Math.max(2, Math.ceil(concurrency / 2)),
  };
}

/** How many due and how many hinted streams a poll finds at most. */
export const maxStreamsPerPoll = 1000;

/**
 * Creates or updates the queues, with at most one queued job per stream. The queue does not keep two workers from
 * syncing the same stream; the lease does. After a worker dies, the lease expires within seconds.
 */
export async function createCollectorQueues(boss: PgBoss): Promise<void> {
  for (const name of queues)
    await ensureQueue(boss, name, { heartbeatSeconds: 10, expireInSeconds: 600 });
}

/** Enqueues streams. A lost job only delays the sync until the next poll for due streams. */
export async function enqueueStreams(
  boss: PgBoss,
  keys: readonly StreamKey[],
  name: Queue = interactiveQueue,
): Promise<void> {
  if (keys.length === 0) return;
  const jobs = keys.map(({ tenantId, shopId, stream }) => ({
    data: { tenantId, shopId, stream } satisfies StreamKey,
    singletonKey: `${tenantId}:${shopId}:${stream}`,
  }));
  // In one order for all: processes that enqueue the same streams in different orders would deadlock.
  await boss.insert(
    name,
    jobs.toSorted((a, b) => (a.singletonKey < b.singletonKey ? -1 : 1)),
  );
}

/** Enqueues due streams: backfills in their own queue, the others in the interactive one. */
async function enqueueDueStreams(boss: PgBoss, due: readonly DueStream[]): Promise<void> {
  await enqueueStreams(
    boss,
    due.filter((each) => !each.isBackfilling),
  );
  await enqueueStreams(
    boss,
    due.filter((each) => each.isBackfilling),
    backfillQueue,
  );
}

/** Enqueues streams with hints. */
export async function enqueueHintedStreams(
  boss: PgBoss,
  keys: readonly StreamKey[],
): Promise<void> {
  // Products are always synced completely and returns by all their changes, which is not short work.
  const isShort = ({ stream }: StreamKey) => stream === 'orders' || stream === 'shop';
  await enqueueStreams(boss, keys.filter(isShort), hintQueue);
  await enqueueStreams(
    boss,
    keys.filter((key) => !isShort(key)),
  );
}

export interface WorkerOptions extends SliceDependencies {
  boss: PgBoss;
  /** Streams that this process syncs at the same time in the interactive queue. */
  concurrency: number;
  /** Interval of the poll for due streams, with a jitter of a fifth. */
  pollIntervalMs: number;
}

/** Slots of this process and waiting streams, by queue. A slice ends early only if another stream needs its slot. */
interface SlotUsage {
  readonly slots: Readonly<Record<Queue, number>>;
  readonly busy: Record<Queue, number>;
  /** Due streams without a lease at the last poll. */
  readonly waiting: Record<Queue, number>;
}

/** Syncs streams until stopped. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { boss, log } = options;
  const stopping = new AbortController();
  await createCollectorQueues(boss);
  const usage: SlotUsage = {
    slots: slotsByQueue(options.concurrency),
    busy: { [interactiveQueue]: 0, [backfillQueue]: 0, [hintQueue]: 0 },
    waiting: { [interactiveQueue]: 0, [backfillQueue]: 0, [hintQueue]: 0 },
  };
  const startSlot = async (name: Queue) => {
    let slotId = '';
    slotId = await boss.work<StreamKey>(
      name,
      {
        // Without notifications, as when the listening connection is down.
        pollingIntervalSeconds: 0.5,
        notifyPollingIntervalSeconds: 5,
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
          // The stream stays due, and the poll finds it again once its lease has expired.
          log.error(
            { event: 'collector.slice_aborted', err: error, ...job.data },
            'Time slice ended with an unexpected error',
          );
        } finally {
          usage.busy[name] -= 1;
          // The slot takes the next waiting job at once.
          boss.notifyWorker(slotId);
        }
      },
    );
  };
  await Promise.all(
    queues.flatMap((name) => Array.from({ length: usage.slots[name] }, () => startSlot(name))),
  );
  const pollings = [pollDueStreams(options, usage), startAnalyzing(options)];
  return {
    async stop() {
      stopping.abort();
      await Promise.all([
        ...queues.map((name) => boss.offWork(name, { wait: true })),
        ...pollings.map((polling) => polling.stop()),
      ]);
    },
  };
}

function nextQueue(name: Queue, { isBackfilling }: SliceResult): Queue {
  if (name === hintQueue) return name;
  return isBackfilling ? backfillQueue : interactiveQueue;
}

/** Polls for streams that are due by schedule, after a failure, or because a worker died. */
function pollDueStreams(options: WorkerOptions, usage: SlotUsage): Polling {
  const { boss, database, log, pollIntervalMs, random } = options;
  return startPolling(
    async () => {
      const due = await readDueStreams(database, maxStreamsPerPoll);
      usage.waiting[backfillQueue] = due.filter((each) => each.isBackfilling).length;
      usage.waiting[interactiveQueue] = due.length - usage.waiting[backfillQueue];
      await enqueueDueStreams(boss, due);
      await enqueueHintedStreams(boss, await readHintedStreams(database, maxStreamsPerPoll));
    },
    {
      intervalMs: () => pollPauseMs(pollIntervalMs, random),
      onError: (error) =>
        log.warn({ event: 'collector.poll_failed', err: error }, 'Poll for due streams failed'),
    },
  );
}
