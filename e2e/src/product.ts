import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, freePorts } from '../../scripts/testing/free-ports.ts';

const root = join(import.meta.dirname, '..', '..');

/** The whole product, started by its own command with its own ports and data folder. */
export interface Product {
  origin: string;
  identityOrigin: string;
  sandboxOrigin: string;
  dataDir: string;
  /** Returns its output so far. */
  output(): string;
  /** Stops it and returns its exit code; null if the signal ended it. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Kills launcher, server, sandbox and database at once, like a power failure. */
  crash(): Promise<void>;
  /** Starts it again after a crash, at the same addresses and with the same data. */
  restart(): Promise<void>;
  /** Stops the processes of the database, as if its disk hung. Returns a function that continues them. */
  freezeDatabase(): () => void;
}

const startTimeoutMs = 180_000;

/**
 * For journeys without shop@demo.test: syncing the shops of that account would take more resources than the journey.
 */
export const noDemoShopsEnv = { DEMO_SHOPS: '0' };

/** For journeys that need no large shop: four months with a few orders per shop are synced in seconds. */
export const tinyWorldEnv = { SANDBOX_SIZE: 'tiny', SANDBOX_MONTHS: '4' };

/** For journeys without any shop. */
export const noShopsEnv = { ...noDemoShopsEnv, ...tinyWorldEnv };

/**
 * Starts the product like a new user and resolves when it prints its ready line.
 * @param options.oneOrigin puts application and identity provider on one port
 * @param options.dataDir persists between starts; by default a new folder is created and removed afterwards
 */
export async function startProduct(
  options: { dataDir?: string; oneOrigin?: boolean; env?: Record<string, string> } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'seller-connect-')));
  const [port, ownPort, sandboxPort] = await freeProductPorts();
  const identityPort = options.oneOrigin ? port : ownPort;
  const origin = `http://localhost:${port}`;
  const start = () =>
    launch({
      ...settingsOf([port, identityPort, sandboxPort]),
      DATA_DIR: dataDir,
      ...options.env,
    });
  let run = start();
  const waitUntilReady = () => waitForLine(run, `Seller Connect is ready at ${origin}`);
  const product: Product = {
    origin,
    identityOrigin: `http://localhost:${identityPort}`,
    sandboxOrigin: `http://localhost:${sandboxPort}`,
    dataDir,
    output: () => run.printed(),
    stop: async (signal = 'SIGTERM') => {
      const code = await stopProcess(run.child, signal);
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
    crash: async () => {
      const { child } = run;
      const exit = waitForExit(child);
      for (const pid of [child.pid ?? 0, ...descendants(child.pid ?? 0)])
        sendSignal(pid, 'SIGKILL');
      await exit;
    },
    async restart() {
      run = start();
      await waitUntilReady();
    },
    freezeDatabase() {
      const [pid] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split(
        '\n',
      );
      const pids = [Number(pid), ...descendants(Number(pid))];
      for (const each of pids) sendSignal(each, 'SIGSTOP');
      return () => {
        for (const each of pids) sendSignal(each, 'SIGCONT');
      };
    },
  };
  try {
    await waitUntilReady();
  } catch (error) {
    await product.stop('SIGKILL');
    throw error;
  }
  return product;
}

/**
 * Starts the product in an environment in which it must fail. Uses free ports by default. Returns output and exit code.
 */
export async function startExpectingFailure(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { child, printed } = launch({ ...settingsOf(await freeProductPorts()), ...env });
  const killTimer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  const code = await waitForExit(child);
  clearTimeout(killTimer);
  return { code, output: printed() };
}

function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, DEMO: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  return { child, printed: () => output };
}

async function waitForLine(
  { child, printed }: ReturnType<typeof launch>,
  line: string,
): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (!printed().includes(line)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The product ended before it was ready:\n${printed()}`);
    }
    if (Date.now() > deadline) throw new Error(`The product was not ready in time:\n${printed()}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function stopProcess(
  child: ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = waitForExit(child);
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 45_000);
    await exit;
    clearTimeout(killTimer);
  }
  return child.exitCode;
}

/** Resolves with the exit code when the process has exited and its output was read. */
function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once('close', (code) => done(code)));
}

/** Returns all descendant processes. */
function descendants(of: number): number[] {
  const pairs = process.platform === 'linux' ? parentsInProc() : parentsByPs();
  const below = (parent: number): number[] =>
    pairs.flatMap(([pid, above]) => (above === parent ? [pid, ...below(pid)] : []));
  return below(of);
}

/** Reads /proc, because small Linux images have no `ps`. */
function parentsInProc(): [pid: number, parent: number][] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
      return [[Number(pid), Number(parent)] as [number, number]];
    } catch {
      return []; // The process has exited.
    }
  });
}

function parentsByPs(): [pid: number, parent: number][] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return [...list.matchAll(/(\d+)\s+(\d+)/g)].map(([, pid, parent]) => [
    Number(pid),
    Number(parent),
  ]);
}

function sendSignal(pid: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has exited already.
  }
}

/** Returns free ports: application, identity provider, and the first of eight for the sandbox. */
async function freeProductPorts(): Promise<[number, number, number]> {
  return [await freePort(), await freePort(), await freePorts(8)];
}

function settingsOf([port, identityPort, sandboxPort]: [number, number, number]) {
  return {
    PORT: String(port),
    IDENTITY_PORT: String(identityPort),
    SANDBOX_PORT: String(sandboxPort),
  };
}
