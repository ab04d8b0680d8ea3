import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openEvents, type Events } from './events.ts';

const tenants = { hoaMai: 'tenant-a', tranAnh: 'tenant-b' };

/** Keys of each statement that was sent. */
let sent: string[][];
let isDown: boolean;
let events: Events;
const log = { warn: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  log.warn.mockReset();
  [sent, isDown] = [[], false];
  events = openEvents({
    url: '',
    log,
    database: {
      execute: async (_statement, values = []) => {
        if (isDown) throw new Error('Connection terminated');
        const [keys] = values;
        sent.push(Array.isArray(keys) ? keys.map(String) : []);
        return 1;
      },
    },
  });
});
afterEach(async () => {
  await events.close();
  vi.useRealTimers();
});

it('sends the first event at once, and those of the next 100 ms together, each once', async () => {
  events.publish('collector', tenants.hoaMai);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([['collector:tenant-a']]);
  for (let count = 0; count < 50; count += 1) {
    events.publish('collector', tenants.hoaMai);
    events.publish('collector', tenants.tranAnh);
  }
  await vi.advanceTimersByTimeAsync(99);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.slice(1)).toEqual([['collector:tenant-a', 'collector:tenant-b']]);
});

it('sends at most ten statements a second', async () => {
  for (let ms = 0; ms < 990; ms += 1) {
    events.publish('collector', tenants.hoaMai);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(sent).toHaveLength(10);
});

it('retries events that the database did not accept', async () => {
  isDown = true;
  events.publish('collector', tenants.hoaMai);
  await vi.advanceTimersByTimeAsync(250);
  events.publish('collector', tenants.tranAnh);
  expect(sent).toEqual([]);
  expect(log.warn).toHaveBeenCalled();
  isDown = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([['collector:tenant-a', 'collector:tenant-b']]);
});

it('flushes the last events on close', async () => {
  events.publish('collector', tenants.hoaMai);
  await vi.advanceTimersByTimeAsync(0);
  events.publish('collector', tenants.tranAnh);
  await events.close();
  expect(sent).toEqual([['collector:tenant-a'], ['collector:tenant-b']]);
});

it('does not wait for an unreachable database on close', async () => {
  isDown = true;
  events.publish('collector', tenants.hoaMai);
  await events.close();
  expect(sent).toEqual([]);
});

/** Messages of PostgreSQL: the login succeeded, and queries are welcome. */
const loggedIn = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

it('keeps no connection of a listener that could not listen', async () => {
  vi.useRealTimers();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    // Answers nothing after the login, like a database that is too busy.
    socket.once('data', () => socket.write(loggedIn));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is listened on');
  const listening = openEvents({
    url: `postgres://any@127.0.0.1:${address.port}/any?sslmode=disable`,
    log,
    database: { execute: async () => 0 },
    heartbeatTimeoutMs: 10,
  });
  listening.subscribe('collector', tenants.hoaMai, () => undefined);
  await expect.poll(() => sockets.length, { timeout: 10_000 }).toBeGreaterThan(1);
  await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  await listening.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});
