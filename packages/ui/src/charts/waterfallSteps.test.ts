import { expect, it } from 'vitest';
import { waterfallSteps } from './Waterfall.tsx';

it('begins every bar at the end of the previous one', () => {
  expect(waterfallSteps([200, -50, 50])).toEqual({
    steps: [
      { from: 0, to: 100 },
      { from: 100, to: 75 },
      { from: 75, to: 100 },
    ],
    zero: 0,
  });
});

it('extends below zero, and draws nothing without amounts', () => {
  expect(waterfallSteps([100, -200])).toEqual({
    steps: [
      { from: 50, to: 100 },
      { from: 100, to: 0 },
    ],
    zero: 50,
  });
  expect(waterfallSteps([0, 0]).steps).toEqual([
    { from: 0, to: 0 },
    { from: 0, to: 0 },
  ]);
  expect(waterfallSteps([])).toEqual({ steps: [], zero: 0 });
});
