import { chownSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseAccount, chownRecursively } from './account.ts';
import { findBinaries } from './binaries.ts';
import { openFolder, restrictToOwner, writePassword, type Cluster } from './cluster.ts';
import { chooseAddress, connectionUrl, queryOnce } from './connection.ts';
import { EmbeddedPostgresError, toEmbeddedPostgresError } from './failure.ts';
import { launchServer, walArchiveSettings } from './guarded-server.ts';
import { isAlive, isServerOf, readPidFile } from './server-process.ts';
import { completeCopy, finishUpgrade } from './upgrade-folders.ts';

const recoveredName = 'cluster.recovery';
/** Beside the data folder, so that a path with any character is written the same. */
const restoredLog = 'restored-log';
/** Receives the log of the new timeline. It is archived only if the recovered data take their place. */
const newLog = 'new-log';

/** Why the server could not reach the moment. */
export class RecoveryError extends Error {
  override readonly name = 'RecoveryError';
}

/**
 * Recovers a data folder from a base backup and the log, and puts it into the place of the one that is there.
 * @param options.until the moment; null for the end of the log
 * @param options.writeFiles writes the data folder of the base backup and the files of the log, and returns the password
 * @param options.work is called with the connection before the data take their place; null for `reachedAt` if the log
 * has no change
 * @throws RecoveryError if the log ends before the moment; EmbeddedPostgresError if a program uses the data folder
 */
export async function recoverCluster<T>(options: {
  dataDir: string;
  until: Date | null;
  replace: boolean;
  walTimeoutSeconds: number;
  testing?: boolean;
  log: (line: string) => void;
  writeFiles(folders: { data: string; log: string }): Promise<{ password: string }>;
  work(url: string, reachedAt: Date | null): Promise<T>;
}): Promise<T> {
  const { dataDir, replace, until, log, testing = false } = options;
  const binaries = findBinaries();
  const created = join(dataDir, 'postgres');
  mkdirSync(created, { recursive: true });
  const folder = realpathSync(created);
  await restrictToOwner(folder);
  const data = join(folder, 'cluster');
  requireReplaceable(data, replace);
  const [recovered, logFolder] = [join(folder, recoveredName), join(folder, restoredLog)];
  const walFolder = join(folder, newLog);
  const temporary = [recovered, logFolder, walFolder];
  try {
    for (const each of temporary) await rm(each, { recursive: true, force: true });
    for (const each of [logFolder, walFolder]) mkdirSync(each, { mode: 0o700 });
    const { password } = await options.writeFiles({ data: recovered, log: logFolder });
    const account = chooseAccount(folder, recovered, binaries.postgres);
    if (account.identity) {
      chownSync(folder, account.identity.uid, account.identity.gid);
      for (const each of temporary) chownRecursively(each, account.identity);
    }
    const opened = openFolder(folder, recovered, account);
    const cluster: Cluster = { ...opened, walFolder, password };
    const address = await chooseAddress(cluster);
    log('Replaying the log.');
    const server = await launchServer({
      cluster,
      binaries,
      address,
      testing,
      log,
      settings: {
        ...recoverySettings(until),
        ...(options.walTimeoutSeconds > 0 &&
          walArchiveSettings(cluster, options.walTimeoutSeconds)),
      },
    }).catch((error: unknown) => {
      throw explain(error, folder);
    });
    let result: T;
    try {
      const url = connectionUrl(cluster, address);
      result = await options.work(url, await lastReplayedAt(url));
    } finally {
      await server.stop();
    }
    // The log would bring back the password that it was made with, so that one stays.
    await writePassword(folder, account, password);
    await replaceData(folder);
    for (const name of readdirSync(walFolder)) {
      await rename(join(walFolder, name), join(opened.walFolder, name));
    }
    return result;
  } finally {
    for (const each of temporary) await rm(each, { recursive: true, force: true });
  }
}

function requireReplaceable(data: string, replace: boolean): void {
  const running = readPidFile(data);
  if (running && isAlive(running.pid) && isServerOf(running.pid, data)) {
    throw new EmbeddedPostgresError(
      'A running program uses the database: stop all of its processes first.',
    );
  }
  if (existsSync(data) && !replace) {
    throw new EmbeddedPostgresError(
      `There is a database in ${data}: restore with another DATA_DIR, or add --replace to delete everything that is in it.`,
    );
  }
}

/** Nobody is let in before the moment is reached; then the server becomes writable, on a new timeline. */
function recoverySettings(until: Date | null): Record<string, string> {
  return {
    hot_standby: 'off',
    restore_command: `cp "../${restoredLog}/%f" "%p"`,
    recovery_target_timeline: 'latest',
    ...(until && {
      recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_inclusive: 'on',
      recovery_target_action: 'promote',
    }),
  };
}

function explain(error: unknown, folder: string): Error {
  const text = error instanceof Error ? error.message : String(error);
  if (/recovery ended before configured recovery target was reached/.test(text)) {
    return new RecoveryError('The archived log ends before this moment.', { cause: error });
  }
  if (
    /could not locate required checkpoint record|WAL ends before end of online backup/.test(text)
  ) {
    return new RecoveryError('The log that the base backup needs is damaged.', { cause: error });
  }
  return toEmbeddedPostgresError(error, folder);
}

/** Returns the time of the last change that was replayed. */
async function lastReplayedAt(url: string): Promise<Date | null> {
  const row = await queryOnce<{ reachedAt: Date | null }>(
    url,
    'select pg_last_xact_replay_timestamp() as "reachedAt"',
  );
  return row?.reachedAt ?? null;
}

/** A start finishes this after a crash in the middle of it. */
async function replaceData(folder: string): Promise<void> {
  const [data, replaced] = [join(folder, 'cluster'), join(folder, 'cluster.replaced')];
  await rm(replaced, { recursive: true, force: true });
  await rename(join(folder, recoveredName), join(folder, completeCopy));
  if (existsSync(data)) await rename(data, replaced);
  await finishUpgrade(folder);
  await rm(replaced, { recursive: true, force: true });
}
