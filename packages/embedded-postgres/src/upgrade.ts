import { readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { createCluster, type Cluster } from './cluster.ts';
import { chooseAddress, connectionUrl } from './connection.ts';
import { deleteEarlierBinaries, fetchEarlierBinaries } from './earlier-binaries.ts';
import { EmbeddedPostgresError, freeDiskBytes, isTransientFailure } from './failure.ts';
import { launchServer } from './guarded-server.ts';
import { isAlive, isServerOf, readPidFile } from './server-process.ts';
import { majorVersionOf, replaceByCopy, unfinishedCopy } from './upgrade-folders.ts';

/**
 * Copies all data of a server into an empty one of the next major version. Both may be used by nobody else.
 * @throws if the copy is not complete
 */
export type CopyData = (fromUrl: string, toUrl: string) => Promise<void>;

type UpgradeOptions = {
  cluster: Cluster;
  /** Programs of the version to upgrade to. */
  binaries: Binaries;
  /** Null refuses data of an earlier version. */
  copyData: CopyData | null;
  log: (line: string) => void;
  testing?: boolean;
  /** Returns the programs of the version that wrote the data. Fetches them by default. */
  findEarlier?: (majorVersion: number) => Promise<Binaries>;
};

const pollIntervalMs = 500;
/** How long an earlier program may take to stop, and another process to begin with the upgrade or to finish it. */
const earlierProgramTimeoutMs = 60_000;

/**
 * Upgrades the data to the major version of the programs, if they are of an earlier one. The earlier data stay beside
 * them, unchanged. After a failure, the next start begins anew with them.
 * @throws EmbeddedPostgresError if the data are of a later version, or a program of the earlier version uses them
 */
export async function upgradeIfEarlier(options: UpgradeOptions): Promise<void> {
  const { cluster, binaries, copyData, log } = options;
  const { majorVersion } = binaries;
  let deadline = Date.now() + earlierProgramTimeoutMs;
  for (;;) {
    const found = majorVersionOf(cluster.data);
    if (found === majorVersion) return;
    if (found > majorVersion) {
      throw new EmbeddedPostgresError(
        `${cluster.folder} was written by PostgreSQL ${found}, and this version of the program has PostgreSQL ${majorVersion}: start the newer version again.`,
      );
    }
    if (copyData === null) {
      throw new EmbeddedPostgresError(
        `${cluster.folder} was written by PostgreSQL ${found}: start the program once, which upgrades the data.`,
      );
    }
    if (!isInUse(cluster.data)) {
      const isDone = await upgrade({ ...options, copyData }, found).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        // Another process of the program has begun with the upgrade, or has completed it.
        if (isTransientFailure(reason) || majorVersionOf(cluster.data) !== found) return false;
        if (error instanceof EmbeddedPostgresError) throw error;
        throw new EmbeddedPostgresError(
          `The data in ${cluster.folder} are as before, because they could not be upgraded: ${reason}`,
          { cause: error },
        );
      });
      if (isDone) return;
    }
    const isUpgrading = isInUse(join(cluster.folder, unfinishedCopy));
    if (isUpgrading) deadline = Date.now() + earlierProgramTimeoutMs;
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `A program of an earlier version uses the database in ${cluster.folder}: stop it, then start again.`,
      );
    }
    log('Waiting for another process that uses or upgrades the database.');
    await sleep(pollIntervalMs);
  }
}

function isInUse(data: string): boolean {
  const pidFile = readPidFile(data);
  return pidFile !== undefined && isAlive(pidFile.pid) && isServerOf(pidFile.pid, data);
}

async function upgrade(
  options: UpgradeOptions & { copyData: CopyData },
  earlierVersion: number,
): Promise<true> {
  const { cluster, binaries, copyData, log, testing = false } = options;
  const { findEarlier = (major) => fetchEarlierBinaries(major, cluster.folder, log) } = options;
  requireSpace(cluster);
  log(
    `The data are of PostgreSQL ${earlierVersion}: upgrading them to PostgreSQL ${binaries.majorVersion}.`,
  );
  const copy: Cluster = { ...cluster, data: join(cluster.folder, unfinishedCopy) };
  const earlierAddress = await chooseAddress(cluster, 1);
  const address = await chooseAddress(cluster, 2);
  // The server's own lock on its data keeps other processes from upgrading them too.
  const earlier = await launchServer({
    cluster,
    binaries: await findEarlier(earlierVersion),
    address: earlierAddress,
    testing,
    log,
  });
  try {
    await rm(copy.data, { recursive: true, force: true });
    await createCluster(copy.folder, copy.data, binaries, copy.account);
    const next = await launchServer({ cluster: copy, binaries, address, testing, log });
    try {
      await copyData(connectionUrl(cluster, earlierAddress), connectionUrl(copy, address));
    } finally {
      // A clean shutdown writes everything to the disk.
      await next.stop();
    }
  } finally {
    // Before the folders change: at its end, the server writes to the path that it was started with.
    await earlier.stop();
  }
  await replaceByCopy(cluster.folder, new Date());
  await deleteEarlierBinaries(cluster.folder);
  log(
    `The data are upgraded. Those of PostgreSQL ${earlierVersion} are kept in ${cluster.data}-${earlierVersion} for two weeks.`,
  );
  return true;
}

/** The copy takes as much space as the data, and the log of its one transaction some more. */
function requireSpace({ folder, data }: Cluster): void {
  const needed = 1.2 * folderBytes(data);
  if (freeDiskBytes(folder) > needed) return;
  throw new EmbeddedPostgresError(
    `The upgrade of the database needs ${Math.ceil(needed / 1e9)} GB on the disk of ${folder}: free some space, then start again.`,
  );
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) =>
        sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
