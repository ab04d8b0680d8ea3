import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

it('limits each key and the total, and releases each slot once', () => {
  const take = createConcurrencyLimit({ total: 3, perKey: 2 });
  const first = take('a');
  expect(take('a')).not.toBeNull();
  expect(take('a')).toBeNull();
  expect(take('b')).not.toBeNull();
  expect(take('c')).toBeNull();
  first?.();
  first?.();
  expect(take('c')).not.toBeNull();
  expect(take('a')).toBeNull();
});
