import { describe, expect, it } from 'vitest';
import { fetchAllByKey } from './batches.ts';

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

describe('fetchAll', () => {
  it('sends one request if the response is complete, and none without keys', async () => {
    const { requestedKeys, all } = platform(['a', 'b'], []);
    expect(await all(['a', 'b'], 2)).toEqual(['a', 'b']);
    expect(await all([], 2)).toEqual([]);
    expect(requestedKeys).toEqual([['a', 'b']]);
  });

  it('requests the missing keys again while responses bring new rows', async () => {
    const { requestedKeys, all } = platform(['a', 'b', 'c', 'd'], [1, 1, 1]);
    expect(await all(['a', 'b', 'c', 'd'], 1)).toEqual(['a', 'b', 'c', 'd']);
    expect(requestedKeys.map((keys) => keys.length)).toEqual([4, 3, 2, 1]);
  });

  it('retries after empty responses up to the limit, counted from the last new row', async () => {
    const twice = platform(['a', 'b'], [0, 1, 0]);
    expect(await twice.all(['a', 'b'], 2)).toEqual(['a', 'b']);
    expect(twice.requestedKeys).toHaveLength(4);
    const once = platform(['a', 'b'], [0, 1, 0]);
    expect(await once.all(['a', 'b'], 1)).toEqual([]);
  });

  it('omits a key that is never returned', async () => {
    const { requestedKeys, all } = platform(['a'], []);
    expect(await all(['a', 'nobody'], 2)).toEqual(['a']);
    expect(requestedKeys).toEqual([['a', 'nobody'], ['nobody'], ['nobody']]);
  });
});
