import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pushTargets } from '../../../apps/server/src/collector/testing/receiver.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { withDatabase, type WithDatabase } from '../harness/database.ts';
import { startBalancer, type Balancer } from '../rolling/balancer.ts';
import { platforms, prepareTokens, untilEmpty, untilSynced } from '../rolling/linked-shops.ts';
import { refreshRemotely, signInRemotely, type RemoteSeller } from '../rolling/remote-seller.ts';
import { linkTeams } from '../rolling/teams.ts';
import {
  countMigrations,
  createNextVersion,
  environmentFor,
  runVersion,
  thisVersion,
  type RunningVersion,
  type Version,
} from '../rolling/version.ts';

const teamCount = 3;
const cacheFolder = join(import.meta.dirname, '../../../.cache');
const callers = 6;
/** Few enough that the short form leaves time of the processor to the version that starts. */
const shortCallers = 2;
/** Pause of a caller of the short form between two calls, for the same reason. */
const shortPauseMs = 100;
/** Marketplaces repeat a push after this time, by the sandbox's clock. */
const repeatSeconds = 3600;
/** Step of the sandbox's clock: long enough for changes of orders, which marketplaces push. */
const stepSeconds = 4 * 86_400;
/** Tokens expire once per release. Both marketplaces accept a refresh token once. */
const tokenSeconds = 4 * stepSeconds;

const days = 'period=custom&from=2026-05-01&to=2026-06-30';
const reads = [
  '/user',
  '/partner/shops',
  '/partner/check_synced_data',
  `/reporting/summary?${days}`,
  `/reporting/orders?${days}`,
  '/user/notifications',
];

interface Release {
  version: Version;
  /** Whether the version may no longer start, because the schema is too new for it. */
  isTooOld?: boolean;
  /** A version that still runs, without calls, and has to end because the schema becomes too new for it. */
  straggler?: Version;
}

/**
 * Replaces the program while sellers use it: version N−1 by N, with N's migration applied under load, back to N−1 and on
 * to N, and N by N+1, which drops what N−1 used. Two processes with all roles run side by side during each replacement.
 * No call may fail, no push may be lost, no refresh token may be spent twice, and the figures must equal the ledger.
 * @param calls number of calls of the load
 * @param options.isShort replaces the program once
 * @param options.withDatabase provides the database; by default a durable one on a server of its own
 * @returns the problems
 */
export function soakRolling(
  calls: number,
  options: { isShort?: boolean; withDatabase?: WithDatabase } = {},
): Promise<string[]> {
  const stops: (() => unknown)[] = [];
  const { withDatabase: run = withDatabase } = options;
  return run(async ({ url, database }) => {
    try {
      return await roll({ url, database, calls, stops, isShort: options.isShort ?? false });
    } finally {
      for (const stop of stops.toReversed()) await stop();
    }
  });
}

async function roll(given: {
  url: string;
  database: Database;
  calls: number;
  stops: (() => unknown)[];
  isShort: boolean;
}): Promise<string[]> {
  const { database, stops } = given;
  const releases = prepareReleases(given.isShort, stops);
  const sandbox = await startSandboxProcess([
    '--size',
    'tiny',
    '--clock',
    '2026-06-01T01:00:00Z',
    ...(given.isShort ? ['--months', '4'] : []),
  ]);
  stops.push(() => sandbox.stop());
  await prepareTokens(sandbox, tokenSeconds);
  const balancer = await startBalancer();
  stops.push(() => balancer.stop());
  const fleet = createFleet(balancer, environmentFor(given.url, sandbox, balancer), stops);
  await fleet.replaceBy(thisVersion);
  await sandbox.control('PUT', 'push', pushTargets(balancer.app));
  const world = { sandbox, balancer, database };
  const teams = await linkTeams(given.isShort ? 1 : teamCount, world);
  const problems = await untilEmpty(teams.findDifferences);

  const load = startLoad(
    balancer,
    teams.nextSeller(),
    given.calls,
    given.isShort ? { callers: shortCallers, pauseMs: shortPauseMs } : { callers, pauseMs: 0 },
  );
  for (const [index, { version, isTooOld, straggler }] of releases.entries()) {
    await load.until(((index + 0.5) / (releases.length + 0.5)) * given.calls);
    await sandbox.clock({ advanceSeconds: 2 * stepSeconds });
    const synced = given.isShort || untilSynced(teams.nextSeller());
    const end = straggler && (await fleet.startStraggler(straggler));
    if (isTooOld) problems.push(...(await fleet.startTooOld(version)));
    else problems.push(...(await fleet.replaceBy(version)));
    if (end) problems.push(...(await end()));
    await synced;
    await sandbox.clock({ advanceSeconds: 2 * stepSeconds });
    if (!given.isShort) await untilSynced(teams.nextSeller());
    process.stdout.write(`${version.name} was started after ${load.calls()} calls\n`);
  }
  await load.until(given.calls);
  problems.push(...(await load.stop()));
  problems.push(...(await untilEmpty(() => findLostPushes(sandbox))));
  await untilSynced(teams.nextSeller());
  problems.push(...(await untilEmpty(teams.findDifferences)));
  problems.push(...(await teams.findEndedConsents()));
  const refreshed = await teams.countRefreshes();
  if (refreshed === 0) problems.push('no token was refreshed');
  process.stdout.write(
    `${load.calls()} calls, ${fleet.replaced()} replacements, ${refreshed} refreshed tokens\n`,
  );
  return problems;
}

