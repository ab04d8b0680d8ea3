import { describe, expect, it, vi } from 'vitest';
import { fetchInBatches, mapConcurrently } from './batches.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { ResponseExtent } from './call-partner.ts';

const failure = (code: string) =>
  new PartnerError({ kind: 'unavailable', code, endpoint: '/orders/items/get' });

/** A platform whose response is as large as the sum of its keys' sizes and fails beyond a bound. */
function platform(
  code: string,
  sizes: Record<string, number>,
  bounds: Record<ResponseExtent, number>,
) {
  const requestedBatches: string[] = [];
  const all = (keys: string[], size = 50) =>
    fetchInBatches(keys, {
      size,
      isRefused: (error) => error.code === 'foreign',
      ask: async (batch, extent) => {
        requestedBatches.push(batch.join(''));
        const bytes = batch.reduce((sum, key) => sum + (sizes[key] ?? 1), 0);
        if (bytes > bounds[extent]) throw failure(code);
        return batch;
      },
    });
  return { requestedBatches, all };
}

describe('fetchInBatches', () => {
  const keys = ['a', 'b', 'c', 'd'];

  it('halves a batch until each response is small enough', async () => {
    const { requestedBatches, all } = platform('answer_too_large', {}, { batch: 2, single: 9 });
    expect(await all(keys)).toEqual({ rows: keys, oversized: [], refused: [] });
    expect(requestedBatches).toEqual(['abcd', 'ab', 'cd']);
  });

  it('leaves out a key whose response alone is too large, and returns the others', async () => {
    for (const code of ['answer_too_large', 'timeout']) {
      for (const large of keys) {
        const { all } = platform(code, { [large]: 99 }, { batch: 9, single: 9 });
        const { rows, oversized } = await all(keys);
        expect([code, rows, oversized]).toEqual([
          code,
          keys.filter((key) => key !== large),
          [large],
        ]);
      }
    }
  });

  it('allows a single key a larger response', async () => {
    const { all } = platform('answer_too_large', { c: 5 }, { batch: 4, single: 5 });
    expect(await all(keys)).toEqual({ rows: keys, oversized: [], refused: [] });
  });

  it('isolates a key that the platform refuses', async () => {
    const { requestedBatches, all } = platform('foreign', { b: 99 }, { batch: 9, single: 9 });
    expect(await all(keys)).toEqual({ rows: ['a', 'c', 'd'], oversized: [], refused: ['b'] });
    expect(requestedBatches).toEqual(['abcd', 'ab', 'a', 'b', 'cd']);
  });

  it('accepts the refusal of doubtful keys without splitting', async () => {
    const requestedBatches: string[] = [];
    const answered = await fetchInBatches(keys, {
      size: 50,
      doubtful: new Set(['c', 'd']),
      isRefused: (error) => error.code === 'foreign',
      ask: async (batch) => {
        requestedBatches.push(batch.join(''));
        if (batch.includes('c')) throw failure('foreign');
        return batch;
      },
    });
    expect(answered).toEqual({ rows: ['a', 'b'], oversized: [], refused: ['c', 'd'] });
    expect(requestedBatches).toEqual(['abcd', 'ab', 'cd']);
  });

  it('gives up soon if every response times out', async () => {
    const { requestedBatches, all } = platform('timeout', {}, { batch: 0, single: 0 });
    await expect(all(keys)).rejects.toMatchObject({ code: 'timeout' });
    expect(requestedBatches).toEqual(['abcd', 'ab', 'a', 'b']);
    await expect(all(['a'])).rejects.toMatchObject({ code: 'timeout' });
  });

  it('rejects on any other error', async () => {
    const { all } = platform('http_503', {}, { batch: 2, single: 9 });
    await expect(all(keys)).rejects.toMatchObject({ code: 'http_503' });
  });

  it('does not report a key as oversized if the platform becomes unreachable meanwhile', async () => {
    let isAway = false;
    const asking = fetchInBatches(['a', 'b'], {
      size: 2,
      ask: async (batch) => {
        if (isAway || batch.length > 1) throw failure('timeout');
        isAway = true;
        return batch;
      },
    });
    await expect(asking).rejects.toMatchObject({ code: 'timeout' });
  });

  it('rejects once the other batches have ended too', async () => {
    const other = Promise.withResolvers<string[]>();
    const ended = vi.fn<() => void>();
    const fetching = fetchInBatches(['a', 'b'], {
      size: 1,
      ask: async ([key]) => {
        if (key === 'a') throw failure('network');
        return other.promise;
      },
    }).finally(ended);
    fetching.catch(() => undefined);
    await new Promise((done) => setImmediate(done));
    expect(ended).not.toHaveBeenCalled();
    other.resolve(['b']);
    await expect(fetching).rejects.toMatchObject({ code: 'network' });
  });
});

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
