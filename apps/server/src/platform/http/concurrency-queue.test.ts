import { expect, it } from 'vitest';
import { createConcurrencyQueue } from './concurrency-queue.ts';

const stays = new AbortController().signal;

it('runs two at a time of one key, in order, and others beside them', async () => {
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

it('gives a place on to the next when work fails, and takes nothing for a caller who has gone', async () => {
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
