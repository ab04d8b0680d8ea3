import { spawn } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'identity-process.ts');

export interface IdentityChild {
  origin: string;
  /** Sends SIGKILL and waits until the process has exited. */
  kill(): Promise<void>;
}

/** Starts the identity provider in its own process; resolves when it listens. */
export async function startIdentityChild(options: {
  databaseUrl: string;
  port: number;
  /** 32 bytes. */
  vaultKey: Buffer;
}): Promise<IdentityChild> {
  const child = spawn(process.execPath, [program], {
    env: {
      // Lets child processes share one compile cache.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PATH: process.env['PATH'],
      DATABASE_URL: options.databaseUrl,
      IDENTITY_PORT: String(options.port),
      VAULT_KEY: options.vaultKey.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const ready = new Promise<void>((done) => child.stdout.once('data', () => done()));
  const early = await Promise.race([ready, ended]);
  if (early !== undefined) throw new Error(`The identity provider ended with ${early}`);
  return {
    origin: `http://localhost:${options.port}`,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
