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
