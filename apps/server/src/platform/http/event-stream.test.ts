import { once } from 'node:events';
import { get } from 'node:http';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { openEventStream } from './event-stream.ts';
import { createApp } from './http.ts';

/** Serves a response that `begin` writes by hand, to a client that reads it. */
async function serve(begin: (reply: FastifyReply) => void) {
  const app = createApp(createLog('silent'));
  const begun = Promise.withResolvers<FastifyReply['raw']>();
  app.get('/hijacked', async (_request, reply) => {
    begin(reply);
    begun.resolve(reply.raw);
  });
  app.get('/next', async () => 'answered');
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = get(`${origin}/hijacked`);
  client.on('error', () => undefined);
  await once(client, 'response');
  return {
    raw: await begun.promise,
    next: async () => (await fetch(`${origin}/next`)).text(),
    async stop() {
      client.destroy();
      await app.close();
    },
  };
}

const cutOff = new Error('write EPIPE');

it('an error of a raw response does not affect other requests', async () => {
  const { raw, next, stop } = await serve((reply) => {
    reply.hijack();
    reply.raw.write('the first part');
  });
  // Fastify listens for the first error only. Without a listener, an error ends the process.
  expect(raw.emit('error', cutOff)).toBe(true);
  expect(() => raw.emit('error', cutOff)).not.toThrow();
  expect(raw.socket?.emit('error', cutOff)).toBe(true);
  expect(await next()).toBe('answered');
  await stop();
});

it('an error of an event stream closes it, and does not affect other requests', async () => {
  let closed: Promise<void> | undefined;
  const { raw, next, stop } = await serve((reply) => {
    const stream = openEventStream(reply, () => undefined);
    stream.send('progress', 'the first event');
    closed = stream.closed;
  });
  expect(raw.emit('error', cutOff)).toBe(true);
  expect(raw.destroyed).toBe(true);
  await closed;
  expect(await next()).toBe('answered');
  await stop();
});
