import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, freePorts, isFree } from './free-ports.ts';

it('returns consecutive free ports below those of connections', async () => {
  const first = await freePorts(8);
  expect(first).toBeGreaterThan(10_080);
  expect(first + 7).toBeLessThan(32_768);
  for (let port = first; port < first + 8; port += 1) expect(await isFree(port)).toBe(true);
});

it('returns another port each time, and none that is taken', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  expect(await isFree(port)).toBe(false);
  expect(await freePort()).not.toBe(port);
});
