import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaPath,
  niceAxis,
  tickIndices,
  linearScale,
  splitPath,
  avoidOverlap,
} from './geometry.ts';

describe('axisOf', () => {
  it('holds every value and zero, in few round steps', () => {
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

  it('takes round steps', () => {
    expect(niceAxis([0, 940]).ticks).toEqual([0, 250, 500, 750, 1000]);
    expect(niceAxis([3], 4, 1).ticks).toEqual([0, 1, 2, 3]);
    expect(niceAxis([0.1], 4, 0.01).ticks).toEqual([0, 0.03, 0.06, 0.09, 0.12]);
    expect(niceAxis([]).ticks).toEqual([0, 1]);
    expect(niceAxis([-30, 90]).ticks).toEqual([-50, 0, 50, 100]);
  });
});

describe('linear', () => {
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

describe('linePieces', () => {
  it('draws the stretch to a day that is not over dashed', () => {
    expect(splitPath(points, [false, false, false, true])).toEqual({
      solid: 'M0.0,0.0L1.0,1.0L2.0,2.0',
      dashed: 'M2.0,2.0L3.0,3.0',
    });
  });

  it('breaks where a value is missing, and shows a point that stands alone', () => {
    expect(splitPath([points[0] ?? null, null, points[2] ?? null, points[3] ?? null])).toEqual({
      solid: 'M0.0,0.0h0M2.0,2.0L3.0,3.0',
      dashed: '',
    });
    expect(splitPath([points[0] ?? null], [true]).dashed).toBe('M0.0,0.0h0');
  });

  it('draws every stretch between two points exactly once', () => {
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
  it('goes down to the base at both ends of every stretch', () => {
    expect(areaPath([points[1] ?? null, points[2] ?? null, null], 9)).toBe(
      'M1.0,9.0L1.0,1.0L2.0,2.0L2.0,9.0Z',
    );
  });
});

describe('labels', () => {
  it('always label the last place', () => {
    expect(tickIndices(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(tickIndices(28, 5)).toEqual([3, 9, 15, 21, 27]);
    expect(tickIndices(0, 5)).toEqual([]);
  });

  it('do not overlap where there is room', () => {
    const placed = avoidOverlap([100, 102, 20], 16, 0, 200);
    expect(placed).toEqual([100, 116, 20]);
    expect(avoidOverlap([198, 199], 16, 0, 200)).toEqual([184, 200]);
  });
});
