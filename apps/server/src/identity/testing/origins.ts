import { createServer } from 'node:net';

/** An origin without a listener: redirects to it are inspected, never followed. */
export const appOrigin = 'http://localhost:9';

/** Returns a port that is currently unused. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}
