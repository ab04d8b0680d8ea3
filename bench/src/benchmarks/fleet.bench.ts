import type { Benchmark, BenchmarkContext, BenchmarkResult } from '../harness/benchmark.ts';
import { computeBestSchedule } from '../fleet/best-schedule.ts';
import { shippedMarketplaces } from '../fleet/marketplaces.ts';
import { runRealStack } from '../fleet/real-stack.ts';
import {
  createFleet,
  generateChanges,
  intensityAt,
  vietnam,
  type TrafficOptions,
} from '../fleet/traffic.ts';
import { runTwin } from '../fleet/twin.ts';

const minuteMs = 60_000;
const lostPushShare = 0.3;
/** A change counts as in time within this. */
const inTimeMs = 5 * minuteMs;
const answerMs = 200;
/** From a queued job to its start, as the queue takes on this machine. */
const dispatchMs = 20;
const seed = 7;

/** Midnight of 11 November 2026 in Vietnam. */
const midnight = Date.UTC(2026, 10, 10, 17);

/** The campaign's first hours. The streams of the fleet are spread evenly 45 minutes before. */
function measureCampaign(isShort: boolean): BenchmarkResult[] {
  const shops = isShort ? 60 : Number(process.env['SHOPS'] ?? 100_000);
  const hours = isShort ? 0.1 : Number(process.env['HOURS'] ?? 1);
  const fleet = createFleet(shops, vietnam);
  const marketplaces = shippedMarketplaces();
  const to = midnight + hours * 60 * minuteMs;
  const traffic: TrafficOptions = {
    fleet,
    from: midnight - 45 * minuteMs,
    to,
    changesPerDay: 100 * shops,
    intensity: intensityAt,
    lostPushShare,
    seed,
  };
  const assumed = {
    workers: Math.ceil(shops / 4000),
    concurrency: 24,
    database: { commitsPerSecond: 30_000, rowsPerSecond: 150_000 },
  };
  const startedAt = performance.now();
  const twin = runTwin({
    ...traffic,
    ...assumed,
    marketplaces,
    changes: generateChanges(traffic),
    countFrom: midnight,
    changesEveryMs: 2 * minuteMs,
    pollIntervalMs: 1000,
    answerMs,
    dispatchMs,
    seed,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const best = computeBestSchedule({
    ...traffic,
    marketplaces,
    changes: generateChanges(traffic),
    countFrom: midnight,
    answerMs,
    seed,
  });
  const [p50, p99, worst] = [0.5, 0.99]
    .map((share) => twin.all.percentile(share))
    .concat(twin.all.maxMs);
  const share = twin.all.within(inTimeMs) / best.within(inTimeMs);
  const tenths = [twin.smallest, twin.largest].map((each) => each.percentile(0.99));
  const [smallest = 0, largest = 0] = tenths;
  const text = (ms = 0) =>
    ms < minuteMs ? `${(ms / 1000).toFixed(1)} s` : `${(ms / minuteMs).toFixed(1)} min`;
  const perSecond = (count: number) =>
    Math.round(count / ((to - traffic.from) / 1000)).toLocaleString('en');
  return [
    {
      name: `lateness of ${twin.all.count.toLocaleString('en')} order changes of ${shops.toLocaleString('en')} shops in the first ${hours} h of 11.11 with ${lostPushShare * 100} % of pushes lost: median, p99, worst`,
      value: `${text(p50)}, ${text(p99)}, ${text(worst)}`,
      target: 'p99 ≤ 5 min, worst ≤ 30 min',
      reached: (p99 ?? Infinity) <= 5 * minuteMs && (worst ?? Infinity) <= 30 * minuteMs,
    },
    {
      name: 'calls beyond a quota of a shop or an application',
      value: `${twin.overQuota} of ${twin.calls.toLocaleString('en')}`,
      target: '0',
      reached: twin.overQuota === 0,
    },
    {
      name: 'changes within five minutes, against the best that the quotas allow',
      value: `${share.toFixed(3)} (mean ${text(twin.all.meanMs)} against ${text(best.meanMs)})`,
      target: '≥ 0.9',
      reached: share >= 0.9,
    },
    {
      name: 'p99 of the smallest tenth of the shops, and of the largest',
      value: `${text(smallest)}, ${text(largest)}`,
      target: 'smallest no later (to a tenth)',
      reached: smallest <= 1.1 * largest,
    },
    {
      name: `load of it: ${assumed.workers} workers with ${assumed.concurrency} slots, a database of ${assumed.database.commitsPerSecond.toLocaleString('en')} commits/s`,
      value: `${perSecond(twin.calls)} calls/s, ${perSecond(twin.slices)} slices/s, database ${(twin.databaseLoad * 100).toFixed(0)} % busy; computed in ${seconds.toFixed(0)} s`,
      target: '',
      reached: null,
    },
  ];
}

/** Runs the real stack and the twin with the same shops, changes and quotas. */
async function compareWithRealStack(
  { isShort, withDatabase }: BenchmarkContext,
  shops: number,
): Promise<BenchmarkResult> {
  const fleet = createFleet(shops, [['TIKI', 1]]);
  const marketplace = {
    shopRate: 5,
    appRate: Math.max(20, shops / 5),
    ordersPerPage: 50,
    ordersPerItemsCall: null,
    maxIds: 50,
  };
  const [warmUpMs, countMs] = isShort ? [500, 1500] : [4 * minuteMs, 5 * minuteMs];
  const settings = {
    fleet,
    concurrency: isShort ? 2 : 8,
    changesEveryMs: isShort ? 500 : 2 * minuteMs,
    pollIntervalMs: isShort ? 100 : 1000,
    answerMs,
  };
  const trafficOf = (from: number, to: number): TrafficOptions => ({
    fleet,
    from,
    to,
    // Five a second.
    changesPerDay: 5 * 86_400,
    intensity: () => 1,
    lostPushShare,
    seed,
  });
  const real = await withDatabase(({ url }) =>
    runRealStack({
      ...settings,
      url,
      marketplace,
      warmUpMs,
      countMs,
      changes: (from, to) => generateChanges(trafficOf(from, to)),
    }),
  );
  const to = midnight + warmUpMs + countMs;
  const twin = runTwin({
    ...settings,
    marketplaces: new Map([['TIKI', marketplace]]),
    changes: generateChanges(trafficOf(midnight, to)),
    from: midnight,
    to,
    countFrom: midnight + warmUpMs,
    workers: 1,
    dispatchMs,
    database: { commitsPerSecond: 1000, rowsPerSecond: 20_000 },
    seed,
  });
  const ratio = twin.all.meanMs / real.lateness.meanMs;
  const calls = twin.calls / real.calls;
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const p = (share: number) =>
    `${seconds(twin.all.percentile(share))} and ${seconds(real.lateness.percentile(share))} s`;
  return {
    name: `the twin against the real stack with ${shops} shops: mean lateness, calls (p50 ${p(0.5)}, p99 ${p(0.99)}; ${real.overQuota} calls over quota)`,
    value: `${ratio.toFixed(2)} × (${seconds(twin.all.meanMs)}, ${seconds(real.lateness.meanMs)} s), ${calls.toFixed(2)} ×`,
    target: 'within a tenth',
    reached: Math.abs(ratio - 1) <= 0.1 && Math.abs(calls - 1) <= 0.1,
  };
}

const benchmark: Benchmark = {
  async measure(context) {
    const compared: BenchmarkResult[] = [];
    const sizes = (process.env['REAL_SHOPS'] ?? '100 1000')
      .split(' ')
      .filter((each) => each !== '');
    for (const shops of context.isShort ? [5] : sizes.map(Number)) {
      compared.push(await compareWithRealStack(context, shops));
    }
    return [...measureCampaign(context.isShort), ...compared];
  },
};

export default benchmark;
