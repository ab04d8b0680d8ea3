import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { chmod, link, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { chooseAccount, type ProcessAccount } from './account.ts';
import { cleanEnvironment, type Binaries } from './binaries.ts';
import { finishUpgrade, syncFolder } from './upgrade-folders.ts';
import {
  EmbeddedPostgresError,
  toEmbeddedPostgresError,
  freeDiskBytes,
  diskFullError,
} from './failure.ts';

/** Location and credentials of the embedded database. */
export type Cluster = {
  /** Contains all files of the embedded database; readable by the owner only. */
  folder: string;
  /** PostgreSQL's data folder. */
  data: string;
  socketFolder: string;
  /** Receives the finished segments of the log, if they are archived. */
  walFolder: string;
  log: string;
  password: string;
  account: ProcessAccount;
};

// A new cluster with its first WAL segments.
const minFreeBytesForNewCluster = 80 * 1024 * 1024;

const initdbTimeoutMs = 120_000;

/** Folder, beside the cluster, that the server copies each finished segment of its log to. */
const walFolderName = 'wal-archive';

/** Returns the folder of the embedded database, its data folder, and that of the finished segments of its log. */
export function clusterFolders(dataDir: string): { folder: string; data: string; wal: string } {
  const folder = join(dataDir, 'postgres');
  return { folder, data: join(folder, 'cluster'), wal: join(folder, walFolderName) };
}

export const superuserName = 'postgres';

/** Opens the database folder and creates a cluster in it if there is none. */
export async function prepareCluster(
  dataDir: string,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<Cluster> {
  try {
    // A separate folder: where root cannot run PostgreSQL, its ownership changes to another account, which must not get
    // the keys and logs next to it.
    const created = join(dataDir, 'postgres');
    mkdirSync(created, { recursive: true });
    const folder = realpathSync(created);
    const data = join(folder, 'cluster');
    await restrictToOwner(folder);
    const account = chooseAccount(folder, data, binaries.postgres);
    const cluster = openFolder(folder, data, account);
    await finishUpgrade(folder);
    if (existsSync(data)) {
      await deleteDrafts(folder, data);
      return { ...cluster, password: readPassword(folder) };
    }
    if (freeDiskBytes(folder) < minFreeBytesForNewCluster) throw diskFullError(folder);
    await createPassword(folder, data, account);
    log('Creating the database.');
    await createCluster(folder, data, binaries, account);
    return { ...cluster, password: readPassword(folder) };
  } catch (error) {
    throw toEmbeddedPostgresError(error, dataDir);
  }
}

/** Creates the folders beside the data folder. */
export function openFolder(
  folder: string,
  data: string,
  account: ProcessAccount,
): Omit<Cluster, 'password'> {
  const [socketFolder, walFolder] = [join(folder, 'socket'), join(folder, walFolderName)];
  for (const each of [socketFolder, walFolder]) {
    mkdirSync(each, { recursive: true, mode: 0o700 });
    if (account.identity) chownSync(each, account.identity.uid, account.identity.gid);
  }
  return { folder, data, socketFolder, walFolder, log: join(folder, 'server.log'), account };
}

export async function restrictToOwner(folder: string): Promise<void> {
  try {
    await chmod(folder, 0o700);
  } catch (error) {
    throw toEmbeddedPostgresError(error, folder);
  }
}

export function passwordFilePath(folder: string): string {
  return join(folder, 'superuser-password');
}

function readPassword(folder: string): string {
  const file = passwordFilePath(folder);
  if (!existsSync(file)) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} is there, but its password file ${file} is not: bring it back from a copy.`,
    );
  }
  return readFileSync(file, 'utf8').trim();
}

export async function writePassword(
  folder: string,
  account: ProcessAccount,
  password: string,
): Promise<void> {
  const file = passwordFilePath(folder);
  await rm(file, { force: true });
  await writePasswordFile(file, password, account);
}

/** Programs that start at once agree on the password of the first one. A file that a crash left empty is replaced. */
async function createPassword(
  folder: string,
  data: string,
  account: ProcessAccount,
): Promise<void> {
  const file = passwordFilePath(folder);
  if (existsSync(file) && readPassword(folder) === '') await rm(file, { force: true });
  const draft = draftOf(data);
  await writePasswordFile(draft, randomBytes(24).toString('base64url'), account);
  try {
    await link(draft, file);
  } catch {
    // The file is there, or the disk has no hard links.
    if (!existsSync(file)) await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writePasswordFile(
  file: string,
  password: string,
  { identity }: ProcessAccount,
): Promise<void> {
  await writeFile(file, `${password}\n`, { flag: 'wx', mode: 0o600, flush: true });
  if (identity) chownSync(file, identity.uid, identity.gid);
}

const draftPrefix = (data: string) => `${data}.new`;
const draftOf = (data: string) => `${draftPrefix(data)}-${randomBytes(6).toString('hex')}`;

/**
 * Deletes what interrupted creations left. Once the data folder is there, of any age: a program that still creates one
 * takes its failure for the success of another program.
 */
async function deleteDrafts(folder: string, data: string, minAgeMs = 0): Promise<void> {
  const prefix = basename(draftPrefix(data));
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  for (const path of names.map((name) => join(folder, name))) {
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (minAgeMs > 0 && Date.now() - changedAt < minAgeMs) continue;
    // A program that still writes into it deletes it itself, or the next start does.
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * Creates a cluster in a temporary folder and renames it, so that a kill never leaves a partial cluster in place. Of
 * several programs that create it at once, the first to rename its folder succeeds; the others use that cluster.
 */
export async function createCluster(
  folder: string,
  data: string,
  binaries: Binaries,
  account: ProcessAccount,
): Promise<void> {
  await deleteDrafts(folder, data, 2 * initdbTimeoutMs);
  const unfinished = draftOf(data);
  // The builtin locale does not depend on the machine's C library, so text indexes stay valid when the folder moves to
  // another machine. The environment must not choose the encoding.
  const commandLine = [
    ...account.prefix,
    binaries.initdb,
    `--pgdata=${unfinished}`,
    `--username=${superuserName}`,
    `--pwfile=${passwordFilePath(folder)}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const [command = binaries.initdb, ...rest] = commandLine;
  const { code, output } = await runProgram(command, rest, account);
  try {
    if (code !== 0) throw toEmbeddedPostgresError(output, folder);
    await rename(unfinished, data);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(data)) throw error;
    return;
  }
  await syncFolder(folder);
  await deleteDrafts(folder, data);
}

function runProgram(
  command: string,
  args: string[],
  account: ProcessAccount,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...account.identity,
      cwd: '/',
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: initdbTimeoutMs,
    });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString('utf8')));
    child.stderr.on('data', (part: Buffer) => (output += part.toString('utf8')));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
