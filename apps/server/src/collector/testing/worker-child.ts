import { spawn } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'worker-process.ts');

export interface WorkerChild {
  /** SIGKILL, and wait until it is gone. */
  readonly kill: () => Promise<void>;
}

/** A worker in a process of its own; ready when the promise resolves. */
export async function startWorkerChild(options: {
  databaseUrl: string;
  lazadaUrl: string;
  callsPerSecond: number;
}): Promise<WorkerChild> {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: options.databaseUrl,
      LAZADA_URL: options.lazadaUrl,
      CALLS_PER_SECOND: String(options.callsPerSecond),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const ready = new Promise<void>((done) => child.stdout.once('data', () => done()));
  const early = await Promise.race([ready, ended]);
  if (early !== undefined) throw new Error(`The worker ended with ${early}`);
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
