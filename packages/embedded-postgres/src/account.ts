import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment } from './binaries.ts';
import { EmbeddedPostgresError } from './failure.ts';

/** How to run a PostgreSQL program as a user other than root, which it refuses. */
export type ProcessAccount = {
  /** Command and arguments that precede the command line. */
  prefix: readonly string[];
  /** The account to switch to if user namespaces are unavailable. */
  identity?: { uid: number; gid: number };
};

const nobodyId = 65534;
const unshareCommand = [
  'unshare',
  '--user',
  `--map-user=${nobodyId}`,
  `--map-group=${nobodyId}`,
  '--',
] as const;

/**
 * Chooses the account for the PostgreSQL programs. An ordinary user runs them directly. Root runs them in a user
 * namespace, so the files stay owned by root; if that is forbidden, as the owner of the existing data, or as "nobody".
 * @param folder the folder of the database, which exists
 * @param cluster the data folder inside it, which may not exist yet
 * @param program a PostgreSQL program, to test whether the account can execute it
 */
export function chooseAccount(folder: string, cluster: string, program: string): ProcessAccount {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = ownerOf(cluster);
  if (owner !== undefined && owner.uid !== 0) {
    return usableAccount(owner, folder, program) ?? failUnreachable(folder);
  }
  if (canUnshare()) return { prefix: unshareCommand };
  const nobody = { uid: nobodyId, gid: nobodyId };
  if (owner === undefined) chownRecursively(folder, nobody);
  return usableAccount(nobody, folder, program) ?? failUnreachable(folder);
}

function canUnshare(): boolean {
  const [command, ...options] = unshareCommand;
  const result = spawnSync(command, [...options, 'true'], { stdio: 'ignore', timeout: 5000 });
  return result.status === 0;
}

function usableAccount(
  identity: { uid: number; gid: number },
  folder: string,
  program: string,
): ProcessAccount | undefined {
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

function failUnreachable(folder: string): never {
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and no other account can reach ${folder} here: start as an ordinary user, or set DATABASE_URL.`,
  );
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

export function chownRecursively(path: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(path, uid, gid);
  for (const name of readdirSync(path)) {
    const inner = join(path, name);
    if (lstatSync(inner).isDirectory()) chownRecursively(inner, { uid, gid });
    else chownSync(inner, uid, gid);
  }
}
