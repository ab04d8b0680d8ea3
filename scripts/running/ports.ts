import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupFailure } from '../setup/setup-failure.mjs';

/** A port that is about to be used, and the setting that moves it. */
export type WantedPort = { port: number; setting: string; what: string; example: number };

/**
 * Throws with one sentence when a port is taken.
 * @param patience milliseconds to wait for processes of an earlier start that are still ending
 */
export async function requireFreePorts(wanted: WantedPort[], patience: number): Promise<void> {
  const until = Date.now() + patience;
  for (;;) {
    const taken = await firstTaken(wanted);
    if (!taken) return;
    if (Date.now() >= until) throw new SetupFailure(sentence(taken));
    await sleep(100);
  }
}

async function firstTaken(wanted: WantedPort[]): Promise<WantedPort | undefined> {
  for (const each of wanted) {
    // Some systems let a narrow address be taken beside a wide one, so both are tried.
    for (const host of ['127.0.0.1', '::']) {
      if (await isTaken(each.port, host)) return each;
    }
  }
  return undefined;
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true);
      else if (error.code === 'EACCES') {
        reject(
          new SetupFailure(`This user may not open port ${port}: choose one from 1024 upwards.`),
        );
      } else resolve(false); // No IPv6 on this machine.
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(false)));
  });
}

function sentence({ port, setting, what, example }: WantedPort): string {
  return `Port ${port} (${what}) is taken by another program: stop that program, or choose another port with ${setting}, for example ${setting}=${example} npm start.`;
}
