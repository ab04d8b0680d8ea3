import { expect, test } from 'vitest';
import { randomString } from './base64url.ts';

test('spec 9: randomString returns the requested length from 64 symbols', () => {
  expect(randomString(16)).toMatch(/^[\w-]{16}$/);
  expect(randomString(48)).toMatch(/^[\w-]{48}$/);
});

test('randomString is uniformly distributed', () => {
  const drawn = 64 * 2_000;
  const counts = new Map<string, number>();
  for (const symbol of randomString(drawn / 2) + randomString(drawn / 2)) {
    counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  expect(counts.size).toBe(64);
  // Chi-square with 63 degrees of freedom exceeds 150 once in 10^8 runs. A modulo over an alphabet whose
  // size does not divide 256 gives thousands here.
  const expected = drawn / 64;
  const square = [...counts.values()].map((count) => (count - expected) ** 2 / expected);
  expect(square.reduce((sum, part) => sum + part)).toBeLessThan(150);
});
