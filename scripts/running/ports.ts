import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupFailure } from '../setup/setup-failure.mjs';

/** A required port and the setting that changes it. */
export type RequiredPort = { port: number; setting: string; what: string; example: number };

/** What listens on the ports after the sandbox's, in this order. */
const sandboxPlatforms = ['Lazada', 'Shopee', 'Tiki', 'TikTok Shop', 'Facebook', 'Google', 'Zalo'];

/** Returns the port of the sandbox and those of its platforms. */
export function sandboxPorts(port: number): RequiredPort[] {
  const names = ['the sandbox', ...sandboxPlatforms.map((name) => `${name} in the sandbox`)];
  return names.map((what, index) => ({
    port: port + index,
    setting: 'SANDBOX_PORT',
    what,
    example: port + 100,
  }));
}

/**
 * Checks that all ports are free.
 * @param maxWaitMs how long to wait for processes of an earlier run that are still stopping
 * @throws SetupFailure with one sentence if a port is taken, or if this user may not open it
 */
export async function requireFreePorts(ports: RequiredPort[], maxWaitMs: number): Promise<void> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const taken = await findTakenPort(ports);
    if (!taken) return;
    if (Date.now() >= deadline) throw new SetupFailure(portTakenMessage(taken));
    await sleep(100);
  }
}

async function findTakenPort(ports: RequiredPort[]): Promise<RequiredPort | undefined> {
  for (const each of ports) {
    // Some systems allow binding a specific address in addition to the wildcard address, so both are tried.
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

function portTakenMessage({ port, setting, what, example }: RequiredPort): string {
  return `Port ${port} (${what}) is taken by another program: stop that program, or choose another port with ${setting}, for example ${setting}=${example} npm start.`;
}
