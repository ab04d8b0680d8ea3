import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment, type Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import {
  listenSettings,
  queryDataFolder,
  isWrongPassword,
  type ServerAddress,
} from './connection.ts';
import { passwordFileMismatch } from './failure.ts';

/** A server with a guard that stops it when this process exits. */
export type GuardedServer = {
  /** Settles when the server has exited for any reason. */
  ended: Promise<void>;
  /** Requests a fast shutdown and waits for the exit. */
  stop(): Promise<void>;
};

const guardPath = fileURLToPath(new URL('./guard.ts', import.meta.url));

/** Server settings. Unlisted settings keep PostgreSQL's durable defaults. */
function serverSettings(address: ServerAddress, testing: boolean): Record<string, string> {
  return {
    ...listenSettings(address),
    shared_buffers: testing ? '64MB' : '256MB',
    max_wal_size: testing ? '512MB' : '4GB',
    jit: 'off',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
    // Logs contain neither statements nor values of rows.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(testing && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

/**
 * Returns the settings of a server that copies each segment of its log to a folder once it is full, or after
 * `timeoutSeconds` if it has anything.
 */
export function walArchiveSettings(
  { walFolder }: Pick<Cluster, 'walFolder'>,
  timeoutSeconds: number,
): Record<string, string> {
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': walFolder,
    archive_timeout: String(timeoutSeconds),
  };
}

/**
 * Launches a server under a guard and waits until it accepts connections.
 * @throws Error with the server's last log lines if it exits before that
 */
export async function launchServer(options: {
  cluster: Cluster;
  binaries: Binaries;
  address: ServerAddress;
  testing: boolean;
  log: (line: string) => void;
  /** Settings beside the default ones, which they override. */
  settings?: Record<string, string>;
}): Promise<GuardedServer> {
  const { cluster, binaries, address, testing, log } = options;
  const settings = Object.entries({ ...serverSettings(address, testing), ...options.settings });
  const commandLine = [
    ...cluster.account.prefix,
    binaries.postgres,
    '-D',
    cluster.data,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const [command, ...rest] = commandLine;
  const logStart = statSync(cluster.log, { throwIfNoEntry: false })?.size ?? 0;
  const guarded = await spawnGuard({
    command,
    arguments: rest,
    environment: cleanEnvironment(),
    log: cluster.log,
    identity: cluster.account.identity,
  });
  let isRunning = true;
  void guarded.ended.then(() => (isRunning = false));

  let lastLoggedAt = Date.now();
  for (;;) {
    try {
      await queryDataFolder(cluster, address);
      return guarded;
    } catch (error) {
      if (!isRunning) {
        throw new Error(readFileFrom(cluster.log, logStart) || String(error), { cause: error });
      }
      if (isWrongPassword(error)) {
        await guarded.stop();
        throw passwordFileMismatch(cluster.folder);
      }
    }
    if (Date.now() - lastLoggedAt > 10_000) {
      lastLoggedAt = Date.now();
      log('The embedded database is recovering; waiting for it.');
    }
    await sleep(20);
  }
}

/** Attaches a guard of this process to a running server. */
export function guardServer(pid: number): Promise<GuardedServer> {
  return spawnGuard({ adopt: pid });
}

async function spawnGuard(order: object): Promise<GuardedServer> {
  // A separate process group: Ctrl-C in the terminal reaches only this program, which stops the database last.
  const guard: ChildProcessByStdio<Writable, null, Readable> = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', guardPath, JSON.stringify(order)],
    { detached: true, cwd: '/', stdio: ['pipe', 'ignore', 'pipe'] },
  );
  guard.stdin.on('error', () => {});
  guard.stderr.on('data', () => {});
  const ended = new Promise<void>((resolve) => {
    guard.on('exit', () => resolve());
    guard.on('error', () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    guard.once('spawn', resolve);
    guard.once('error', reject);
  });
  return {
    ended,
    async stop() {
      guard.stdin.end();
      await ended;
    },
  };
}

function readFileFrom(file: string, start: number): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const length = Math.min(size - start, 16_384);
  if (length <= 0) return '';
  const buffer = Buffer.alloc(length);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, buffer, 0, length, size - length);
  } finally {
    closeSync(handle);
  }
  return buffer.toString('utf8');
}
