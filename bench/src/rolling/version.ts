import { assemblyKey, environmentOf } from '../../../apps/server/src/collector/testing/assembly.ts';
import { partnerSettings } from '../../../apps/server/test/partner-settings.ts';
import { shopeePushUrl } from '../../../apps/server/src/collector/testing/receiver.ts';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../scripts/testing/free-ports.ts';
import type { Backend } from './balancer.ts';
import type { Origins } from './remote-seller.ts';

const root = join(import.meta.dirname, '../../..');
const serverFolder = join(root, 'apps/server');
/** Ends a process when the one that started it has ended. */
const endWithLauncher = join(root, 'scripts/running/end-with-launcher.mjs');
const shiftedClock = join(serverFolder, 'src/collector/testing/shifted-clock.ts');

/** A version of the server: a folder with its sources. */
export interface Version {
  name: string;
  folder: string;
}

export const thisVersion: Version = { name: 'this version', folder: serverFolder };

/**
 * Copies a version and adds a migration to it, as the next release would.
 * @param base folder for the copies, below the root of the project so that packages are found
 */
export function createNextVersion(
  base: string,
  name: string,
  previous: Version,
  migration: string,
): Version {
  const folder = join(base, name, 'server');
  mkdirSync(folder, { recursive: true });
  cpSync(join(previous.folder, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(previous.folder, 'package.json'), join(folder, 'package.json'));
  const number = String(countMigrations(previous) + 1).padStart(3, '0');
  writeFileSync(join(folder, `src/platform/schema/${number}-${name}.sql`), migration);
  return { name, folder };
}

/** Returns how many migrations there are, which is the number of the newest one. */
export function countMigrations({ folder }: Version): number {
  const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /(^|\/)schema\/\d{3}-[^/]*\.sql$/.test(file)).length;
}

/** A running process with all roles but the pages. */
export interface RunningVersion {
  backend: Backend;
  /** Resolves once it is ready. */
  ready(): Promise<void>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** What it wrote to standard error. */
  errors(): string;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  /** Sets its clock ahead of the machine's, in milliseconds. */
  setClock(aheadMs: number): void;
}

/** @param environment its settings; without `PORT` and `IDENTITY_PORT`, free ports are taken */
export async function runVersion(
  version: Version,
  environment: Record<string, string>,
): Promise<RunningVersion> {
  const { PORT: port = await freePort(), IDENTITY_PORT: identityPort = await freePort() } =
    environment;
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...[endWithLauncher, shiftedClock].flatMap((module) => ['--import', module]),
      join(version.folder, 'src/main.ts'),
    ],
    {
      env: {
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PATH: process.env['PATH'],
        ROLES: 'api,identity,worker',
        PORT: String(port),
        IDENTITY_PORT: String(identityPort),
        ...environment,
      },
      stdio: ['pipe', 'ignore', 'pipe'],
      cwd: dirname(version.folder),
    },
  );
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(child, 'exit').then(() => child.exitCode);
  return {
    backend: { app: `http://127.0.0.1:${port}`, identity: `http://127.0.0.1:${identityPort}` },
    async ready() {
      for (let isReady = false; !isReady;) {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
        isReady = answer?.status === 200;
        if (child.exitCode !== null) throw new Error(`${version.name} has ended: ${errors}`);
        await delay(100);
      }
    },
    ended,
    errors: () => errors,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    setClock: (aheadMs) => void child.stdin?.write(`${aheadMs}\n`),
  };
}

/** Returns the settings of a version that is reached at these origins, with the shops of the sandbox. */
export function environmentFor(
  url: string,
  sandbox: SandboxProcess,
  origins: Origins,
): Record<string, string> {
  return {
    DATABASE_URL: url,
    DEMO: '1',
    DEMO_SHOPS: '0',
    APP_ORIGIN: origins.app,
    IDENTITY_ORIGIN: origins.identity,
    VAULT_KEYS: `${assemblyKey.id}:${assemblyKey.bytes.toString('base64')}`,
    DATABASE_POOL_SIZE: '6',
    LOG_LEVEL: 'silent',
    ...environmentOf({
      lazadaUrl: sandbox.lazadaUrl,
      environment: { ...partnerSettings(sandbox), SHOPEE_PUSH_URL: shopeePushUrl },
    }),
  };
}
