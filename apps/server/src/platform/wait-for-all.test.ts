import { expect, it } from 'vitest';
import { waitForAll } from './process/shutdown.ts';

it('resolves to all values', async () => {
  expect(await waitForAll([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2]);
});

it('rejects with the first failure of the list once all have ended', async () => {
  const slow = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const ended: string[] = [];
  const all = waitForAll([slow.promise, Promise.reject(new Error('second')), late.promise]);
  const outcome = all.catch(({ message }: Error) => ended.push(message));
  slow.reject(new Error('first'));
  await slow.promise.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual([]);
  late.resolve();
  await outcome;
  expect(ended).toEqual(['first']);
});
