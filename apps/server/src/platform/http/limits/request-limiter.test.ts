import { expect, it } from 'vitest';
import { createRequestLimiter, rateLimitKey } from './request-limiter.ts';

it('admits a number of requests a minute per network', () => {
  const limiter = createRequestLimiter(3);
  const start = 1_000_000;
  expect([1, 2, 3].map(() => limiter.count('192.0.2.1', start))).toEqual([0, 0, 0]);
  expect(limiter.count('192.0.2.1', start + 10_000)).toBe(50);
  expect(limiter.count('192.0.2.2', start + 10_000)).toBe(0);
  expect(limiter.count('192.0.2.1', start + 60_000)).toBe(0);
});

it('evicts the oldest address only', () => {
  const limiter = createRequestLimiter(1);
  const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  for (let n = 0; n < 10_000; n += 1) expect(limiter.count(address(n), 0)).toBe(0);
  expect(limiter.count(address(10_000), 0)).toBe(0);
  expect([limiter.wait(address(0), 0), limiter.wait(address(1), 0)]).toEqual([0, 60]);
});

it('an address whose window began anew is not the oldest any more', () => {
  const limiter = createRequestLimiter(1);
  const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  for (let n = 0; n < 10_000; n += 1) limiter.count(address(n), n === 0 ? 0 : 1);
  expect(limiter.count(address(0), 60_000)).toBe(0);
  expect(limiter.count(address(10_000), 60_000)).toBe(0);
  expect([limiter.wait(address(0), 60_000), limiter.wait(address(1), 60_000)]).toEqual([60, 0]);
});

it('throws a problem with the wait only beyond the limit', () => {
  const limiter = createRequestLimiter(1);
  expect(() => limiter.admit('team')).not.toThrow();
  expect(() => limiter.admit('team')).toThrow(
    expect.objectContaining({ code: 'rate_limited', details: { retryAfterSeconds: 60 } }),
  );
});

it('returns the remaining wait without counting', () => {
  const limiter = createRequestLimiter(1, 3_600_000);
  expect([limiter.wait('team', 0), limiter.count('team', 0), limiter.wait('team', 0)]).toEqual([
    0, 0, 3600,
  ]);
  expect(limiter.wait('team', 3_600_000)).toBe(0);
});

it('treats a /64 of IPv6 as one address', () => {
  expect(rateLimitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(rateLimitKey('2001:0db8:0001:0002::1')).toBe('2001:db8:1:2::/64');
  expect(rateLimitKey('2001:db8::1')).toBe(rateLimitKey('2001:db8:0:0:ffff::2'));
  expect(rateLimitKey('::1')).toBe('0:0:0:0::/64');
  expect(rateLimitKey('::ffff:203.0.113.1')).toBe('203.0.113.1');
  expect(rateLimitKey('203.0.113.1')).toBe('203.0.113.1');
});

it('begins a new window once the clock was set back', () => {
  const limiter = createRequestLimiter(1);
  const hourMs = 3_600_000;
  limiter.count('192.0.2.1', hourMs);
  expect(limiter.count('192.0.2.1', hourMs)).toBe(60);
  expect([limiter.wait('192.0.2.1', 0), limiter.count('192.0.2.1', 0)]).toEqual([0, 0]);
  expect(limiter.wait('192.0.2.1', 0)).toBe(60);
});
