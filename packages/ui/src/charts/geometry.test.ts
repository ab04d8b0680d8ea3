import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaPath,
  niceAxis,
  tickIndices,
  linearScale,
  alignedAxis,
  splitPath,
  thinLine,
} from './geometry.ts';

describe('niceAxis', () => {
  it('contains every value and zero, in few round steps', () => {
    const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 50 }),
        fc.constantFrom(0, 0.01, 1),
        (values, minStep) => {
          const { min, max, ticks } = niceAxis(values, 4, minStep);
          const slack = (max - min) * 1e-6;
          expect(min).toBeLessThanOrEqual(Math.min(0, ...values) + slack);
          expect(max).toBeGreaterThanOrEqual(Math.max(0, ...values) - slack);
          expect(ticks.some((tick) => tick === 0)).toBe(true);
          expect(ticks[0]).toBe(min);
          expect(ticks.at(-1)).toBe(max);
          expect(ticks.length).toBeLessThanOrEqual(7);
          if (minStep > 0)
            expect((ticks[1] ?? 0) - (ticks[0] ?? 0)).toBeGreaterThan(minStep * 0.999);
        },
      ),
    );
  });

  it('uses round steps', () => {
    expect(niceAxis([0, 940]).ticks).toEqual([0, 250, 500, 750, 1000]);
    expect(niceAxis([3], 4, 1).ticks).toEqual([0, 1, 2, 3]);
    expect(niceAxis([0.1], 4, 0.01).ticks).toEqual([0, 0.03, 0.06, 0.09, 0.12]);
    expect(niceAxis([]).ticks).toEqual([0, 1]);
    expect(niceAxis([-30, 90]).ticks).toEqual([-50, 0, 50, 100]);
  });

  it('adds no step for the errors of floating point', () => {
    const sum = 0.1 + 0.2;
    expect(sum).toBeGreaterThan(0.3);
    expect(niceAxis([sum], 3).ticks).toHaveLength(4);
    expect(niceAxis([-sum], 3).ticks).toHaveLength(4);
    expect(niceAxis([sum - 0.3]).ticks).toEqual([0, 1]);
  });
});

describe('linearScale', () => {
  it('maps the ends to the ends and never divides by zero', () => {
    const scale = linearScale(0, 10, 200, 0);
    expect([scale(0), scale(5), scale(10)]).toEqual([200, 100, 0]);
    expect(linearScale(3, 3, 0, 100)(3)).toBe(0);
  });
});

const points = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
  { x: 2, y: 2 },
  { x: 3, y: 3 },
];

describe('splitPath', () => {
  it('draws the line to an unfinished day dashed', () => {
    expect(splitPath(points, [false, false, false, true])).toEqual({
      solid: 'M0.0,0.0L1.0,1.0L2.0,2.0',
      dashed: 'M2.0,2.0L3.0,3.0',
    });
  });

  it('breaks at a missing value, and draws an isolated point', () => {
    expect(splitPath([points[0] ?? null, null, points[2] ?? null, points[3] ?? null])).toEqual({
      solid: 'M0.0,0.0h0M2.0,2.0L3.0,3.0',
      dashed: '',
    });
    expect(splitPath([points[0] ?? null], [true]).dashed).toBe('M0.0,0.0h0');
  });

  it('draws every segment between two points exactly once', () => {
    const place = fc.option(fc.record({ x: fc.integer(), y: fc.integer() }), { nil: null });
    fc.assert(
      fc.property(fc.array(place), fc.array(fc.boolean()), (line, open) => {
        const { solid, dashed } = splitPath(line, open);
        const stretches = line.filter((point, index) => point && line[index + 1]).length;
        expect([...(solid + dashed).matchAll(/L/g)]).toHaveLength(stretches);
      }),
    );
  });
});

describe('areaPath', () => {
  it('closes every segment at the base', () => {
    expect(areaPath([points[1] ?? null, points[2] ?? null, null], 9)).toBe(
      'M1.0,9.0L1.0,1.0L2.0,2.0L2.0,9.0Z',
    );
  });
});

describe('tickIndices', () => {
  it('always includes the last index', () => {
    expect(tickIndices(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(tickIndices(28, 5)).toEqual([3, 9, 15, 21, 27]);
    expect(tickIndices(28, 0)).toEqual([27]);
    expect(tickIndices(0, 5)).toEqual([]);
  });
});

describe('alignedAxis', () => {
  it('has as many ticks as the first axis, with aligned zeros, and contains every value', () => {
    const value = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(value), fc.array(value), (first, second) => {
        const reference = niceAxis(first);
        const { ticks, max } = alignedAxis(second, reference, 1);
        expect(ticks).toHaveLength(reference.ticks.length);
        expect(ticks.indexOf(0)).toBe(reference.ticks.indexOf(0));
        expect(max * (1 + 1e-6)).toBeGreaterThanOrEqual(Math.max(0, ...second));
      }),
    );
  });

  it('extends below zero if the first axis does, or else by its own values', () => {
    const reference = niceAxis([-30, 90]);
    expect(alignedAxis([4], reference, 1).ticks).toEqual([-2, 0, 2, 4]);
    expect(alignedAxis([-4], niceAxis([-60, 60])).ticks).toEqual([-4, -2, 0, 2, 4]);
    expect(alignedAxis([-5, 5], niceAxis([90])).min).toBeLessThanOrEqual(-5);
    expect(alignedAxis([5], niceAxis([-90])).max).toBeGreaterThanOrEqual(5);
  });
});

describe('thinLine', () => {
  const point = fc.option(
    fc.record({ x: fc.integer({ min: 0, max: 20 }), y: fc.integer({ min: 0, max: 99 }) }),
    { nil: null, freq: 8 },
  );
  const line = fc
    .array(point, { maxLength: 200 })
    .map((some) => some.toSorted((a, b) => (a && b ? a.x - b.x : 0)));

  it('keeps the minimum and maximum of every column, and the ends', () => {
    fc.assert(
      fc.property(line, (all) => {
        const kept = thinLine(all).map((index) => all[index] ?? null);
        const extremes = (some: readonly ({ x: number; y: number } | null)[]) =>
          [
            ...Map.groupBy(
              some.filter((each) => each !== null),
              ({ x }) => x,
            ),
          ].map(([x, column]) => [
            x,
            Math.min(...column.map(({ y }) => y)),
            Math.max(...column.map(({ y }) => y)),
          ]);
        expect(extremes(kept)).toEqual(extremes(all));
        expect(kept.at(-1)).toEqual(all.at(-1));
      }),
    );
  });

  it('has at most four points per column, in order, and keeps gaps', () => {
    const dense = Array.from({ length: 1000 }, (_, index) => ({ x: index / 100, y: index % 7 }));
    const indices = thinLine(dense);
    expect(indices.length).toBeLessThanOrEqual(40);
    expect(indices).toEqual(indices.toSorted((a, b) => a - b));
    expect(thinLine([null, null, { x: 1, y: 1 }, null, null, { x: 9, y: 1 }])).toEqual([
      0, 2, 3, 5,
    ]);
  });
});
