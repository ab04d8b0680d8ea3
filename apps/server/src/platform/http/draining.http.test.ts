import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createApp } from './http.ts';
import { createLog } from '../log.ts';
import { createShutdown } from '../process/shutdown.ts';
import { registerHealthRoutes } from '../telemetry/health.ts';

const log = createLog('silent');
/** More than the buffers of a connection hold. */
const largeBytes = 32 * 1024 * 1024;

/** Starts a listener with a call whose response the test controls. */
async function start(drainMs?: number) {
  const app = createApp(log, { ...(drainMs !== undefined && { drainMs }) });
  const shutdown = createShutdown(log);
  registerHealthRoutes(app, { checks: [], readiness: shutdown.readiness });
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/held', async () => {
    begun.resolve();
    return answer.promise;
  });
  app.get('/large', async () => Buffer.alloc(largeBytes));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  shutdown.finish(() => app.close());
  return { origin, shutdown, begun: begun.promise, answer };
}

it('completes a pending call during shutdown, and closes its connection', async () => {
  const { origin, shutdown, begun, answer } = await start();
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  const call = fetch(`${origin}/held`);
  await begun;
  const ended = shutdown.run();
  // Probes see the shutdown while calls are still accepted.
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  await expect
    .poll(() =>
      fetch(`${origin}/healthz`).then(
        ({ status }) => status,
        () => 'closed',
      ),
    )
    .not.toBe(200);
  answer.resolve('done');
  const answered = await call;
  expect(await answered.text()).toBe('done');
  expect(answered.headers.get('connection')).toBe('close');
  await ended;
});

it('sends the rest of an answer that a client is receiving during shutdown', async () => {
  const { origin, shutdown } = await start();
  const { hostname: host, port } = new URL(origin);
  const client = connect({ host, port: Number(port) });
  client.write('GET /large HTTP/1.1\r\nhost: test\r\n\r\n');
  await once(client, 'readable');
  const ended = shutdown.run();
  await expect
    .poll(() =>
      fetch(`${origin}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  const received = await buffer(client);
  expect(received.subarray(received.indexOf('\r\n\r\n') + 4)).toHaveLength(largeBytes);
  await ended;
});

it('waits for no balancer if only the start of the process was probed', async () => {
  const { origin, shutdown } = await start();
  expect((await fetch(`${origin}/readyz?startup`)).status).toBe(200);
  const ended = shutdown.run();
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed');
  await ended;
});

it('aborts a call that does not end in time', async () => {
  const { origin, shutdown, begun } = await start(10);
  const call = fetch(`${origin}/held`);
  await begun;
  await Promise.all([shutdown.run(), expect(call).rejects.toThrow(/fetch failed/)]);
});

it('responds 503 with Retry-After while the database is down', async () => {
  const app = createApp(log);
  app.get('/orders', () => Promise.reject(new Error('Connection terminated unexpectedly')));
  const answer = await app.inject({ url: '/orders', headers: { 'accept-language': 'en' } });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toMatchObject({
    error: 'database_unavailable',
    message: expect.stringContaining('Your data is safe'),
  });
});
