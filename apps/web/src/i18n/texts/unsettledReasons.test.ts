import { expect, test } from 'vitest';
import { describeUnsettledReason } from './unsettledReasons.ts';

test('a reason that TikTok Shop is known to give is told in our words, any other in its own', () => {
  expect(describeUnsettledReason('Awaiting package delivery')).toBe('Chờ giao hàng xong');
  expect(describeUnsettledReason('settlement in progress ')).toBe('Đang đối soát');
  expect(describeUnsettledReason('Held for review')).toBe('“Held for review”');
});
