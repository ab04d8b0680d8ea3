import { setTimeout as delay } from 'node:timers/promises';
import { pushTargets } from '../../../apps/server/src/collector/testing/receiver.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrations.ts';
import {
  startAcknowledgedWrites,
  type AcknowledgedWrites,
} from '../failover/acknowledged-writes.ts';
import { startFailoverCluster, type FailoverCluster } from '../failover/cluster.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { findFailoverPrograms } from '../failover/packages.ts';
import { withPool } from '../harness/database.ts';
import { startBalancer } from '../rolling/balancer.ts';
import type { RemoteSeller } from '../rolling/remote-seller.ts';
import { linkTeams } from '../rolling/teams.ts';
import { environmentFor, runVersion, thisVersion } from '../rolling/version.ts';
import {
  prepareTokens,
  retrying,
  succeeds,
  untilSynced,
  untilEmpty,
} from '../rolling/linked-shops.ts';
import { createSoakRandom } from '../chaos/seeded-random.ts';

const teamCount = 3;
const minRoundMs = 26_000;
const readers = 3;
/** Until API and workers work again after a fault. */
const maxRecoveryMs = 15_000;
/** Fifty of them are fewer than the 180 days after which a consent of Lazada ends. */
const stepSeconds = 3 * 86_400;

type FaultName = 'server killed' | 'machine lost' | 'network cut';
const faults: readonly FaultName[] = ['server killed', 'machine lost', 'network cut'];

interface Round {
  fault: FaultName;
  /** From the fault to the first write at the new primary. */
  outageMs: number;
  /** From the fault to the first call that is answered again, and to the end of the first sync that began after it. */
  apiMs: number;
  workerMs: number;
}

/**
 * Kills the primary of a synchronous pair, or cuts its network, while sellers use the product and shops are synced. No
 * acknowledged commit may be lost and no refresh token may be spent twice; API and workers must work again by
 * themselves within 15 seconds, and at the end the figures must equal the ledger.
 * @returns the problems
 */
