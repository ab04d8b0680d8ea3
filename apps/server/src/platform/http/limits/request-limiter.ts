import { isIPv6 } from 'node:net';
import { rateLimitedProblem } from '../problem.ts';

const maxKeys = 10_000;

interface RequestLimiter {
  /** Counts a request. Returns the seconds to wait, or 0 if it is allowed. */
  count(address: string, now?: number): number;
  /** Returns the seconds to wait without counting a request. */
  wait(address: string, now?: number): number;
  /** Counts a request. @throws Problem 429 if it is not allowed */
  admit(address: string): void;
}

/**
 * Limits requests per address, team or account and window, in the memory of this process. It protects the database from
 * floods; limits on guessing must be exact and are stored in the database. Beyond 10,000 keys, the key whose window
 * began first is evicted.
 */
export function createRequestLimiter(max: number, windowMs = 60_000): RequestLimiter {
  const windows = new Map<string, { count: number; endsAt: number }>();
  const secondsLeft = (endsAt: number, now: number) => Math.ceil((endsAt - now) / 1000);
  /** A window that ends too late began before the clock was set back. */
  const findWindow = (key: string, now: number) => {
    const window = windows.get(key);
    return window && window.endsAt > now && window.endsAt <= now + windowMs ? window : undefined;
  };
  const count: RequestLimiter['count'] = (address, now = Date.now()) => {
    const key = rateLimitKey(address);
    let window = findWindow(key, now);
    if (!window) {
      windows.delete(key);
      const [oldest] = windows.keys();
      if (windows.size >= maxKeys && oldest !== undefined) windows.delete(oldest);
      window = { count: 0, endsAt: now + windowMs };
      windows.set(key, window);
    }
    window.count += 1;
    return window.count <= max ? 0 : secondsLeft(window.endsAt, now);
  };
  return {
    count,
    wait(address, now = Date.now()) {
      const window = findWindow(rateLimitKey(address), now);
      return window && window.count >= max ? secondsLeft(window.endsAt, now) : 0;
    },
    admit(address) {
      const seconds = count(address);
      if (seconds > 0) throw rateLimitedProblem(seconds);
    },
  };
}

/**
 * Returns the key of an address. A /64 of IPv6 counts as one address, because one household or server has all of it.
 */
export function rateLimitKey(address: string): string {
  const normalized = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(normalized)) return normalized;
  const [head = '', tail] = normalized.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array(8 - left.length - right.length).fill('0');
  const groups = [...left, ...middle, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
