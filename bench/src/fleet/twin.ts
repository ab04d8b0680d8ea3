import type { Platform, Stream } from '@seller-connect/contract';
import {
  pushGraceMs,
  jitterInterval,
  syncIntervalOf,
} from '../../../apps/server/src/collector/leases/sync-interval.ts';
import { createPushReliability } from '../../../apps/server/src/collector/leases/push-reliability.ts';
import { streamsOf } from '../../../apps/server/src/collector/planning/platform-streams.ts';
import { retryAfterThrottleMs } from '../../../apps/server/src/collector/testing/quota-connector.ts';
import {
  maxStreamsPerPoll,
  pollPauseMs,
  slotsByQueue,
} from '../../../apps/server/src/collector/scheduling/worker.ts';
import { createRandom } from '../../../apps/server/test/random.ts';
import { Lateness } from './lateness.ts';
import { callsOfPage, type Marketplace } from './marketplaces.ts';
import { PermitLine } from './quotas.ts';
import { RecentChanges } from './recent-changes.ts';
import type { Fleet, OrderChange } from './traffic.ts';
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
  /** What the database server does in a second. */
  database: { commitsPerSecond: number; rowsPerSecond: number };
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
const secondMs = 1000;

type Queue = 'interactive' | 'hint';

/** Syncs a fleet in virtual time by the scheduler's own rules. */
export function runTwin(options: TwinOptions): TwinResult {
  const { fleet, from } = options;
  const shops = fleet.platforms.length;
  const time = new VirtualTime(from);
  const random = createRandom(options.seed);
  const slots = slotsByQueue(options.concurrency);
  const result: TwinResult = {
    all: new Lateness(),
    largest: new Lateness(),
    smallest: new Lateness(),
    calls: 0,
    overQuota: 0,
    slices: 0,
    failures: 0,
    databaseLoad: 0,
    maxQueued: 0,
  };

  // Streams of a shop lie beside each other.
  const perShop = Math.max(...new Set(fleet.platforms.map((each) => streamsOf(each).length)));
  const nextRunAt = new Float64Array(shops * perShop).fill(Infinity);
  const isLeased = new Uint8Array(shops * perShop);
  const failures = new Uint8Array(shops * perShop);
  const pushes = createPushReliability(() => new Date(time.now));
  const quiet = new Uint16Array(shops);
  const hintedAt = new Float64Array(shops).fill(Number.NaN);
  const changes = Array.from({ length: shops }, () => new RecentChanges(from));
  const ordersIndex = streamsOf('SHOPEE').indexOf('orders');

  // --- Quotas and answers of marketplaces
  const shopLines = new Map<Platform, PermitLine>();
  const appLines = new Map<Platform, PermitLine>();
  for (const [platform, { shopRate, appRate }] of options.marketplaces) {
    shopLines.set(platform, new PermitLine(shops, shopRate));
    if (appRate !== null) appLines.set(platform, new PermitLine(1, appRate));
  }

  /** Calls a marketplace. Sets `isThrottled` instead if a permit would start too late. */
  let isThrottled = false;
  function* call(shop: number, platform: Platform): VirtualProcess {
    isThrottled = false;
    const lines = [
      { line: shopLines.get(platform), bucket: shop },
      { line: appLines.get(platform), bucket: 0 },
    ];
    for (const { line, bucket } of lines) {
      const startsAt = line ? line.acquire(bucket, time.now) : time.now;
      if (startsAt === null) {
        isThrottled = true;
        return;
      }
      if (startsAt > time.now) yield startsAt - time.now;
    }
    result.calls += 1;
    const answerMs = options.answerMs * (0.5 + random());
    for (const { line, bucket } of lines) line?.count(bucket, time.now + answerMs / 10);
    yield answerMs;
    isThrottled = false;
  }

  // --- The database: one server that does one thing after another
  let databaseFreeAt = from;
  let databaseBusyMs = 0;
  function databaseWait(commits: number, rows = 0): number {
    const { commitsPerSecond, rowsPerSecond } = options.database;
    const ms = (commits / commitsPerSecond + rows / rowsPerSecond) * secondMs;
    databaseBusyMs += ms;
    databaseFreeAt = Math.max(databaseFreeAt, time.now) + ms;
    return databaseFreeAt - time.now;
  }

  // --- Queues: at most one waiting job per stream, first come, first served
  const queues = {
    interactive: createQueue(slots['collector.stream'] * options.workers, shops * perShop),
    hint: createQueue(slots['collector.hint'] * options.workers, shops * perShop),
  };
  function enqueue(name: Queue, stream: number): void {
    const queue = queues[name];
    if (queue.isQueued[stream] === 1) return;
    queue.isQueued[stream] = 1;
    queue.waiting.push(stream);
    result.maxQueued = Math.max(result.maxQueued, queue.waiting.length - queue.head);
    dispatch(name);
  }
  function dispatch(name: Queue): void {
    const queue = queues[name];
    while (queue.free > 0 && queue.head < queue.waiting.length) {
      const stream = queue.waiting[queue.head] ?? 0;
      queue.head += 1;
      if (queue.head > 10_000 && queue.head * 2 > queue.waiting.length) {
        queue.waiting.splice(0, queue.head);
        queue.head = 0;
      }
      queue.free -= 1;
      time.start(runJob(name, stream), options.dispatchMs);
    }
  }
  function* runJob(name: Queue, stream: number): VirtualProcess {
    queues[name].isQueued[stream] = 0;
    const hasMore = yield* runSlice(name, stream);
    queues[name].free += 1;
    if (hasMore) enqueue(name, stream);
    dispatch(name);
  }

  // --- Time slices
  function* runSlice(name: Queue, stream: number): Generator<number, boolean, void> {
    yield databaseWait(1);
    const shop = Math.floor(stream / perShop);
    const platform = fleet.platforms[shop] ?? 'SHOPEE';
    const isOrders = stream % perShop === ordersIndex;
    const isDue = name !== 'hint' && (nextRunAt[stream] ?? Infinity) <= time.now;
    const isHinted = isOrders && (changes[shop]?.hinted ?? 0) > 0 && failures[stream] === 0;
    if (isLeased[stream] === 1 || !(isDue || isHinted)) return false;
    isLeased[stream] = 1;
    result.slices += 1;
    let hasMore = false;
    if (isOrders && !isDue) yield* syncHints(shop, platform);
    else if (isOrders) {
      const missed = yield* syncChanges(shop, platform);
      pushes.recordMissed(platform, missed);
      if (!isThrottled) quiet[shop] = missed === 0 ? (quiet[shop] ?? 0) + 1 : 0;
    } else yield* call(shop, platform);
    const hasFailed = isThrottled;
    yield databaseWait(commitsPerSlice - 1);
    isLeased[stream] = 0;
    if (hasFailed) {
      result.failures += 1;
      const failed = failures[stream] ?? 0;
      failures[stream] = Math.min(failed + 1, 255);
      schedule(stream, time.now + retryAfterThrottleMs(failed, random));
    } else if (isDue) {
      failures[stream] = 0;
      schedule(stream, time.now + intervalOf(shop, platform, stream % perShop));
    } else hasMore = (changes[shop]?.hinted ?? 0) > 0;
    return hasMore;
  }
  function intervalOf(shop: number, platform: Platform, index: number): number {
    const stream: Stream = streamsOf(platform)[index] ?? 'orders';
    const hinted = hintedAt[shop] ?? Number.NaN;
    const state = {
      stream,
      hintedAt: Number.isNaN(hinted) ? null : new Date(hinted),
      quiet: quiet[shop] ?? 0,
    };
    const isReliable = pushes.isReliable(platform);
    const ms = syncIntervalOf(state, options.changesEveryMs, new Date(time.now), isReliable);
    return jitterInterval(ms, random);
  }

  /** Fetches all changes from the watermark on, page by page. @returns the changes that no push had announced */
  function* syncChanges(shop: number, platform: Platform): Generator<number, number, void> {
    const marketplace = marketplaceOf(platform);
    const known = changes[shop];
    if (!known) return 0;
    let missed = 0;
    for (let position = known.beginList(time.now); ;) {
      const size = Math.min(marketplace.ordersPerPage, known.length - position);
      for (let calls = callsOfPage(marketplace, size); calls > 0; calls -= 1) {
        yield* call(shop, platform);
        if (isThrottled) return missed;
      }
      const graceFrom = time.now - pushGraceMs;
      const fetched = known.unknown(position, size);
      yield databaseWait(1, size * rowsPerOrder);
      for (const index of fetched) {
        const at = known.collect(index);
        if (at === null) continue;
        record(shop, at);
        if (at < graceFrom) missed += 1;
      }
      position += size;
      if (size < marketplace.ordersPerPage) return missed;
    }
  }
  function* syncHints(shop: number, platform: Platform): VirtualProcess {
    const marketplace = marketplaceOf(platform);
    const known = changes[shop];
    if (!known) return;
    const hinted = known.takeHinted();
    if (hinted.length > marketplace.maxIds) {
      yield* syncChanges(shop, platform);
    } else {
      for (let calls = callsOfPage(marketplace, hinted.length); calls > 0; calls -= 1) {
        yield* call(shop, platform);
        if (isThrottled) return;
      }
      yield databaseWait(1, hinted.length * rowsPerOrder);
      for (const index of hinted) {
        const at = known.collect(index);
        if (at !== null) record(shop, at);
      }
    }
    if (isThrottled) return;
    hintedAt[shop] = time.now;
    pushes.recordAnnounced(platform, hinted.length);
  }
  function marketplaceOf(platform: Platform): Marketplace {
    const found = options.marketplaces.get(platform);
    if (!found) throw new Error(`The fleet has shops of ${platform}, which has no quotas`);
    return found;
  }
  function record(shop: number, at: number): void {
    if (at < options.countFrom) return;
    const ms = time.now - at;
    result.all.add(ms);
    if (shop < shops / 10) result.largest.add(ms);
    if (shop >= shops * 0.9) result.smallest.add(ms);
  }

  // --- Polls of the workers
  const dueInSecond: number[][] = [];
  let overdue: number[] = [];
  let polledSeconds = 0;
  const hintedShops = new Set<number>();
  function schedule(stream: number, at: number): void {
    nextRunAt[stream] = at;
    const second = Math.max(polledSeconds, Math.floor((at - from) / secondMs));
    if (at < options.to) (dueInSecond[second] ??= []).push(stream);
  }
  function* poll(): VirtualProcess {
    for (;;) {
      yield pollPauseMs(options.pollIntervalMs, random) + databaseWait(2);
      const second = Math.floor((time.now - from) / secondMs);
      for (; polledSeconds <= second; polledSeconds += 1) {
        const streams = dueInSecond[polledSeconds];
        if (streams) overdue.push(...streams);
        dueInSecond[polledSeconds] = [];
      }
      const rest: number[] = [];
      let found = 0;
      for (const stream of overdue) {
        const at = nextRunAt[stream] ?? Infinity;
        // A stream that was synced meanwhile stands in the list of a later second.
        if (at > time.now && Math.floor((at - from) / secondMs) >= polledSeconds) continue;
        rest.push(stream);
        if (at > time.now || isLeased[stream] === 1) continue;
        found += 1;
        if (found <= maxStreamsPerPoll) enqueue('interactive', stream);
      }
      overdue = rest;
      let hinted = 0;
      for (const shop of hintedShops) {
        const stream = shop * perShop + ordersIndex;
        if ((changes[shop]?.hinted ?? 0) === 0) hintedShops.delete(shop);
        else if (isLeased[stream] === 0 && failures[stream] === 0) {
          enqueue('hint', stream);
          hinted += 1;
          if (hinted === maxStreamsPerPoll) break;
        }
      }
    }
  }

  // --- Changes and their pushes
  function* bringChanges(): VirtualProcess {
    for (let next = options.changes.next(); !next.done; next = options.changes.next()) {
      const { at, shop, isPushed } = next.value;
      if (at > time.now) yield at - time.now;
      changes[shop]?.add(at, isPushed);
      if (!isPushed) continue;
      databaseWait(1);
      hintedShops.add(shop);
      enqueue('hint', shop * perShop + ordersIndex);
    }
  }

  for (let shop = 0; shop < shops; shop += 1) {
    const platform = fleet.platforms[shop] ?? 'SHOPEE';
    for (let index = 0; index < streamsOf(platform).length; index += 1) {
      const intervalMs = intervalOf(shop, platform, index);
      schedule(shop * perShop + index, from + random() * intervalMs);
    }
  }
  for (let worker = 0; worker < options.workers; worker += 1) {
    time.start(poll(), random() * options.pollIntervalMs);
  }
  time.start(bringChanges());
  time.runUntil(options.to);

  // What never came is as late as it is by now.
  for (const [shop, each] of changes.entries()) {
    for (const at of each.allUnknown()) record(shop, at);
  }
  for (const line of [...shopLines.values(), ...appLines.values()]) {
    result.overQuota += line.overQuota;
  }
  result.databaseLoad = databaseBusyMs / (options.to - from);
  return result;
}

function createQueue(free: number, streams: number) {
  return { free, head: 0, waiting: new Array<number>(), isQueued: new Uint8Array(streams) };
}
