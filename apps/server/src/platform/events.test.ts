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

it('the first event is sent at once, and those of the next tenth of a second together, each once', async () => {
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

it('a process that commits all the time sends ten statements a second', async () => {
  for (let ms = 0; ms < 990; ms += 1) {
    events.publish('collector', tenants.hoaMai);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(sent).toHaveLength(10);
});

it('events that the database did not take are sent again until it does', async () => {
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

it('a process that ends sends its last events first', async () => {
  events.publish('collector', tenants.hoaMai);
  await vi.advanceTimersByTimeAsync(0);
  events.publish('collector', tenants.tranAnh);
  await events.close();
  expect(sent).toEqual([['collector:tenant-a'], ['collector:tenant-b']]);
});

it('a process that ends does not wait for a database that is down', async () => {
  isDown = true;
  events.publish('collector', tenants.hoaMai);
  await events.close();
  expect(sent).toEqual([]);
});
