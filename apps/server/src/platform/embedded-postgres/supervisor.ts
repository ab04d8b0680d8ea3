import { statSync, truncateSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries, type Binaries } from './binaries.ts';
import { prepareCluster, type Cluster } from './cluster.ts';
import {
  askDataFolder,
  chooseAddress,
  connectionUrl,
  isWrongPassword,
  type Address,
} from './connection.ts';
import { EmbeddedPostgresError, explainFailure, isPassing, wrongPasswordFile } from './failure.ts';
import { guardServer, launchServer, type Guarded } from './guarded-server.ts';
import {
  hasLivingGuard,
  isAlive,
  isServerOf,
  processesIn,
  readPidFile,
  type PidFile,
} from './server-process.ts';

export type EmbeddedPostgresOptions = {
  /** The data folder of the program; the database lives in its subfolder `postgres`. */
  dataDir: string;
  /** Receives one line, without secrets, per event that an operator may want to see. */
  log: (line: string) => void;
  /** The same for what an operator has to mend; `log` by default. */
  alarm?: (line: string) => void;
  /** Gives up durability for speed; only for tests that throw the data away. */
  testing?: boolean;
};

export type EmbeddedPostgres = {
  /** A postgres:// URL of the superuser for `pg`; it stays valid when the server is restarted. */
  connectionString: string;
  /** Stops the server cleanly, unless another program owns it. Safe to call twice. */
  stop(): Promise<void>;
};

/** A server of another program, which is used but neither guarded nor stopped. */
type Foreign = { foreign: PidFile };
type Holding = Guarded | Foreign;

const PATIENCE = 60_000;
const LARGEST_LOG = 10_000_000;
/** A server that keeps ending, such as one whose disk is full, is started again after this time, then twice that, … */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 120_000;
/** One that has lived for so long is taken for mended. */
const LIVED = 60_000;

/**
 * Starts PostgreSQL on a folder of our own, or takes over the server that is already running there.
 * The server ends with this process, even when that is killed, and is started again when it dies.
 * @throws EmbeddedPostgresError with one sentence for the operator
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log, alarm = log, testing = false } = options;
  const binaries = findBinaries();
  const cluster = await prepareCluster(options.dataDir, binaries, log);
  shortenLog(cluster.log);

  let stopped = false;
  const stopping = new AbortController();
  const first = await hold({ cluster, binaries, log, testing });
  let holding: Holding = first.holding;
  const supervision = supervise();

  async function supervise(): Promise<void> {
    let pause = 0;
    let startedAt = performance.now();
    for (;;) {
      await ended(holding, () => stopped);
      if (stopped) return;
      if (performance.now() - startedAt > LIVED) pause = 0;
      alarm(
        pause === 0
          ? 'The embedded database ended unexpectedly; starting it again.'
          : `The embedded database keeps ending; starting it again in ${pause / 1000} s. Its log is ${cluster.log}.`,
      );
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopped) return;
      pause = nextPause(pause);
      startedAt = performance.now();
      try {
        const again = await hold({ cluster, binaries, log, testing, address: first.address });
        holding = again.holding;
        if (stopped && !('foreign' in holding)) await holding.stop();
      } catch (error) {
        alarm(explainFailure(error, cluster.folder).message);
      }
    }
  }

  return {
    connectionString: connectionUrl(cluster, first.address),
    async stop() {
      stopped = true;
      stopping.abort();
      if (!('foreign' in holding)) await holding.stop();
      await supervision;
    },
  };
}

/** How long a server that ends again stays ended, after one that was started `pause` milliseconds after its end. */
export function nextPause(pause: number): number {
  return Math.min(Math.max(pause * 2, FIRST_PAUSE), LONGEST_PAUSE);
}

type Situation = {
  cluster: Cluster;
  binaries: Binaries;
  log: (line: string) => void;
  testing: boolean;
  /** The address to keep, so that connection pools find the server again. */
  address?: Address;
};

/** Adopts the running server of this folder or launches one, waiting out passing states. */
async function hold(situation: Situation): Promise<{ holding: Holding; address: Address }> {
  const { cluster, log } = situation;
  const deadline = Date.now() + PATIENCE;
  for (let pause = 50; ; pause = Math.min(pause * 1.5, 1000)) {
    try {
      const adopted = await adopt(situation);
      if (adopted) return adopted;
      const address = situation.address ?? (await chooseAddress(cluster));
      const launched = await launchServer({ ...situation, address });
      return { holding: launched, address };
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      if (!isPassing(said) || Date.now() > deadline) throw explainFailure(error, cluster.folder);
      log('The embedded database is still busy with an earlier run; waiting.');
    }
    await sleep(pause);
  }
}

/** A running server of this very folder, taken over; undefined when there is none. */
async function adopt({ cluster, log }: Situation) {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const file = readPidFile(cluster.data);
    if (!file) return undefined;
    if (!isAlive(file.pid)) return undefined;
    if (!isServerOf(file.pid, cluster.data)) {
      await clearStaleLocks(cluster, file);
      return undefined;
    }
    const address: Address =
      file.socketFolder === ''
        ? { port: file.port }
        : { port: file.port, socketFolder: file.socketFolder };
    try {
      if ((await askDataFolder(cluster, address)) === cluster.data) {
        if (!hasLivingGuard(file.pid)) {
          log('Took over the embedded database of an earlier run.');
          return { holding: await guardServer(file.pid), address };
        }
        // Its program may have just ended and its guard be about to stop it: give it that moment.
        if (await goesAway(file.pid, 1500)) continue;
        log('The embedded database of another running program is used.');
        return { holding: { foreign: file }, address };
      }
    } catch (error) {
      if (isWrongPassword(error)) throw wrongPasswordFile(cluster.folder);
      // Starting, recovering or shutting down: ask again.
    }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Process ${file.pid} runs the database in ${cluster.folder} but does not answer: stop it, then start again.`,
      );
    }
    await sleep(50);
  }
}

async function goesAway(pid: number, within: number): Promise<boolean> {
  const until = Date.now() + within;
  while (Date.now() < until) {
    if (!isAlive(pid)) return true;
    await sleep(50);
  }
  return false;
}

/**
 * Removes the lock files whose process id now belongs to some other program: PostgreSQL would take
 * that program for a running server and refuse to start for good.
 */
async function clearStaleLocks(cluster: Cluster, file: PidFile): Promise<void> {
  const others = processesIn(cluster.data);
  if (others.length > 0) {
    throw new Error(`pre-existing shared memory block is held by processes ${others.join(', ')}`);
  }
  await rm(join(cluster.data, 'postmaster.pid'), { force: true });
  if (file.socketFolder === cluster.socketFolder) {
    const socket = join(cluster.socketFolder, `.s.PGSQL.${file.port}`);
    await rm(`${socket}.lock`, { force: true });
    await rm(socket, { force: true });
  }
}

async function ended(holding: Holding, stopped: () => boolean): Promise<void> {
  if (!('foreign' in holding)) return holding.ended;
  while (!stopped() && isAlive(holding.foreign.pid)) {
    await sleep(250, undefined, { ref: false });
  }
}

function shortenLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG) truncateSync(file, 0);
}
