import { describe, expect, it } from 'vitest';
import { mapConcurrently } from './batches.ts';

describe('mapConcurrently', () => {
  it('returns results in order, and limits concurrency', async () => {
    let underWay = 0;
    let maxUnderWay = 0;
    const items = Array.from({ length: 20 }, (_, index) => index);
    const results = await mapConcurrently(items, 3, async (item) => {
      underWay += 1;
      maxUnderWay = Math.max(maxUnderWay, underWay);
      for (let tick = 0; tick < item % 4; tick += 1) await Promise.resolve();
      underWay -= 1;
      return item * 2;
    });
    expect(results).toEqual(items.map((item) => item * 2));
    expect(maxUnderWay).toBe(3);
    expect(await mapConcurrently([], 3, async (item) => item)).toEqual([]);
  });

  it('starts nothing after a failure, and rejects once all started items have ended', async () => {
    const begun: number[] = [];
    let ended = 0;
    const working = mapConcurrently([0, 1, 2, 3, 4, 5], 2, async (item) => {
      begun.push(item);
      await Promise.resolve();
      ended += 1;
      if (item === 1) throw new Error('no');
    });
    await expect(working).rejects.toThrow('no');
    expect(ended).toBe(begun.length);
    expect(begun).not.toContain(5);
  });
});
