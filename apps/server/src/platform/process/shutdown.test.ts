import { expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';

const log = { error: () => undefined };

/** Creates a shutdown whose handlers record the order in which they run. */
function recorded(times?: { finishTimeoutMs?: number; lingerMs?: number }) {
  const shutdown = createShutdown(log, times);
  const order: string[] = [];
  const stop = (name: string) => async () => void order.push(name);
  return { shutdown, order, stop };
}

it('stops what accepts work first, then its dependencies, newest first', async () => {
  const { shutdown, order, stop } = recorded();
  shutdown.close(stop('pool'));
  shutdown.finish(stop('listener'));
  shutdown.close(stop('jobs'));
  shutdown.finish(stop('worker'));
  await shutdown.run();
  expect(order).toEqual(['listener', 'worker', 'jobs', 'pool']);
});

it('continues when a part fails to stop', async () => {
  const { shutdown, order, stop } = recorded();
  shutdown.close(stop('pool'));
  shutdown.finish(() => Promise.reject(new Error('stuck')));
  await shutdown.run();
  expect(order).toEqual(['pool']);
});

it('reports not ready before anything stops', async () => {
  const { shutdown, order, stop } = recorded({ lingerMs: 20 });
  shutdown.finish(stop('listener'));
  shutdown.readiness.answered(false);
  const ended = shutdown.run();
  expect(shutdown.readiness.isStopping).toBe(true);
  expect(order).toEqual([]);
  shutdown.readiness.answered(true);
  // Calls that are on their way are still taken.
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  await ended;
  expect(order).toEqual(['listener']);
});

it('does not wait forever for pending work', async () => {
  const { shutdown, order, stop } = recorded({ finishTimeoutMs: 1 });
  shutdown.close(stop('tokens'));
  shutdown.finish(() => new Promise(() => undefined));
  await shutdown.run();
  expect(order).toEqual(['tokens']);
});
