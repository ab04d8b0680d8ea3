import { createServer } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort, freePorts, isFree } from './free-ports.ts';

it('returns consecutive free ports below those of connections', async () => {
  const first = await freePorts(8);
  expect(first).toBeGreaterThan(10_080);
  expect(first + 7).toBeLessThan(32_768);
  for (let port = first; port < first + 8; port += 1) expect(await isFree(port)).toBe(true);
});

it('returns another port each time', async () => {
  const ports = [await freePort(), await freePort(), await freePort()];
  expect(new Set(ports).size).toBe(3);
});

it('skips a port that is taken', async () => {
  // Each copy of the module begins with the same ports.
  const port = await (await loadAnew()).freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  expect(await isFree(port)).toBe(false);
  expect(await (await loadAnew()).freePort()).not.toBe(port);
});

function loadAnew() {
  vi.resetModules();
  return import('./free-ports.ts');
}
