import { afterEach, expect, it, vi } from 'vitest';
import { createConcurrencyQueue } from './concurrency-queue.ts';
import { Problem } from '../problem.ts';

const stays = new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
});

it('runs two tasks of a key at a time, in order, and other keys concurrently', async () => {
  const enqueue = createConcurrencyQueue({ running: 2, waiting: 2 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const start = (key: string, name: string, signal = stays) =>
    enqueue(key, signal, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const leaving = new AbortController();
  const all = [start('a', '1'), start('a', '2'), start('a', '3', leaving.signal), start('a', '4')];
  await expect(start('a', '5')).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  all.push(start('b', '6'));
  await expect.poll(() => begun).toEqual(['1', '2', '6']);

  leaving.abort(new Error('gone'));
  await expect(all[2]).rejects.toThrow('gone');
  ends[0]?.();
  await all[0];
  await expect.poll(() => begun).toEqual(['1', '2', '6', '4']);
  for (const end of ends.splice(0)) end();
  await Promise.all([all[1], all[3], all[4]]);
});

it('counts the tasks that still run after one has ended or was refused', async () => {
  const enqueue = createConcurrencyQueue({ running: 2, waiting: 0 });
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const tasks = [first, second].map(({ promise }) => enqueue('a', stays, () => promise));
  await expect(enqueue('a', stays, async () => 'third')).rejects.toMatchObject({ status: 429 });
  first.resolve();
  await tasks[0];
  const third = Promise.withResolvers<void>();
  tasks.push(enqueue('a', stays, () => third.promise));
  await expect(enqueue('a', stays, async () => 'fourth')).rejects.toMatchObject({ status: 429 });
  for (const { resolve } of [second, third]) resolve();
  await Promise.all(tasks);
});

it('continues after a failed task, and skips a task whose caller has left', async () => {
  const enqueue = createConcurrencyQueue({ running: 1, waiting: 9 });
  const failing = enqueue('a', stays, async () => {
    throw new Error('no');
  });
  const next = enqueue('a', stays, async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  const never = enqueue('a', AbortSignal.abort(new Error('gone')), async () => 'done');
  await expect(never).rejects.toThrow('gone');
});

it('gives free slots to the keys in turn, and the last one only to a key that has none', async () => {
  const enqueue = createConcurrencyQueue({ total: 3, running: 2, waiting: 9 });
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const all = ['a1', 'b1', 'a2', 'a3', 'a4', 'b2', 'c1', 'd1', 'd2'].map((name) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return enqueue(name.slice(0, 1), stays, () => {
      begun.push(name);
      return end.promise;
    });
  });
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1']);
  for (const [ended, next] of [
    ['a1', 'a2'],
    ['b1', 'b2'],
    // One task of each other team has run since `d1` came, and not all that came before it.
    ['c1', 'd1'],
    // `a2` and `b2` run: the last slot is none for `a3`.
    ['d1', 'd2'],
    ['a2', 'a3'],
  ] as const) {
    ends.get(ended)?.resolve();
    await expect.poll(() => begun.at(-1)).toBe(next);
  }
  for (const end of ends.values()) end.resolve();
  await Promise.all(all);
});

it('limits the wait, and does not run the task of a caller who left', async () => {
  vi.useFakeTimers();
  const busyProblem = () => new Problem(503, 'busy', { vi: '', en: '' });
  const enqueue = createConcurrencyQueue({
    total: 1,
    running: 1,
    waiting: 1,
    maxWaitMs: 20_000,
    busyProblem,
  });
  const end = Promise.withResolvers<string>();
  const first = enqueue('a', stays, () => end.promise);
  const late = vi.fn(async () => 'late');
  const refused = enqueue('b', stays, late).catch((error: unknown) => error);
  await expect(enqueue('b', stays, late)).rejects.toMatchObject({ code: 'busy' });
  await vi.advanceTimersByTimeAsync(19_999);
  const next = enqueue('c', stays, async () => 'done');
  await vi.advanceTimersByTimeAsync(1);
  expect(await refused).toMatchObject({ code: 'busy' });
  end.resolve('first');
  expect(await Promise.all([first, next])).toEqual(['first', 'done']);
  expect(late).not.toHaveBeenCalled();
});
