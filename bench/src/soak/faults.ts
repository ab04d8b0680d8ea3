import { setTimeout as delay } from 'node:timers/promises';
import { pidsInFolder, readPidFile } from '@seller-connect/embedded-postgres/server-process';
import { waitUntil } from '../harness/wait-until.ts';
import { startFaultsWorld, type PartName, type FaultsWorld } from '../faults/world.ts';
import { createSoakRandom } from '../chaos/seeded-random.ts';

const hourMs = 3_600_000;

interface Fault {
  name: string;
  /** Whether a killed process may lose the token it is refreshing. No partner here accepts the replaced token. */
  mayLoseToken?: boolean;
  /**
   * Causes the fault and ends it.
   * @returns why the fault is impossible on this machine, if it is
   */
  strike(world: FaultsWorld): Promise<string | void>;
}

/** How often a fault repeats within its round, where once more may meet other work. */
interface Repetitions {
  cuts: number;
  kills: readonly PartName[];
}

const repetitions: Repetitions = { cuts: 3, kills: ['worker', 'api', 'worker', 'api'] };
const shortRepetitions: Repetitions = { cuts: 1, kills: ['worker', 'api'] };

const faultScenarios = ({ cuts, kills }: Repetitions, random: () => number): readonly Fault[] => [
  {
    name: 'the database stands still',
    async strike(world) {
      const pids = pidsInFolder(world.cluster);
      if (pids.length === 0) return 'the processes of the database are not known here';
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      try {
        await world.advanceClock();
        await waitUntil('the API is ready', async () => !(await world.isReady()));
      } finally {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      }
    },
  },
  {
    name: 'the database is killed',
    async strike(world) {
      await world.advanceClock();
      const before = readPidFile(world.cluster)?.pid;
      if (before === undefined) return 'the process of the database is not known here';
      process.kill(before, 'SIGKILL');
      await waitUntil(
        'the database does not restart',
        async () => readPidFile(world.cluster)?.pid !== before,
      );
    },
  },
  ...(['before', 'after'] as const).map((when): Fault => ({
    name: `a connection is cut ${when} a commit`,
    async strike(world) {
      for (let cut = 0; cut < cuts; cut += 1) {
        await world.advanceClock();
        await world.requestSync();
        await world.proxy.cutAtCommit(when);
      }
    },
  })),
  {
    name: 'every connection is cut',
    async strike(world) {
      await world.advanceClock();
      world.proxy.cut();
    },
  },
  { name: 'the disk is full', strike: fillDisk },
  ...[hourMs, -hourMs].map((aheadMs): Fault => ({
    name: `the clocks of the worker and the API jump by ${aheadMs / hourMs} hour and back`,
    async strike(world) {
      for (const part of Object.values(world.parts)) {
        part.setClock(aheadMs);
        const [calls, answered] = [await world.countCalls(), world.monitor.answered()];
        await world.advanceClock();
        // Marketplaces reject calls signed with a wrong time. A sync that was requested just before is not begun anew.
        await waitUntil(
          'no calls are answered',
          async () => {
            await world.requestSync();
            return (await world.countCalls()) > calls + 3 && world.monitor.answered() > answered;
          },
          world.describe,
        );
        part.setClock(0);
      }
    },
  })),
  {
    name: 'the worker and the API are killed',
    mayLoseToken: true,
    async strike(world) {
      for (const part of kills) {
        await world.advanceClock();
        // A killed API answers no more, which is no problem of the seller's request.
        const syncing = world.requestSync();
        await delay(random() * 400);
        await world.replace(part);
        await syncing;
      }
    },
  },
];

/**
 * Lets the database, its disk, its network, clocks and processes fail one after another, while 30% of the pushes are
 * lost. After each fault, canonical rows, facts and rollups of sales, money and ads must equal the ledgers, and no token
 * may be lost except by a kill. Meanwhile the API must respond, or report that its database is unavailable.
 * @param options.isShort causes each fault once per round, in shops with a shorter past, and compares money and ads at
 *   the end of a round
 * @returns the problems, and the faults that are impossible on this machine
 */
export async function soakFaults(
  rounds: number,
  { isShort = false }: { isShort?: boolean } = {},
): Promise<{ problems: string[]; skipped: string[] }> {
  const world = await startFaultsWorld(rounds, isShort ? 4 : 18);
  const scenarios = faultScenarios(isShort ? shortRepetitions : repetitions, createSoakRandom());
  const problems: string[] = [];
  const skipped = new Set<string>();
  try {
    problems.push(...(await world.waitUntilConsistent(!isShort)));
    for (let round = 1; round <= rounds; round += 1) {
      for (const [index, { name, strike, mayLoseToken = false }] of scenarios.entries()) {
        const withContext = (what: string) => `round ${round}, ${name}: ${what}`;
        const reason = await strike(world);
        if (reason) {
          skipped.add(`${name}: ${reason}`);
          continue;
        }
        const answered = world.monitor.answered();
        await waitUntil('the API does not answer', async () => world.monitor.answered() > answered);
        const withMoney = !isShort || index === scenarios.length - 1;
        problems.push(...(await world.waitUntilConsistent(withMoney)).map(withContext));
        const lost = world
          .lostConsents()
          .filter((each) => !mayLoseToken || !each.endsWith('renewal_lost'));
        problems.push(...lost.map((each) => withContext(`lost a consent: ${each}`)));
        process.stdout.write(`${withContext('survived')}\n`);
        if (problems.length > 0) return { problems, skipped: [...skipped] };
      }
    }
    problems.push(...world.monitor.wrong());
    const struck: { faults: { hits: number }[] } = Object(
      await world.sandbox.control('GET', 'faults'),
    );
    const lostPushes = struck.faults.reduce((sum, { hits }) => sum + hits, 0);
    process.stdout.write(
      `${lostPushes} messages lost; the API said ${world.monitor.unavailable()} times that its database was away\n` +
        `${await world.countRefreshes()} refreshes; ${skipped.size} faults skipped${[...skipped].map((each) => `\n  ${each}`).join('')}\n`,
    );
    return { problems, skipped: [...skipped] };
  } finally {
    await world.stop();
  }
}

/** Fills the disk until the database reports it, then frees the space. */
async function fillDisk(world: FaultsWorld): Promise<string | void> {
  const { disk } = world;
  if (!disk) return 'no small file system can be mounted by this user';
  disk.fill();
  try {
    await world.advanceClock();
    await waitUntil('the disk is not full', world.isDiskFull);
  } finally {
    disk.empty();
  }
}
