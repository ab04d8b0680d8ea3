import { describe, expect, it } from 'vitest';
import { freeSlots, syncConcurrently, type WindowsInFlight } from './concurrent-windows.ts';
import { createOpenWindow, type OpenWindow } from './window-store.ts';

const dayMs = 86_400_000;
const windowOf = (day: number): OpenWindow =>
  createOpenWindow({ from: new Date(day * dayMs), to: new Date((day + 1) * dayMs) });
const dayOf = ({ from }: OpenWindow) => from.getTime() / dayMs;

/** Returns one-day windows, two at a time, whose syncs end when `end` or `fail` is called. */
function pausedWindows(days: number[]) {
  const begun: number[] = [];
  const ends = new Map(days.map((day) => [day, Promise.withResolvers<void>()]));
  const waiting = [...days];
  return {
    begun,
    end: (day: number) => ends.get(day)?.resolve(),
    fail: (day: number, reason: string) => ends.get(day)?.reject(new Error(reason)),
    selectNext: async (inFlight: WindowsInFlight) =>
      waiting.splice(0, freeSlots(inFlight, 2)).map(windowOf),
    syncWindow: async (window: OpenWindow) => {
      begun.push(dayOf(window));
      await ends.get(dayOf(window))?.promise;
    },
  };
}

const unspent = { isSpent: () => false };
const nextTick = () => new Promise((done) => setImmediate(done));

describe('concurrent windows', () => {
  it('start as soon as another one ends', async () => {
    const windows = pausedWindows([4, 3, 2, 1]);
    const read = syncConcurrently({ ...windows, budget: unspent });
    await nextTick();
    expect(windows.begun).toEqual([4, 3]);
    windows.end(3);
    await nextTick();
    expect(windows.begun).toEqual([4, 3, 2]);
    for (const day of [4, 2, 1]) windows.end(day);
    expect(await read).toBe(true);
    expect(windows.begun).toEqual([4, 3, 2, 1]);
  });

  it('start while fetched ones are being committed and proven, up to a limit', async () => {
    const windows = pausedWindows([6, 5, 4, 3, 2, 1]);
    const read = syncConcurrently({
      ...windows,
      budget: unspent,
      syncWindow: (window, { onFetched }) => {
        const ended = windows.syncWindow(window);
        onFetched();
        return ended;
      },
    });
    for (let ticks = 0; ticks < 5; ticks += 1) await nextTick();
    expect(windows.begun).toEqual([6, 5, 4, 3]);
    windows.end(4);
    await nextTick();
    expect(windows.begun).toEqual([6, 5, 4, 3, 2]);
    for (const day of [6, 5, 3, 2, 1]) windows.end(day);
    expect(await read).toBe(true);
  });

  it('are closed one by one without concurrency', () => {
    const inFlight = new Map([[1, { isFetched: true }]]);
    expect([freeSlots(inFlight, 1), freeSlots(new Map(), 1)]).toEqual([0, 1]);
    expect([freeSlots(inFlight, 2), freeSlots(inFlight, 3)]).toEqual([2, 3]);
  });

  it('stop at the first failure and report it', async () => {
    const windows = pausedWindows([3, 2, 1]);
    const spent: boolean[] = [];
    const read = syncConcurrently({
      ...windows,
      budget: unspent,
      syncWindow: async (window, { budget }) => {
        await windows.syncWindow(window);
        spent.push(budget.isSpent());
      },
    });
    await nextTick();
    windows.fail(3, 'the partner is away');
    await nextTick();
    windows.end(2);
    await expect(read).rejects.toThrow('the partner is away');
    expect(windows.begun).toEqual([3, 2]);
    expect(spent).toEqual([true]);
  });

  it('stop when the budget is spent', async () => {
    const windows = pausedWindows([2, 1]);
    let isSpent = false;
    const read = syncConcurrently({ ...windows, budget: { isSpent: () => isSpent } });
    await nextTick();
    isSpent = true;
    for (const day of [2, 1]) windows.end(day);
    expect(await read).toBe(false);
  });

  it('are selected once more when the last one ended meanwhile', async () => {
    const inFlightCounts: number[] = [];
    const read = syncConcurrently({
      budget: unspent,
      syncWindow: () => Promise.resolve(),
      selectNext: async (inFlight) => {
        inFlightCounts.push(inFlight.size);
        await nextTick();
        return inFlightCounts.length === 1 ? [windowOf(1)] : [];
      },
      wakeOn: () => [Promise.resolve()],
    });
    expect(await read).toBe(true);
    expect(inFlightCounts.at(-1)).toBe(0);
  });

  it('end together with the background work', async () => {
    const windows = pausedWindows([1]);
    let wasAborted = false;
    const read = syncConcurrently({
      ...windows,
      budget: unspent,
      background: (signal) =>
        new Promise((done) =>
          signal.addEventListener('abort', () => {
            wasAborted = true;
            done();
          }),
        ),
    });
    await nextTick();
    windows.end(1);
    expect(await read).toBe(true);
    expect(wasAborted).toBe(true);
    await expect(
      syncConcurrently({
        ...pausedWindows([]),
        budget: unspent,
        background: () => Promise.reject(new Error('what is newest could not be read')),
      }),
    ).rejects.toThrow('what is newest could not be read');
  });
});