export async function soakFailover(rounds: number): Promise<string[]> {
  const programs = findFailoverPrograms();
  if (typeof programs === 'string') return [programs];
  const stops: (() => unknown)[] = [];
  try {
    const cluster = await startFailoverCluster(programs);
    stops.push(() => cluster.stop());
    await migrate(cluster.url);
    return await runRounds(cluster, rounds, stops);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

async function runRounds(
  cluster: FailoverCluster,
  rounds: number,
  stops: (() => unknown)[],
): Promise<string[]> {
  const begin = new Date(Date.parse('2026-11-10T01:00:00Z') - rounds * stepSeconds * 1000);
  const sandbox = await startSandboxProcess(['--size', 'tiny', '--clock', begin.toISOString()]);
  stops.push(() => sandbox.stop());
  await prepareTokens(sandbox, 2 * stepSeconds);
  const balancer = await startBalancer();
  stops.push(() => balancer.stop());
  for (let count = 0; count < 2; count += 1) {
    const running = await runVersion(thisVersion, {
      ...environmentFor(cluster.url, sandbox, balancer),
      DATABASE_READ_URL: cluster.readUrl,
    });
    stops.push(() => running.kill());
    balancer.add(running.backend);
    await balancer.untilReady(running.backend);
  }
  await sandbox.control('PUT', 'push', pushTargets(balancer.app));
  const writes = await startAcknowledgedWrites(cluster.url);
  stops.push(() => writes.stop());

  return withPool(cluster.url, async ({ database }) => {
    const teams = await linkTeams(teamCount, { sandbox, balancer, database });
    for (const seller of teams.sellers) stops.push(startCalls(seller));
    const problems = await untilEmpty(teams.findDifferences);
    const random = createSoakRandom();
    const done: Round[] = [];
    // Linking has begun a run of each team.
    let startedAt = performance.now();
    for (let index = 0; problems.length === 0 && index < rounds; index += 1) {
      await delay(Math.max(0, startedAt + minRoundMs - performance.now()));
      startedAt = performance.now();
      const fault = faults[index % faults.length] ?? 'server killed';
      const seller = teams.nextSeller();
      const round = await strike(fault, { cluster, sandbox, seller, writes, random });
      done.push(round);
      problems.push(...findSlowRecovery(round), ...(await retrying(writes.findLost)));
      problems.push(...(await teams.findEndedConsents()));
      process.stdout.write(`round ${index + 1} of ${rounds}, ${describeRound(round)}\n`);
    }
    problems.push(
      ...(await untilEmpty(teams.findDifferences)),
      ...(await teams.findEndedConsents()),
    );
    const refreshed = await teams.countRefreshes();
    process.stdout.write(
      `${writes.acknowledged()} commits acknowledged, ${refreshed} tokens refreshed\n` +
        `${describeWorst(done)}\n`,
    );
    return problems;
  });
}

/** Causes one fault under load, waits until all is well again, and until the pair is redundant again. */
async function strike(
  fault: FaultName,
  world: {
    cluster: FailoverCluster;
    sandbox: SandboxProcess;
    seller: RemoteSeller;
    writes: AcknowledgedWrites;
    random: () => number;
  },
): Promise<Round> {
  const { cluster, sandbox, seller, writes } = world;
  await cluster.untilRedundant();
  const primary = await cluster.primary();
  if (!primary) throw new Error('There is no primary');
  // Orders change, pushes come, and every second round tokens have expired: there is work to do.
  await sandbox.clock({ advanceSeconds: stepSeconds });
  await delay(world.random() * 500);

  const struckAt = performance.now();
  const since = () => performance.now() - struckAt;
  if (fault === 'network cut') for (const link of Object.values(primary.links)) link.cut();
  else await primary.kill(fault === 'machine lost');
  const nextWrite = writes.nextAcknowledged(struckAt);
  const answered = untilAnswered(seller).then(since);
  const synced = answered.then(() => untilSynced(seller, 'any')).then(since);
  const [outageMs, apiMs, workerMs] = await Promise.all([nextWrite.then(since), answered, synced]);
  if (fault === 'network cut') for (const link of Object.values(primary.links)) link.restore();
  if (fault === 'machine lost') primary.start();
  return { fault, outageMs, apiMs, workerMs };
}

/** Calls the API all the time. Calls may fail while the database is away. */
function startCalls(seller: RemoteSeller): () => Promise<void> {
  const stopping = new AbortController();
  async function read(): Promise<void> {
    while (!stopping.signal.aborted) {
      await succeeds(() => seller.call('GET', '/reporting/summary?period=28d'));
      await delay(20);
    }
  }
  const running = Promise.all(Array.from({ length: readers }, read));
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Waits until a change and a report are answered. */
async function untilAnswered(seller: RemoteSeller): Promise<void> {
  await waitUntil('the API does not answer', () =>
    succeeds(async () => {
      await seller.call('PUT', '/team', { name: `Team ${Date.now()}` });
      await seller.call('GET', '/reporting/summary?period=7d');
    }),
  );
}

function findSlowRecovery(round: Round): string[] {
  const { apiMs, workerMs } = round;
  return apiMs <= maxRecoveryMs && workerMs <= maxRecoveryMs
    ? []
    : [`recovery took too long: ${describeRound(round)}`];
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function describeRound({ fault, outageMs, apiMs, workerMs }: Round): string {
  return `${fault}: writable after ${seconds(outageMs)}, API after ${seconds(apiMs)}, workers after ${seconds(workerMs)}`;
}

function describeWorst(rounds: readonly Round[]): string {
  const worst = (key: 'outageMs' | 'apiMs' | 'workerMs') =>
    seconds(Math.max(0, ...rounds.map((round) => round[key])));
  return `at worst: writable after ${worst('outageMs')}, API after ${worst('apiMs')}, workers after ${worst('workerMs')}`;
}
