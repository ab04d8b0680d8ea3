import { rmSync, statSync, truncateSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries, type Binaries } from './binaries.ts';
import { prepareCluster, type Cluster } from './cluster.ts';
import {
  queryDataFolder,
  chooseAddress,
  connectionUrl,
  isWrongPassword,
  type ServerAddress,
} from './connection.ts';
import {
  EmbeddedPostgresError,
  toEmbeddedPostgresError,
  isTransientFailure,
  passwordFileMismatch,
} from './failure.ts';
import {
  guardServer,
  launchServer,
  walArchiveSettings,
  type GuardedServer,
} from './guarded-server.ts';
import {
  hasLivingGuard,
  isAlive,
  isServerOf,
  pidsInFolder,
  readPidFile,
  type PidFile,
} from './server-process.ts';
import { upgradeIfEarlier, type CopyData } from './upgrade.ts';
import { deleteProvenEarlierData } from './upgrade-folders.ts';

type EmbeddedPostgresOptions = {
  /** The data folder of the program; the database is in its subfolder `postgres`. */
  dataDir: string;
  /** Receives one line without secrets per event that may interest an operator. */
  log: (line: string) => void;
  /** Receives events that need the operator's action; `log` by default. */
  alarm?: (line: string) => void;
  /** Copies the data of an earlier major version. Without it, such data are refused. */
  copyData?: CopyData;
  /** Archives the log in a folder beside the data, a segment at least so often; 0 or none does not. */
  walTimeoutSeconds?: number;
  /** Disables durability for speed, for tests that discard the data. */
  testing?: boolean;
};

export type EmbeddedPostgres = {
  /** A postgres:// URL of the superuser for `pg`. It stays valid across restarts of the server. */
  connectionString: string;
  /** Stops the server cleanly, unless another program owns it. Idempotent. */
  stop(): Promise<void>;
};

/** A server of another program. It is used, but neither guarded nor stopped. */
type ForeignServer = { foreign: PidFile };
type RunningServer = GuardedServer | ForeignServer;

const startupTimeoutMs = 60_000;
/** A server writes its lock file at once after it has created it. */
const maxEmptyLockMs = 5_000;
const maxLogBytes = 10_000_000;
/** Minimum delay before a server that keeps exiting, as on a full disk, is restarted. Doubles with each restart. */
const minRestartDelayMs = 1000;
const maxRestartDelayMs = 120_000;
/** Uptime after which a server counts as recovered and the delay is reset. */
const stableAfterMs = 60_000;

/**
 * Starts PostgreSQL on the data folder, or adopts the server that already runs there. The server stops with this
 * process, even if the process is killed, and is restarted when it exits.
 * @throws EmbeddedPostgresError with one sentence for the operator
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log, alarm = log, copyData = null, testing = false } = options;
  const binaries = findBinaries();
  const cluster = await prepareCluster(options.dataDir, binaries, log);
  truncateLog(cluster.log);
  await upgradeIfEarlier({ cluster, binaries, copyData, log, testing });

  let isStopped = false;
  const stopping = new AbortController();
  const { walTimeoutSeconds = 0 } = options;
  const settings = walTimeoutSeconds > 0 ? walArchiveSettings(cluster, walTimeoutSeconds) : {};
  const first = await adoptOrLaunch({ cluster, binaries, log, testing, settings });
  let server: RunningServer = first.server;
  for (const path of await deleteProvenEarlierData(cluster.folder, new Date())) {
    log(`Deleted ${path}, which the upgrade of two weeks ago replaced.`);
  }
  const supervision = supervise();

  async function supervise(): Promise<void> {
    let restartDelayMs = 0;
    let startedAt = performance.now();
    for (;;) {
      await waitForEnd(server, stopping.signal);
      if (isStopped) return;
      if (performance.now() - startedAt > stableAfterMs) restartDelayMs = 0;
      alarm(
        restartDelayMs === 0
          ? 'The embedded database ended unexpectedly; starting it again.'
          : `The embedded database keeps ending; starting it again in ${restartDelayMs / 1000} s. Its log is ${cluster.log}.`,
      );
      await sleep(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (isStopped) return;
      restartDelayMs = nextRestartDelayMs(restartDelayMs);
      try {
        const restarted = await adoptOrLaunch({
          cluster,
          binaries,
          log,
          testing,
          settings,
          address: first.address,
        });
        server = restarted.server;
        if (isStopped && !('foreign' in server)) await server.stop();
      } catch (error) {
        alarm(toEmbeddedPostgresError(error, cluster.folder).message);
      }
      startedAt = performance.now();
    }
  }

  return {
    connectionString: connectionUrl(cluster, first.address),
    async stop() {
      isStopped = true;
      stopping.abort();
      if (!('foreign' in server)) await server.stop();
      await supervision;
    },
  };
}

/** Returns the restart delay that follows `delayMs`: twice as long, within the limits. */
export function nextRestartDelayMs(delayMs: number): number {
  return Math.min(Math.max(delayMs * 2, minRestartDelayMs), maxRestartDelayMs);
}

