import type { FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import { startIdentity } from './testing/start-identity.ts';

const parts = vi.hoisted(() => ({
  listeners: [] as FastifyInstance[],
  pollings: 0,
  stopped: 0,
  /** The rounds during which the pollings are stopped. */
  lastRounds: Promise.resolve(),
}));

vi.mock(import('../platform/http/http.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    createApp(...given) {
      const app = original.createApp(...given);
      parts.listeners.push(app);
      return app;
    },
  };
});

vi.mock(import('../platform/poll.ts'), () => ({
  startPolling() {
    parts.pollings += 1;
    return {
      wake: () => undefined,
      async stop() {
        await parts.lastRounds;
        parts.stopped += 1;
      },
    };
  },
}));

it('closing ends every part before it fails with the listener', async () => {
  const running = await startIdentity();
  const rounds = Promise.withResolvers<void>();
  parts.lastRounds = rounds.promise;
  const [listener] = parts.listeners;
  if (!listener) throw new Error('There is no listener');
  const failure = new Error('A hook of the listener failed');
  vi.spyOn(listener, 'close').mockRejectedValueOnce(failure);
  const ended: unknown[] = [];
  const closing = running.identity.close().catch((error: unknown) => ended.push(error));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual([]);
  rounds.resolve();
  await closing;
  expect(ended).toEqual([failure]);
  expect(parts.pollings).toBeGreaterThan(0);
  expect(parts.stopped).toBe(parts.pollings);
  await running.stop();
});
