import { expect, test } from 'vitest';
import { unsettledReason } from './unsettledReasons.ts';

test('a reason that TikTok Shop is known to give is told in our words, any other in its own', () => {
  expect(unsettledReason('Awaiting package delivery')).toBe('Chờ giao hàng xong');
  expect(unsettledReason('settlement in progress ')).toBe('Đang đối soát');
  expect(unsettledReason('Held for review')).toBe('“Held for review”');
});