type LaunchContext = {
  cluster: Cluster;
  binaries: Binaries;
  log: (line: string) => void;
  testing: boolean;
  settings: Record<string, string>;
  /** The address to reuse, so that connection pools find the server again. */
  address?: ServerAddress;
};

/** Adopts the running server of this folder or launches one. Retries on temporary failures. */
async function adoptOrLaunch(
  context: LaunchContext,
): Promise<{ server: RunningServer; address: ServerAddress }> {
  const { cluster, log } = context;
  const deadline = Date.now() + startupTimeoutMs;
  for (let delayMs = 50; ; delayMs = Math.min(delayMs * 1.5, 1000)) {
    try {
      const adopted = await adoptRunningServer(context);
      if (adopted) return adopted;
      const address = context.address ?? (await chooseAddress(cluster));
      const launched = await launchServer({ ...context, address });
      return { server: launched, address };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isTransientFailure(reason) || Date.now() > deadline)
        throw toEmbeddedPostgresError(error, cluster.folder);
      log('The embedded database is still busy with an earlier run; waiting.');
      if (isLockEmpty(cluster)) removeEmptyLock(cluster);
      else endOrphans(cluster);
    }
    await sleep(delayMs);
  }
}

/** Adopts a running server of this folder. Returns undefined if there is none. */
async function adoptRunningServer({ cluster, log }: LaunchContext) {
  const deadline = Date.now() + startupTimeoutMs;
  for (;;) {
    const pidFile = readPidFile(cluster.data);
    if (!pidFile) return undefined;
    if (!isAlive(pidFile.pid)) return undefined;
    if (!isServerOf(pidFile.pid, cluster.data)) {
      await clearStaleLocks(cluster, pidFile);
      return undefined;
    }
    const address: ServerAddress =
      pidFile.socketFolder === ''
        ? { port: pidFile.port }
        : { port: pidFile.port, socketFolder: pidFile.socketFolder };
    try {
      if ((await queryDataFolder(cluster, address)) === cluster.data) {
        if (!hasLivingGuard(pidFile.pid)) {
          log('Took over the embedded database of an earlier run.');
          return { server: await guardServer(pidFile.pid), address };
        }
        // If the owning program has just ended, its guard is about to stop the server, or was killed as well and ends.
        if (await waitForOwnerToEnd(pidFile.pid, 1500)) continue;
        log('The embedded database of another running program is used.');
        return { server: { foreign: pidFile }, address };
      }
    } catch (error) {
      if (isWrongPassword(error)) throw passwordFileMismatch(cluster.folder);
      // The server is starting, recovering or shutting down: retry.
    }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Process ${pidFile.pid} runs the database in ${cluster.folder} but does not answer: stop it, then start again.`,
      );
    }
    await sleep(50);
  }
}

/** Waits for the end of a server or of its guard, at most `timeoutMs`. Returns whether one has ended. */
async function waitForOwnerToEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (!isAlive(pid) || !hasLivingGuard(pid)) return true;
    await sleep(50);
  }
  return false;
}

/**
 * Removes lock files whose process id now belongs to another program. PostgreSQL would take that program for a running
 * server and never start.
 */
async function clearStaleLocks(cluster: Cluster, file: PidFile): Promise<void> {
  const others = pidsInFolder(cluster.data);
  if (others.length > 0) {
    throw new Error(`pre-existing shared memory block is held by processes ${others.join(', ')}`);
  }
  await rm(lockFileOf(cluster), { force: true });
  if (file.socketFolder === cluster.socketFolder) {
    const socket = join(cluster.socketFolder, `.s.PGSQL.${file.port}`);
    await rm(`${socket}.lock`, { force: true });
    await rm(socket, { force: true });
  }
}

const lockFileOf = (cluster: Cluster) => join(cluster.data, 'postmaster.pid');

/** Returns whether a server is about to write its lock file, or a crash has left it empty. */
function isLockEmpty(cluster: Cluster): boolean {
  return statSync(lockFileOf(cluster), { throwIfNoEntry: false })?.size === 0;
}

function removeEmptyLock(cluster: Cluster): void {
  const changedAt = statSync(lockFileOf(cluster), { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  const isAbandoned = Date.now() - changedAt > maxEmptyLockMs;
  if (isAbandoned && pidsInFolder(cluster.data).length === 0)
    rmSync(lockFileOf(cluster), { force: true });
}

/**
 * Ends the processes of a server that was killed. A backend inside a long statement notices the loss only when the
 * statement ends, and keeps the shared memory until then. Its transaction is lost in any case.
 */
function endOrphans(cluster: Cluster): void {
  const pidFile = readPidFile(cluster.data);
  if (pidFile && isAlive(pidFile.pid) && isServerOf(pidFile.pid, cluster.data)) return;
  for (const pid of pidsInFolder(cluster.data)) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // The process has exited in the meantime.
    }
  }
}

async function waitForEnd(server: RunningServer, stopping: AbortSignal): Promise<void> {
  if (!('foreign' in server)) return server.ended;
  while (!stopping.aborted && isAlive(server.foreign.pid)) {
    await sleep(250, undefined, { ref: false, signal: stopping }).catch(() => undefined);
  }
}

function truncateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) truncateSync(file, 0);
}
