import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment } from './binaries.ts';
import { EmbeddedPostgresError } from './failure.ts';

/** How a PostgreSQL program is run so that it is not root, which it refuses to be. */
export type Account = {
  /** Words to put before the command line. */
  prefix: readonly string[];
  /** The account to change to, where a user namespace cannot be had. */
  identity?: { uid: number; gid: number };
};

const NOBODY = 65534;
const UNSHARE = [
  'unshare',
  '--user',
  `--map-user=${NOBODY}`,
  `--map-group=${NOBODY}`,
  '--',
] as const;

/**
 * Chooses the account for the programs of PostgreSQL. An ordinary user runs them directly. Root runs
 * them in a user namespace (the files stay root's); where that is forbidden, as the owner that the
 * data already has, or as "nobody".
 * @param folder the folder of the database, which exists
 * @param cluster the folder of the data inside it, which may not exist yet
 * @param program a program of PostgreSQL, to try whether the account reaches it
 */
export function chooseAccount(folder: string, cluster: string, program: string): Account {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = ownerOf(cluster);
  if (owner !== undefined && owner.uid !== 0) {
    return reachable(owner, folder, program) ?? forbidden(folder);
  }
  if (canUnshare()) return { prefix: UNSHARE };
  const nobody = { uid: NOBODY, gid: NOBODY };
  if (owner === undefined) handOver(folder, nobody);
  return reachable(nobody, folder, program) ?? forbidden(folder);
}

function canUnshare(): boolean {
  const [command, ...options] = UNSHARE;
  const tried = spawnSync(command, [...options, 'true'], { stdio: 'ignore', timeout: 5000 });
  return tried.status === 0;
}

function reachable(
  identity: { uid: number; gid: number },
  folder: string,
  program: string,
): Account | undefined {
  const runs = spawnSync(program, ['--version'], {
    ...identity,
    env: cleanEnvironment(),
    stdio: 'ignore',
    timeout: 10_000,
  });
  const writes = spawnSync('/bin/sh', ['-c', 'test -w "$1"', 'sh', folder], {
    ...identity,
    stdio: 'ignore',
    timeout: 5000,
  });
  return runs.status === 0 && writes.status === 0 ? { prefix: [], identity } : undefined;
}

function forbidden(folder: string): never {
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and no other account can reach ${folder} here: start as an ordinary user, or set DATABASE_URL.`,
  );
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

function handOver(path: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(path, uid, gid);
  for (const name of readdirSync(path)) {
    const inner = join(path, name);
    if (lstatSync(inner).isDirectory()) handOver(inner, { uid, gid });
    else chownSync(inner, uid, gid);
  }
}
