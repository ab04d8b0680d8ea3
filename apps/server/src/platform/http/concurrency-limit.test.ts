import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

it('gives each key its share, everybody no more than all, and each slot back once', () => {
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
