import type { Platform, Stream } from '@seller-connect/contract';
import {
  pushGraceMs,
  jitterInterval,
  syncIntervalOf,
  createPushReliability,
} from '../../../apps/server/src/collector/leases/sync-interval.ts';
import { streamsOf } from '../../../apps/server/src/collector/planning/platform-streams.ts';
import { retryAfterThrottleMs } from '../../../apps/server/src/collector/testing/quota-connector.ts';
import {
  maxStreamsPerPoll,
  slotsByQueue,
} from '../../../apps/server/src/collector/scheduling/worker.ts';
import { pollPauseMs } from '../../../apps/server/src/platform/poll.ts';
import { createRandom } from '../../../apps/server/test/random.ts';
import { DueStreams } from './due-streams.ts';
import { JobQueue } from './job-queue.ts';
import { Lateness } from './lateness.ts';
import { MarketplaceCalls } from './marketplace-calls.ts';
import { callsOfPage, type Marketplace } from './marketplaces.ts';
import { RecentChanges } from './recent-changes.ts';
import type { Fleet, OrderChange } from './traffic.ts';
import { VirtualDatabase, type DatabaseSpeed } from './virtual-database.ts';
import { VirtualTime, type VirtualProcess } from './virtual-time.ts';

/** What the twin assumes about the machines around the scheduler. */
export interface TwinOptions {
  fleet: Fleet;
  marketplaces: ReadonlyMap<Platform, Marketplace>;
  changes: Iterator<OrderChange, void, void>;
  from: number;
  to: number;
  /** Changes before this instant are not counted: the fleet starts with all streams spread evenly. */
  countFrom: number;
  workers: number;
  /** Slots of a worker in the interactive queue. */
  concurrency: number;
  changesEveryMs: number;
  pollIntervalMs: number;
  /** Time that a marketplace takes to answer, between half and one and a half times as long. */
  answerMs: number;
  /** Time from a queued job to its start on a free slot. */
  dispatchMs: number;
  database: DatabaseSpeed;
  seed: number;
}

export interface TwinResult {
  all: Lateness;
  /** Of the largest tenth of the shops and of the smallest. */
  largest: Lateness;
  smallest: Lateness;
  calls: number;
  overQuota: number;
  slices: number;
  failures: number;
  /** Share of time that the database is busy. */
  databaseLoad: number;
  maxQueued: number;
}

/** Reads and commits of a slice beside those of its pages: acquire, shops, hints, changes, windows, release. */
const commitsPerSlice = 6;
const rowsPerOrder = 3;

/** Of the streams of a shop that sells. */
const ordersIndex = streamsOf('SHOPEE').indexOf('orders');

type Queue = 'interactive' | 'hint';

interface FetchedChanges {
  /** Changes that no push had announced. */
  missed: number;
  isComplete: boolean;
}

/** Syncs a fleet in virtual time by the scheduler's own rules. */
export function runTwin(options: TwinOptions): TwinResult {
  return new FleetTwin(options).run();
}

class FleetTwin {
  readonly #options: TwinOptions;
  readonly #time: VirtualTime;
  readonly #random: () => number;
  readonly #database: VirtualDatabase;
  readonly #marketplaces: MarketplaceCalls;
  readonly #pushes: ReturnType<typeof createPushReliability>;
  readonly #all = new Lateness();
  readonly #largest = new Lateness();
  readonly #smallest = new Lateness();
  #slices = 0;
  #failedSlices = 0;

  // Streams of a shop lie beside each other.
  readonly #streamsPerShop: number;
  readonly #due: DueStreams;
  readonly #isLeased: Uint8Array;
  readonly #failures: Uint8Array;
  readonly #queues: Readonly<Record<Queue, JobQueue>>;

  /** By shop: windows without missed changes, the last hint, the changes. */
  readonly #quiet: Uint16Array;
  readonly #hintedAt: Float64Array;
  readonly #changes: readonly RecentChanges[];
  readonly #hintedShops = new Set<number>();

