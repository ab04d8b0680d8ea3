import { describe, expect, it } from 'vitest';
import { fetchAllByKey } from './fetch-all.ts';

/** A platform with these rows. `cuts` limits the number of rows of each response. */
function platform(has: readonly string[], cuts: readonly number[]) {
  const requestedKeys: string[][] = [];
  const ask = async (missing: readonly string[]) => {
    requestedKeys.push([...missing]);
    const rows = missing.filter((key) => has.includes(key));
    return rows.slice(0, cuts[requestedKeys.length - 1] ?? rows.length);
  };
  return {
    requestedKeys,
    all: async (keys: string[], maxEmptyAttempts: number) =>
      (await fetchAllByKey(keys, { size: 50, ask }, String, maxEmptyAttempts)).rows,
  };
}

describe('what is asked for by its keys', () => {
  it('is asked for once when the answer holds all of it, and not at all when there is nothing to ask', async () => {
    const { requestedKeys, all } = platform(['a', 'b'], []);
    expect(await all(['a', 'b'], 2)).toEqual(['a', 'b']);
    expect(await all([], 2)).toEqual([]);
    expect(requestedKeys).toEqual([['a', 'b']]);
  });

  it('is asked for again without what is there, as long as answers bring something new', async () => {
    const { requestedKeys, all } = platform(['a', 'b', 'c', 'd'], [1, 1, 1]);
    expect(await all(['a', 'b', 'c', 'd'], 1)).toEqual(['a', 'b', 'c', 'd']);
    expect(requestedKeys.map((keys) => keys.length)).toEqual([4, 3, 2, 1]);
  });

  it('is waited for through as many empty answers as allowed, counted from the last new row', async () => {
    const twice = platform(['a', 'b'], [0, 1, 0]);
    expect(await twice.all(['a', 'b'], 2)).toEqual(['a', 'b']);
    expect(twice.requestedKeys).toHaveLength(4);
    const once = platform(['a', 'b'], [0, 1, 0]);
    expect(await once.all(['a', 'b'], 1)).toEqual([]);
  });

  it('is taken for what is not there when nothing comes of it', async () => {
    const { requestedKeys, all } = platform(['a'], []);
    expect(await all(['a', 'nobody'], 2)).toEqual(['a']);
    expect(requestedKeys).toEqual([['a', 'nobody'], ['nobody'], ['nobody']]);
  });
});
