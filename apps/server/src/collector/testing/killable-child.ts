import { spawn } from 'node:child_process';
import type { CrashPoint } from '../../platform/database/testing/crash-points.ts';

export interface KillableChild {
  readonly pid: number;
  /** Its first line; empty when it died before it was ready. */
  readonly line: string;
  /** Settles when it is gone. */
  readonly ended: Promise<unknown>;
  /** At which of its moments it died, once it is gone; null when it was none of them. */
  readonly diedAt: () => CrashPoint | null;
  /** Sets its clock so far ahead of the machine's, in milliseconds. */
  readonly setClock: (aheadMs: number) => void;
  /** SIGKILL, and wait until it is gone. */
  readonly kill: () => Promise<void>;
}

export interface KillableOptions {
  databaseUrl: string;
  lazadaUrl: string;
  callsPerSecond: number;
  /** Settings of further partners. */
  environment?: Record<string, string>;
  /** Moments at the first of which it is to be killed by itself. */
  diesAt?: readonly CrashPoint[];
}

/** A program in a process of its own, given as a path; ready when the promise resolves. */
export async function startKillableChild(
  program: string,
  options: KillableOptions,
  extraEnvironment: Record<string, string> = {},
): Promise<KillableChild> {
  const child = spawn(process.execPath, [program], {
    env: {
      // What is compiled once is not compiled anew in each process.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PATH: process.env['PATH'],
      DATABASE_URL: options.databaseUrl,
      LAZADA_URL: options.lazadaUrl,
      CALLS_PER_SECOND: String(options.callsPerSecond),
      PARTNER_SETTINGS: JSON.stringify(options.environment ?? {}),
      DIES_AT: JSON.stringify(options.diesAt ?? []),
      ...extraEnvironment,
    },
    // Its input ends with this process, and it with its input.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Once all that it said has come, too.
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let output = '';
  const ready = new Promise<string>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      // It may die before it is ready.
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
