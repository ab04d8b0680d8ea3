import { expect, it } from 'vitest';
import { createHashingQueue, HashingBusy } from './password-hasher.ts';

/** Work that finishes on demand, in the order in which it started. */
function desk(limits: Parameters<typeof createHashingQueue>[0]) {
  const run = createHashingQueue(limits);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    refused,
    come(network: string, name = network) {
      const { promise, resolve } = Promise.withResolvers<void>();
      run(network, async () => {
        begun.push(name);
        ends.push(resolve);
        await promise;
      }).catch((error: unknown) => {
        if (!(error instanceof HashingBusy)) throw error;
        refused.push(name);
      });
    },
    async endOne() {
      ends.shift()?.();
      // The next work starts after the microtasks of the finished one.
      await new Promise((next) => setImmediate(next));
    },
  };
}

it('serves networks round-robin: a request after a flood waits for one of each', async () => {
  const { come, endOne, begun } = desk({ atOnce: 1, waitingEach: 5, waiting: 100 });
  for (let each = 0; each < 5; each += 1) for (const flood of ['a', 'b', 'c']) come(flood);
  come('owner');
  for (let each = 0; each < 4; each += 1) await endOne();
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'owner']);
});

it('refuses the excess of one network only', async () => {
  const { come, endOne, refused } = desk({ atOnce: 1, waitingEach: 3, waiting: 100 });
  for (let each = 0; each < 9; each += 1) come('flood');
  come('owner');
  await endOne();
  expect(refused).toEqual(Array.from({ length: 5 }, () => 'flood'));
});

it('makes room in a full queue by dropping the newest request of the busiest network', async () => {
  const { come, endOne, refused, begun } = desk({ atOnce: 1, waitingEach: 10, waiting: 4 });
  come('first');
  for (const name of ['flood 1', 'flood 2', 'flood 3', 'flood 4']) come('flood', name);
  come('owner');
  for (let each = 0; each < 5; each += 1) await endOne();
  expect(refused).toEqual(['flood 4']);
  expect(begun).toEqual(['first', 'flood 1', 'owner', 'flood 2', 'flood 3']);
});

it('stays bounded when every network has a single request', async () => {
  const { come, endOne, refused } = desk({ atOnce: 1, waitingEach: 10, waiting: 3 });
  for (const network of ['a', 'b', 'c', 'd', 'e', 'f']) come(network);
  await endOne();
  expect(refused).toEqual(['e', 'f']);
});
