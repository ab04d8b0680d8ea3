import { describe, expect, it } from 'vitest';
import { freeLanes, readSideBySide, type TakenWindows } from './concurrent-windows.ts';
import { newlyOpened, type OpenWindow } from './window-store.ts';

const dayMs = 86_400_000;
const windowOf = (day: number): OpenWindow =>
  newlyOpened({ from: new Date(day * dayMs), to: new Date((day + 1) * dayMs) });
const dayOf = ({ from }: OpenWindow) => from.getTime() / dayMs;

/** Windows of some days, two of them at a time, whose readings end when they are told to. */
function heldWindows(days: number[]) {
  const begun: number[] = [];
  const ends = new Map(days.map((day) => [day, Promise.withResolvers<void>()]));
  const waiting = [...days];
  return {
    begun,
    end: (day: number) => ends.get(day)?.resolve(),
    fail: (day: number, reason: string) => ends.get(day)?.reject(new Error(reason)),
    take: async (taken: TakenWindows) => waiting.splice(0, freeLanes(taken, 2)).map(windowOf),
    read: async (window: OpenWindow) => {
      begun.push(dayOf(window));
      await ends.get(dayOf(window))?.promise;
    },
  };
}

const unspent = { isSpent: () => false };
const turn = () => new Promise((done) => setImmediate(done));

describe('windows that are read side by side', () => {
  it('follow one another as soon as one is read', async () => {
    const windows = heldWindows([4, 3, 2, 1]);
    const read = readSideBySide({ ...windows, budget: unspent });
    await turn();
    expect(windows.begun).toEqual([4, 3]);
    windows.end(3);
    await turn();
    expect(windows.begun).toEqual([4, 3, 2]);
    for (const day of [4, 2, 1]) windows.end(day);
    expect(await read).toBe(true);
    expect(windows.begun).toEqual([4, 3, 2, 1]);
  });

  it('follow one another while what was read of the last is stored and proven, but not without end', async () => {
    const windows = heldWindows([6, 5, 4, 3, 2, 1]);
    const read = readSideBySide({
      ...windows,
      budget: unspent,
      read: (window, { onRead }) => {
        const ended = windows.read(window);
        onRead();
        return ended;
      },
    });
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(windows.begun).toEqual([6, 5, 4, 3]);
    windows.end(4);
    await turn();
    expect(windows.begun).toEqual([6, 5, 4, 3, 2]);
    for (const day of [6, 5, 3, 2, 1]) windows.end(day);
    expect(await read).toBe(true);
  });

  it('that are read alone are closed one by one', () => {
    const taken = new Map([[1, { isRead: true }]]);
    expect([freeLanes(taken, 1), freeLanes(new Map(), 1)]).toEqual([0, 1]);
    expect([freeLanes(taken, 2), freeLanes(taken, 3)]).toEqual([2, 3]);
  });

  it('end together with the first failure, which is told', async () => {
    const windows = heldWindows([3, 2, 1]);
    const spent: boolean[] = [];
    const read = readSideBySide({
      ...windows,
      budget: unspent,
      read: async (window, { budget }) => {
        await windows.read(window);
        spent.push(budget.isSpent());
      },
    });
    await turn();
    windows.fail(3, 'the partner is away');
    await turn();
    windows.end(2);
    await expect(read).rejects.toThrow('the partner is away');
    expect(windows.begun).toEqual([3, 2]);
    expect(spent).toEqual([true]);
  });

  it('are left where the budget ends', async () => {
    const windows = heldWindows([2, 1]);
    let isSpent = false;
    const read = readSideBySide({ ...windows, budget: { isSpent: () => isSpent } });
    await turn();
    isSpent = true;
    for (const day of [2, 1]) windows.end(day);
    expect(await read).toBe(false);
  });

  it('are looked for once more when the last one ended meanwhile', async () => {
    const asked: number[] = [];
    const read = readSideBySide({
      budget: unspent,
      read: () => Promise.resolve(),
      take: async (reading) => {
        asked.push(reading.size);
        await turn();
        return asked.length === 1 ? [windowOf(1)] : [];
      },
      untilThen: () => [Promise.resolve()],
    });
    expect(await read).toBe(true);
    expect(asked.at(-1)).toBe(0);
  });

  it('end with what goes on beside them, and it with them', async () => {
    const windows = heldWindows([1]);
    let wasTold = false;
    const read = readSideBySide({
      ...windows,
      budget: unspent,
      beside: (over) =>
        new Promise((done) =>
          over.addEventListener('abort', () => {
            wasTold = true;
            done();
          }),
        ),
    });
    await turn();
    windows.end(1);
    expect(await read).toBe(true);
    expect(wasTold).toBe(true);
    await expect(
      readSideBySide({
        ...heldWindows([]),
        budget: unspent,
        beside: () => Promise.reject(new Error('what is newest could not be read')),
      }),
    ).rejects.toThrow('what is newest could not be read');
  });
});
