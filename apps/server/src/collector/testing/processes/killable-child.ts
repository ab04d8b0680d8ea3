import { join } from 'node:path';
import { spawn } from 'node:child_process';
import type { CrashPoint } from '../../../platform/database/testing/crash-points.ts';

export interface KillableChild {
  readonly pid: number;
  /** Its first line of output; empty if it died before it was ready. */
  readonly line: string;
  /** Settles when the process has ended. */
  readonly ended: Promise<unknown>;
  /** Returns the crash point at which it died; null if it died elsewhere or has not ended. */
  readonly diedAt: () => CrashPoint | null;
  /** Sets its clock ahead of the machine's, in milliseconds. */
  readonly setClock: (aheadMs: number) => void;
  /** Sends SIGKILL and waits until the process has ended. */
  readonly kill: () => Promise<void>;
}

export interface KillableOptions {
  databaseUrl: string;
  lazadaUrl: string;
  callsPerSecond: number;
  /** Settings of further partners. */
  environment?: Record<string, string>;
  /** Crash points; the process kills itself at the first one that it reaches. */
  diesAt?: readonly CrashPoint[];
}

/** Starts a program of this folder in a process of its own; it is ready when the promise resolves. */
async function startKillableChild(
  program: string,
  options: KillableOptions,
  extraEnvironment: Record<string, string> = {},
): Promise<KillableChild> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program)], {
    env: {
      // Shares compiled code between processes.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PATH: process.env['PATH'],
      DATABASE_URL: options.databaseUrl,
      LAZADA_URL: options.lazadaUrl,
      CALLS_PER_SECOND: String(options.callsPerSecond),
      PARTNER_SETTINGS: JSON.stringify(options.environment ?? {}),
      DIES_AT: JSON.stringify(options.diesAt ?? []),
      ...extraEnvironment,
    },
    // The child exits when its standard input ends, which happens when this process dies.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // `close`, unlike `exit`, also waits for the rest of the output.
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let output = '';
  const ready = new Promise<string>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      // A process that dies before it is ready prints only its crash point.
      if (!output.startsWith('died ')) done(output.split('\n')[0] ?? '');
    });
  });
  const first = await Promise.race([ready, ended]);
  if (typeof first !== 'string' && !options.diesAt) {
    throw new Error(`${program} ended with ${first}`);
  }
  return {
    pid: child.pid ?? 0,
    line: typeof first === 'string' ? first : '',
    ended,
    diedAt() {
      const [, index] = /^died (\d+)$/m.exec(output) ?? [];
      return (index !== undefined && options.diesAt?.[Number(index)]) || null;
    },
    setClock: (aheadMs) => void child.stdin.write(`${aheadMs}\n`),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts a worker in a process of its own; it is ready when the promise resolves. */
export function startWorkerChild(
  options: KillableOptions & {
    /** Uses the product's default leases and intervals instead of short ones for tests. */
    asShipped?: boolean;
  },
): Promise<KillableChild> {
  return startKillableChild('worker-process.ts', options, {
    AS_SHIPPED: String(options.asShipped ?? false),
  });
}

/**
 * Starts the receiver of pushes in a process of its own; it listens when the promise resolves.
 * @param port 0 takes a free port; the address is the child's `line`
 */
export function startReceiverChild(options: KillableOptions, port = 0): Promise<KillableChild> {
  return startKillableChild('receiver-process.ts', options, { RECEIVER_PORT: String(port) });
}
