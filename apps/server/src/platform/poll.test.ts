import { expect, it } from 'vitest';
import { startPolling } from './poll.ts';

const neverMs = 2 ** 30;
const fail = (error: unknown) => {
  throw error;
};

it('polls in rounds without overlap, until it is stopped', async () => {
  let running = 0;
  let maxRunning = 0;
  let rounds = 0;
  const polling = startPolling(
    async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((done) => setImmediate(done));
      running -= 1;
      rounds += 1;
    },
    { intervalMs: 0, onError: fail },
  );
  await expect.poll(() => rounds).toBeGreaterThan(2);
  await polling.stop();
  const roundsAtStop = rounds;
  await new Promise((done) => setImmediate(done));
  expect([maxRunning, running, rounds]).toEqual([1, 0, roundsAtStop]);
});

it('starts the next round when it is woken, also during a round', async () => {
  const ends: (() => void)[] = [];
  const polling = startPolling(() => new Promise<void>((done) => ends.push(done)), {
    intervalMs: neverMs,
    isDelayed: true,
    onError: fail,
  });
  expect(ends).toHaveLength(0);
  polling.wake();
  await expect.poll(() => ends.length).toBe(1);
  polling.wake();
  ends[0]?.();
  await expect.poll(() => ends.length).toBe(2);
  const stopped = polling.stop();
  let isStopped = false;
  void stopped.then(() => (isStopped = true));
  await new Promise((done) => setImmediate(done));
  expect(isStopped).toBe(false);
  ends[1]?.();
  await stopped;
  expect(ends).toHaveLength(2);
});

it('reports failed rounds and counts consecutive ones', async () => {
  const failures: number[] = [];
  const intervals: number[] = [];
  let rounds = 0;
  const polling = startPolling(
    async () => {
      rounds += 1;
      if (rounds !== 3) throw new Error('away');
    },
    {
      intervalMs: (count) => {
        intervals.push(count);
        return rounds < 4 ? 0 : neverMs;
      },
      onError: (_error, count) => failures.push(count),
    },
  );
  await expect.poll(() => intervals.length).toBe(4);
  await polling.stop();
  expect(failures).toEqual([1, 2, 1]);
  expect(intervals).toEqual([1, 2, 0, 1]);
});
