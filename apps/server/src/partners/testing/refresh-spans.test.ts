import { expect, it } from 'vitest';
import { countStartedRefreshes, overlappingRefreshes } from './refresh-spans.ts';

it('finds a token that two processes spent at the same time', () => {
  const first = { output: 'began a 1\nread\nended a 5\nbegan b 6\nended b 9\n', goneAt: null };
  const second = { output: 'began a 4\nended a 8\nbegan c 9\nended c 10\n', goneAt: null };
  expect(overlappingRefreshes([first, second])).toEqual(['a: 0 until 5, 1 from 4']);
  expect(countStartedRefreshes([first, second])).toBe(4);
});

it('allows another refresh after the process is gone, and not before', () => {
  const killed = { output: 'began a 1\n', goneAt: 3 };
  expect(
    overlappingRefreshes([killed, { output: 'began a 3\nended a 4\n', goneAt: null }]),
  ).toEqual([]);
  expect(overlappingRefreshes([killed, { output: 'began a 2\n', goneAt: null }])).toHaveLength(1);
  expect(
    overlappingRefreshes([
      { ...killed, goneAt: null },
      { output: 'began a 9\n', goneAt: null },
    ]),
  ).toHaveLength(1);
});
