import type { VirtualProcess, VirtualTime } from './virtual-time.ts';

interface JobQueueOptions {
  time: VirtualTime;
  /** Jobs that run at the same time. */
  slots: number;
  streams: number;
  /** Time from a queued job to its start on a free slot. */
  dispatchMs: number;
  /** Syncs a stream. Returns whether it has more to sync. */
  run: (stream: number) => Generator<number, boolean, void>;
}

/** Jobs of streams, first come, first served. At most one job of a stream waits. */
export class JobQueue {
  maxQueued = 0;
  readonly #options: JobQueueOptions;
  readonly #isQueued: Uint8Array;
  readonly #waiting: number[] = [];
  /** Position of the first waiting job; those before it have started. */
  #head = 0;
  #freeSlots: number;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#isQueued = new Uint8Array(options.streams);
    this.#freeSlots = options.slots;
  }

  enqueue(stream: number): void {
    if (this.#isQueued[stream] === 1) return;
    this.#isQueued[stream] = 1;
    this.#waiting.push(stream);
    this.maxQueued = Math.max(this.maxQueued, this.#waiting.length - this.#head);
    this.#dispatch();
  }

  #dispatch(): void {
    const { time, dispatchMs } = this.#options;
    while (this.#freeSlots > 0 && this.#head < this.#waiting.length) {
      const stream = this.#waiting[this.#head] ?? 0;
      this.#head += 1;
      if (this.#head > 10_000 && this.#head * 2 > this.#waiting.length) {
        this.#waiting.splice(0, this.#head);
        this.#head = 0;
      }
      this.#freeSlots -= 1;
      time.start(this.#runJob(stream), dispatchMs);
    }
  }

  *#runJob(stream: number): VirtualProcess {
    this.#isQueued[stream] = 0;
    const hasMore = yield* this.#options.run(stream);
    this.#freeSlots += 1;
    if (hasMore) this.enqueue(stream);
    this.#dispatch();
  }
}
