import { expect, it } from 'vitest';
import { createRequestLimit } from './request-limit.ts';

it('admits so many a minute from one network, and others beside it', () => {
  const admit = createRequestLimit(3);
  const start = 1_000_000;
  expect([1, 2, 3].map(() => admit('192.0.2.1', start))).toEqual([0, 0, 0]);
  expect(admit('192.0.2.1', start + 10_000)).toBe(50);
  expect(admit('192.0.2.2', start + 10_000)).toBe(0);
  expect(admit('192.0.2.1', start + 60_000)).toBe(0);
});
