import { expect, test } from 'vitest';
import { describeUnsettledReason } from './unsettledReasons.ts';

test('translates known reasons of TikTok Shop, and quotes unknown ones', () => {
  expect(describeUnsettledReason('Awaiting package delivery')).toBe('Chờ giao hàng xong');
  expect(describeUnsettledReason('settlement in progress ')).toBe('Đang đối soát');
  expect(describeUnsettledReason('Held for review')).toBe('“Held for review”');
});
