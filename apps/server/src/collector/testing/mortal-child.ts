import { spawn } from 'node:child_process';
import type { DyingMoment } from '../../platform/testing/dying-moments.ts';

export interface MortalChild {
  readonly pid: number;
  /** Its first line; empty when it died before it was ready. */
  readonly line: string;
  /** Settles when it is gone. */
  readonly ended: Promise<unknown>;
  /** SIGKILL, and wait until it is gone. */
  readonly kill: () => Promise<void>;
}

export interface MortalOptions {
  databaseUrl: string;
  lazadaUrl: string;
  callsPerSecond: number;
  /** Settings of further partners. */
  environment?: Record<string, string>;
  /** When it is to be killed by itself. */
  diesAt?: DyingMoment;
}

/** A program in a process of its own, given as a path; ready when the promise resolves. */
export async function startMortalChild(
  program: string,
  options: MortalOptions,
  more: Record<string, string> = {},
): Promise<MortalChild> {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: options.databaseUrl,
      LAZADA_URL: options.lazadaUrl,
      CALLS_PER_SECOND: String(options.callsPerSecond),
      PARTNER_SETTINGS: JSON.stringify(options.environment ?? {}),
      DIES_AT: JSON.stringify(options.diesAt ?? null),
      ...more,
    },
    // Its input ends with this process, and it with its input.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const ready = new Promise<string>((done) =>
    child.stdout.once('data', (text: Buffer) => done(text.toString().trim())),
  );
  const first = await Promise.race([ready, ended]);
  if (typeof first !== 'string' && !options.diesAt) {
    throw new Error(`${program} ended with ${first}`);
  }
  return {
    pid: child.pid ?? 0,
    line: typeof first === 'string' ? first : '',
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
