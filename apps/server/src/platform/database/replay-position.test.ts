import { expect, it } from 'vitest';
import { parseLsn, ReplayTracker } from './read-sources.ts';

it('compares positions as numbers, not as text', () => {
  expect(parseLsn('1/0') - parseLsn('0/FFFFFFFF')).toBe(1n);
  expect(parseLsn('A/0') > parseLsn('9/FF')).toBe(true);
});

it('computes the lag from the age of the newest position that was replayed', () => {
  const tracker = new ReplayTracker();
  expect(tracker.record(0, 100n, 100n).lagMs).toBe(0);
  expect(tracker.record(1000, 200n, 150n).lagMs).toBe(1000);
  expect(tracker.record(2000, 300n, 150n).lagMs).toBe(2000);
  expect(tracker.record(3000, 400n, 250n).lagMs).toBe(2000);
  expect(tracker.record(4000, 400n, 400n).lagMs).toBe(0);
});

it('reports no lag while the primary writes nothing', () => {
  const tracker = new ReplayTracker();
  tracker.record(0, 100n, 100n);
  expect(tracker.record(60_000, 100n, 100n).lagMs).toBe(0);
  expect(tracker.record(61_000, 101n, 100n).lagMs).toBe(1000);
});

it('measures the lag of a new standby from its first poll', () => {
  const tracker = new ReplayTracker();
  expect(tracker.record(0, 200n, 100n).lagMs).toBe(0);
  expect(tracker.record(5000, 300n, 150n).lagMs).toBe(5000);
});