  constructor(options: TwinOptions) {
    const { fleet, from, to, answerMs, dispatchMs, workers } = options;
    const shops = fleet.platforms.length;
    this.#options = options;
    const time = new VirtualTime(from);
    this.#time = time;
    this.#random = createRandom(options.seed);
    this.#database = new VirtualDatabase(time, options.database);
    const { marketplaces } = options;
    const random = this.#random;
    this.#marketplaces = new MarketplaceCalls({ marketplaces, shops, answerMs, time, random });
    this.#pushes = createPushReliability(() => new Date(time.now));
    const sizes = new Set(fleet.platforms.map((each) => streamsOf(each).length));
    this.#streamsPerShop = Math.max(...sizes);
    const streams = shops * this.#streamsPerShop;
    this.#due = new DueStreams(streams, from, to);
    this.#isLeased = new Uint8Array(streams);
    this.#failures = new Uint8Array(streams);
    const slots = slotsByQueue(options.concurrency);
    const jobs = { time, streams, dispatchMs };
    this.#queues = {
      interactive: new JobQueue({
        ...jobs,
        slots: slots['collector.stream'] * workers,
        run: (stream) => this.#runSlice(stream, 'interactive'),
      }),
      hint: new JobQueue({
        ...jobs,
        slots: slots['collector.hint'] * workers,
        run: (stream) => this.#runSlice(stream, 'hint'),
      }),
    };
    this.#quiet = new Uint16Array(shops);
    this.#hintedAt = new Float64Array(shops).fill(Number.NaN);
    this.#changes = fleet.platforms.map(() => new RecentChanges(from));
  }

  run(): TwinResult {
    const { fleet, from, to, workers, pollIntervalMs } = this.#options;
    for (const [shop, platform] of fleet.platforms.entries()) {
      for (const index of streamsOf(platform).keys()) {
        const intervalMs = this.#intervalOf(shop, platform, index);
        const stream = shop * this.#streamsPerShop + index;
        this.#due.schedule(stream, from + this.#random() * intervalMs);
      }
    }
    for (let worker = 0; worker < workers; worker += 1) {
      this.#time.start(this.#poll(), this.#random() * pollIntervalMs);
    }
    this.#time.start(this.#bringChanges());
    this.#time.runUntil(to);

    // What never came is as late as it is by now.
    for (const [shop, each] of this.#changes.entries()) {
      for (const at of each.allUnknown()) this.#recordLateness(shop, at);
    }
    return {
      all: this.#all,
      largest: this.#largest,
      smallest: this.#smallest,
      calls: this.#marketplaces.count,
      overQuota: this.#marketplaces.overQuota,
      slices: this.#slices,
      failures: this.#failedSlices,
      databaseLoad: this.#database.busyMs / (to - from),
      maxQueued: Math.max(this.#queues.interactive.maxQueued, this.#queues.hint.maxQueued),
    };
  }

  /** Brings changes and their pushes. */
  *#bringChanges(): VirtualProcess {
    const { changes } = this.#options;
    for (let next = changes.next(); !next.done; next = changes.next()) {
      const { at, shop, isPushed } = next.value;
      if (at > this.#time.now) yield at - this.#time.now;
      this.#changes[shop]?.add(at, isPushed);
      if (!isPushed) continue;
      this.#database.work(1);
      this.#hintedShops.add(shop);
      this.#queues.hint.enqueue(this.#ordersStream(shop));
    }
  }

  /** A worker's polls for due streams and for hints. */
  *#poll(): VirtualProcess {
    for (;;) {
      yield pollPauseMs(this.#options.pollIntervalMs, this.#random) + this.#database.work(2);
      const due = this.#due
        .list(this.#time.now)
        .filter((stream) => this.#isLeased[stream] === 0)
        .slice(0, maxStreamsPerPoll);
      for (const stream of due) this.#queues.interactive.enqueue(stream);
      for (const stream of this.#hintedStreams()) this.#queues.hint.enqueue(stream);
    }
  }

  #hintedStreams(): number[] {
    const found: number[] = [];
    for (const shop of this.#hintedShops) {
      const stream = this.#ordersStream(shop);
      if (!this.#hasHints(shop)) this.#hintedShops.delete(shop);
      else if (this.#isLeased[stream] === 0 && this.#failures[stream] === 0) found.push(stream);
      if (found.length === maxStreamsPerPoll) break;
    }
    return found;
  }

  /** A time slice of a stream. Returns whether hints have come meanwhile. */
  *#runSlice(stream: number, queue: Queue): Generator<number, boolean, void> {
    yield this.#database.work(1);
    const isDue = queue === 'interactive' && this.#due.isDue(stream, this.#time.now);
    const shop = Math.floor(stream / this.#streamsPerShop);
    const platform = this.#options.fleet.platforms[shop] ?? 'SHOPEE';
    const isOrders = stream === this.#ordersStream(shop);
    const isHinted = isOrders && this.#hasHints(shop) && this.#failures[stream] === 0;
    if (this.#isLeased[stream] === 1 || !(isDue || isHinted)) return false;
    this.#isLeased[stream] = 1;
    this.#slices += 1;
    const isSynced = isOrders
      ? yield* isDue ? this.#syncOrders(shop, platform) : this.#syncHints(shop, platform)
      : yield* this.#marketplaces.call(shop, platform);
    yield this.#database.work(commitsPerSlice - 1);
    this.#isLeased[stream] = 0;
    if (!isSynced) {
      this.#failedSlices += 1;
      const failed = this.#failures[stream] ?? 0;
      this.#failures[stream] = Math.min(failed + 1, 255);
      this.#due.schedule(stream, this.#time.now + retryAfterThrottleMs(failed, this.#random));
      return false;
    }
    if (!isDue) return this.#hasHints(shop);
    this.#failures[stream] = 0;
    const intervalMs = this.#intervalOf(shop, platform, stream % this.#streamsPerShop);
    this.#due.schedule(stream, this.#time.now + intervalMs);
    return false;
  }

  /** Fetches all changes, and counts those that no push had announced. Returns false if it was throttled. */
  *#syncOrders(shop: number, platform: Platform): Generator<number, boolean, void> {
    const { missed, isComplete } = yield* this.#fetchChanges(shop, platform);
    this.#pushes.recordMissed(platform, missed);
    if (isComplete) this.#quiet[shop] = missed === 0 ? (this.#quiet[shop] ?? 0) + 1 : 0;
    return isComplete;
  }

  /** Fetches the changes from the watermark on, page by page, until a page is not full or throttled. */
  *#fetchChanges(shop: number, platform: Platform): Generator<number, FetchedChanges, void> {
    const { ordersPerPage } = this.#marketplaceOf(platform);
    const known = this.#changesOf(shop);
    let missed = 0;
    let isComplete = false;
    for (let position = known.beginList(this.#time.now); !isComplete; position += ordersPerPage) {
      const size = Math.min(ordersPerPage, known.length - position);
      if (!(yield* this.#fetchPage(shop, platform, size))) break;
      const graceFrom = this.#time.now - pushGraceMs;
      const fetched = known.unknown(position, size);
      yield this.#database.work(1, size * rowsPerOrder);
      missed += this.#collect(shop, fetched).filter((at) => at < graceFrom).length;
      isComplete = size < ordersPerPage;
    }
    return { missed, isComplete };
  }

  /** Fetches the announced orders, or all changes if there are too many. Returns false if it was throttled. */
  *#syncHints(shop: number, platform: Platform): Generator<number, boolean, void> {
    const hinted = this.#changesOf(shop).takeHinted();
    if (hinted.length > this.#marketplaceOf(platform).maxIds) {
      const { isComplete } = yield* this.#fetchChanges(shop, platform);
      if (!isComplete) return false;
    } else {
      if (!(yield* this.#fetchPage(shop, platform, hinted.length))) return false;
      yield this.#database.work(1, hinted.length * rowsPerOrder);
      this.#collect(shop, hinted);
    }
    this.#hintedAt[shop] = this.#time.now;
    this.#pushes.recordAnnounced(platform, hinted.length);
    return true;
  }

  /** Fetches orders. Returns false if a call was throttled. */
  *#fetchPage(shop: number, platform: Platform, size: number): Generator<number, boolean, void> {
    for (let calls = callsOfPage(this.#marketplaceOf(platform), size); calls > 0; calls -= 1) {
      if (!(yield* this.#marketplaces.call(shop, platform))) return false;
    }
    return true;
  }

  /** Stores changes. Returns when the new ones happened. */
  #collect(shop: number, indices: readonly number[]): number[] {
    const known = this.#changesOf(shop);
    const collected = indices.map((index) => known.collect(index)).filter((at) => at !== null);
    for (const at of collected) this.#recordLateness(shop, at);
    return collected;
  }

  #intervalOf(shop: number, platform: Platform, index: number): number {
    const stream: Stream = streamsOf(platform)[index] ?? 'orders';
    const hintedAt = this.#hintedAt[shop] ?? Number.NaN;
    const state = {
      stream,
      hintedAt: Number.isNaN(hintedAt) ? null : new Date(hintedAt),
      quiet: this.#quiet[shop] ?? 0,
    };
    const isReliable = this.#pushes.isReliable(platform);
    const { changesEveryMs } = this.#options;
    const ms = syncIntervalOf(state, changesEveryMs, new Date(this.#time.now), isReliable);
    return jitterInterval(ms, this.#random);
  }

  #recordLateness(shop: number, at: number): void {
    if (at < this.#options.countFrom) return;
    const ms = this.#time.now - at;
    const shops = this.#changes.length;
    this.#all.add(ms);
    if (shop < shops / 10) this.#largest.add(ms);
    if (shop >= shops * 0.9) this.#smallest.add(ms);
  }

  #ordersStream(shop: number): number {
    return shop * this.#streamsPerShop + ordersIndex;
  }

  #hasHints(shop: number): boolean {
    return this.#changesOf(shop).hinted > 0;
  }

  #changesOf(shop: number): RecentChanges {
    const found = this.#changes[shop];
    if (!found) throw new Error(`There is no shop ${shop}`);
    return found;
  }

  #marketplaceOf(platform: Platform): Marketplace {
    const found = this.#options.marketplaces.get(platform);
    if (!found) throw new Error(`The fleet has shops of ${platform}, which has no quotas`);
    return found;
  }
}
