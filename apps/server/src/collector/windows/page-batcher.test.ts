import { describe, expect, it } from 'vitest';
import { createPageBatcher, type WindowPages } from './page-batcher.ts';
import { createOpenWindow, type OpenWindow } from './window-store.ts';

const windowOf = (day: number): OpenWindow =>
  createOpenWindow({ from: new Date(day * 86_400_000), to: new Date((day + 1) * 86_400_000) });

/** Returns a batcher whose commits end when `ends` are resolved. A page is a single character, and an item. */
function pausedBatcher(maxPendingPages = 40, rowsPerPage = 1) {
  const prepared: string[][] = [];
  const stored: string[][] = [];
  const ends = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const commits = createPageBatcher<string, string[]>({
    countRows: () => rowsPerPage,
    pagesPerCommit: 6,
    maxPendingPages,
    prepare: async (parts) => {
      const ready = parts.map(({ pages }) => pages.join(''));
      prepared.push(ready);
      return ready;
    },
    store: async (parts: readonly WindowPages<string>[], ready) => {
      stored.push(ready);
      await ends[stored.length - 1]?.promise;
      return parts.map(({ window, pages }) => ({
        ...window,
        itemsSeen: window.itemsSeen + BigInt(pages.length),
      }));
    },
  });
  return { commits, prepared, stored, ends };
}

/** Resolves after all pending callbacks have run. */
function nextTick(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

async function isFinished(work: Promise<unknown>): Promise<boolean> {
  const waiting = Symbol('waiting');
  const due = nextTick().then(() => waiting);
  return (await Promise.race([work.catch(() => undefined), due])) !== waiting;
}

describe('batches of pages', () => {
  it('wait for several pages and combine those of all windows', async () => {
    const { commits, stored, ends } = pausedBatcher();
    const [first, second] = [commits.openWriter(windowOf(1)), commits.openWriter(windowOf(2))];
    for (const page of ['a', 'b', 'c']) await first.add(page);
    for (const page of ['d', 'e']) await second.add(page);
    expect(stored).toEqual([]);
    await second.add('f');
    await nextTick();
    expect(stored).toEqual([['abc', 'def']]);
    ends[0]?.resolve();
    await Promise.all([first.flush(), second.flush()]);
    expect(stored).toHaveLength(1);
    expect([first.window, second.window].map(({ from, itemsSeen }) => [from, itemsSeen])).toEqual([
      [windowOf(1).from, 3n],
      [windowOf(2).from, 3n],
    ]);
  });

  it('combine what arrived during a commit; a window waits for its own pages only', async () => {
    const { commits, stored, ends } = pausedBatcher();
    const [first, second] = [commits.openWriter(windowOf(1)), commits.openWriter(windowOf(2))];
    await first.add('a');
    const flushed = first.flush();
    await expect.poll(() => stored.length).toBe(1);
    await second.add('b');
    await second.add('c');
    ends[0]?.resolve();
    await flushed;
    const ended = second.flush();
    expect(await isFinished(ended)).toBe(false);
    expect(stored).toEqual([['a'], ['bc']]);
    ends[1]?.resolve();
    await ended;
  });

  it('wait briefly at the end of a window for pages of others', async () => {
    const { commits, stored, ends } = pausedBatcher();
    const [first, second] = [commits.openWriter(windowOf(1)), commits.openWriter(windowOf(2))];
    await first.add('a');
    const flushed = [first.flush()];
    await second.add('b');
    await nextTick();
    expect(stored).toEqual([]);
    flushed.push(second.flush());
    ends[0]?.resolve();
    await Promise.all(flushed);
    expect(stored).toEqual([['a', 'b']]);
  });

  it('are prepared while earlier ones are being committed', async () => {
    const { commits, prepared, stored, ends } = pausedBatcher();
    const writer = commits.openWriter(windowOf(1));
    for (const page of ['a', 'b', 'c', 'd', 'e', 'f']) await writer.add(page);
    await nextTick();
    for (const page of ['g', 'h', 'i', 'j', 'k', 'l']) await writer.add(page);
    await nextTick();
    await writer.add('m');
    expect(prepared).toEqual([['abcdef'], ['ghijkl']]);
    expect(stored).toEqual([['abcdef']]);
    for (const end of ends) end.resolve();
    await writer.flush();
    expect(stored).toEqual([['abcdef'], ['ghijkl'], ['m']]);
    expect(writer.window.itemsSeen).toBe(13n);
  });

  it('reach the maximum size while others are being committed', async () => {
    const { commits, prepared, stored, ends } = pausedBatcher(40, 1000);
    const writer = commits.openWriter(windowOf(1));
    for (const page of ['a', 'b', 'c', 'd', 'e']) await writer.add(page);
    await nextTick();
    expect(stored).toEqual([['abcde']]);
    await writer.add('f');
    await nextTick();
    expect(prepared).toEqual([['abcde']]);
    for (const end of ends) end.resolve();
    await writer.flush();
    expect(stored).toEqual([['abcde'], ['f']]);
  });

  it('apply backpressure to a fetch that is faster than the commits', async () => {
    const { commits, ends } = pausedBatcher(3);
    const writer = commits.openWriter(windowOf(1));
    await writer.add('a');
    await writer.add('b');
    const full = writer.add('c');
    expect(await isFinished(full)).toBe(false);
    ends[0]?.resolve();
    await full;
    expect(writer.window.itemsSeen).toBe(3n);
  });

  it('end at the first failure: nothing later is stored and every window fails', async () => {
    const { commits, stored, ends } = pausedBatcher();
    const [first, second] = [commits.openWriter(windowOf(1)), commits.openWriter(windowOf(2))];
    await first.add('a');
    const flushed = first.flush();
    await expect.poll(() => stored.length).toBe(1);
    await second.add('b');
    ends[0]?.reject(new Error('the database is gone'));
    await expect(flushed).rejects.toThrow('the database is gone');
    await expect(second.flush()).rejects.toThrow('the database is gone');
    await expect(second.add('c')).rejects.toThrow('the database is gone');
    await Promise.all([first.close(), second.close()]);
    expect(stored).toEqual([['a']]);
  });

  it('are committed when a window is closed early', async () => {
    const { commits, stored, ends } = pausedBatcher();
    const writer = commits.openWriter(windowOf(1));
    await writer.add('a');
    const left = writer.close();
    ends[0]?.resolve();
    await left;
    expect(stored).toEqual([['a']]);
  });
});
