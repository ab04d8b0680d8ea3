import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { DyingMoment } from './dying-database.ts';

const program = join(import.meta.dirname, 'worker-process.ts');

export interface WorkerChild {
  readonly pid: number;
  /** Settles when it is gone. */
  readonly ended: Promise<unknown>;
  /** SIGKILL, and wait until it is gone. */
  readonly kill: () => Promise<void>;
}

/** A worker in a process of its own; ready when the promise resolves. */
export async function startWorkerChild(options: {
  databaseUrl: string;
  lazadaUrl: string;
  callsPerSecond: number;
  /** Settings of further partners. */
  environment?: Record<string, string>;
  /** Keeps the product's own leases and pauses, not the short ones that let a test see a worker replaced. */
  asShipped?: boolean;
  /** When it is to be killed by itself. */
  diesAt?: DyingMoment;
}): Promise<WorkerChild> {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: options.databaseUrl,
      LAZADA_URL: options.lazadaUrl,
      CALLS_PER_SECOND: String(options.callsPerSecond),
      PARTNER_SETTINGS: JSON.stringify(options.environment ?? {}),
      AS_SHIPPED: String(options.asShipped ?? false),
      DIES_AT: JSON.stringify(options.diesAt ?? null),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const ready = new Promise<void>((done) => child.stdout.once('data', () => done()));
  const early = await Promise.race([ready, ended]);
  if (early !== undefined && !options.diesAt) throw new Error(`The worker ended with ${early}`);
  return {
    pid: child.pid ?? 0,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