function prepareReleases(isShort: boolean, stops: (() => unknown)[]): Release[] {
  mkdirSync(cacheFolder, { recursive: true });
  const base = mkdtempSync(join(cacheFolder, 'rolling-'));
  stops.push(() => rmSync(base, { recursive: true, force: true }));
  const next = createNextVersion(
    base,
    'next',
    thisVersion,
    `alter table reporting.sales_order add column remark text;
     alter table partners.connection add column remark text default 'none';
     alter table identity.account add column remark text;`,
  );
  if (isShort) return [{ version: next }];
  const needs = String(countMigrations(next)).padStart(3, '0');
  const afterNext = createNextVersion(
    base,
    'after-next',
    next,
    `-- contract: needs ${needs}
     alter table reporting.sales_order drop column remark;`,
  );
  return [
    { version: next },
    { version: thisVersion },
    { version: next },
    { version: afterNext, straggler: thisVersion },
    { version: next },
    { version: thisVersion, isTooOld: true },
  ];
}

/** The process that is in use, and its replacement. */
function createFleet(
  balancer: Balancer,
  environment: Record<string, string>,
  stops: (() => unknown)[],
) {
  let current: RunningVersion | null = null;
  let replaced = 0;

  async function start(version: Version): Promise<RunningVersion> {
    const running = await runVersion(version, environment);
    stops.push(() => running.kill());
    return running;
  }
  return {
    replaced: () => replaced,
    /** Starts a version beside the current one, and stops that one as soon as the new one is ready. */
    async replaceBy(version: Version): Promise<string[]> {
      const running = await start(version);
      balancer.add(running.backend);
      await Promise.race([
        balancer.untilReady(running.backend),
        running.ended.then(() => {
          throw new Error(`${version.name} did not start: ${running.errors()}`);
        }),
      ]);
      const before = current;
      current = running;
      if (!before) return [];
      const code = await before.stop();
      balancer.remove(before.backend);
      replaced += 1;
      return code === 0 ? [] : [`the replaced process ended with ${code}: ${before.errors()}`];
    },
    /** Starts a version for which the schema is too new. */
    startTooOld: async (version: Version) => endOfTooOld(await start(version)),
    /** Starts a process that gets no calls. Returns a function that waits for its end. */
    async startStraggler(version: Version): Promise<() => Promise<string[]>> {
      const running = await start(version);
      await running.ready();
      return () => endOfTooOld(running);
    },
  };
}

/** Waits for the end of a process for which the schema is too new. */
async function endOfTooOld(running: RunningVersion): Promise<string[]> {
  const code = await running.ended;
  const isClear = code === 1 && /newer version/.test(running.errors());
  return isClear ? [] : [`a version that is too old ended with ${code}: ${running.errors()}`];
}

/** Calls the API continuously; every fiftieth call signs in and renews the tokens. */
function startLoad(
  balancer: Balancer,
  seller: RemoteSeller,
  total: number,
  { callers: callerCount, pauseMs }: { callers: number; pauseMs: number },
) {
  const problems = new Map<string, number>();
  let calls = 0;
  const stopping = new AbortController();

  async function callOnce(index: number): Promise<void> {
    if (index % 50 === 0) {
      await refreshRemotely(balancer, await signInRemotely(balancer, 'shop@demo.test'));
    } else if (index % 25 === 0) await seller.call('PUT', '/team', { name: `Team ${index}` });
    else await seller.call('GET', reads[index % reads.length] ?? '/user');
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      calls += 1;
      await callOnce(calls).catch((error: unknown) => {
        const problem = String(error);
        problems.set(problem, (problems.get(problem) ?? 0) + 1);
      });
      if (pauseMs > 0) await delay(pauseMs);
    }
  }
  const running = Promise.all(Array.from({ length: callerCount }, run));
  return {
    calls: () => calls,
    async until(count: number): Promise<void> {
      while (calls < Math.min(count, total)) await delay(20);
    },
    async stop(): Promise<string[]> {
      stopping.abort();
      await running;
      return [...problems].map(([problem, times]) => `${times} of ${calls} calls: ${problem}`);
    },
  };
}

/** Returns what is lost or still waiting of the pushes. Marketplaces repeat those that are not answered in time. */
async function findLostPushes(sandbox: SandboxProcess): Promise<string[]> {
  const { platforms: counts }: { platforms: Record<string, Record<string, number>> } = Object(
    await sandbox.control('GET', 'push'),
  );
  const problems = platforms.flatMap((platform) => {
    const { emitted = 0, lost = 0, waiting = 0 } = counts[platform] ?? {};
    return lost + waiting === 0
      ? []
      : `${platform}: ${lost} of ${emitted} pushes were lost and ${waiting} not taken`;
  });
  const pushes = platforms.reduce((sum, platform) => sum + (counts[platform]?.['taken'] ?? 0), 0);
  if (pushes === 0) problems.push('no push was sent');
  if (problems.length > 0) await sandbox.clock({ advanceSeconds: repeatSeconds });
  return problems;
}
