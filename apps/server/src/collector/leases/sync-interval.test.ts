import { describe, expect, it } from 'vitest';
import { isLive, syncIntervalOf } from './sync-interval.ts';

const now = new Date('2026-11-11T08:00:00Z');
const minuteMs = 60_000;
const defaultMs = 2 * minuteMs;

function minutes(hintedMinutesAgo: number | null, quiet: number): number {
  const hintedAt =
    hintedMinutesAgo === null ? null : new Date(now.getTime() - hintedMinutesAgo * minuteMs);
  return syncIntervalOf({ stream: 'orders', hintedAt, quiet }, defaultMs, now) / minuteMs;
}

describe('the sync interval of orders', () => {
  it('is the default where the partner pushes nothing, or has pushed nothing for a day', () => {
    expect(minutes(null, 0)).toBe(2);
    expect(minutes(null, 50)).toBe(2);
    expect(minutes(24 * 60, 50)).toBe(2);
  });

  it('doubles with each sync without unannounced changes, up to half an hour', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 100].map((quiet) => minutes(5, quiet));
    expect(pauses).toEqual([2, 4, 8, 16, 30, 30, 30]);
  });

  it('is the default for all shops of a partner whose pushes get lost', () => {
    const pushState = { hintedAt: now, quiet: 100 };
    expect(syncIntervalOf({ stream: 'orders', ...pushState }, defaultMs, now, false)).toBe(
      defaultMs,
    );
  });

  it('is never shorter than configured', () => {
    const pushState = { hintedAt: now, quiet: 3 };
    expect(syncIntervalOf({ stream: 'orders', ...pushState }, 45 * minuteMs, now)).toBe(
      45 * minuteMs,
    );
  });

  it('does not depend on pushes for streams that are fetched in full', () => {
    const pushState = { hintedAt: now, quiet: 3 };
    expect(syncIntervalOf({ stream: 'products', ...pushState }, defaultMs, now)).toBe(
      60 * minuteMs,
    );
    expect(syncIntervalOf({ stream: 'shop', ...pushState }, defaultMs, now)).toBe(360 * minuteMs);
  });

  it('counts a shop as live only once a sync has confirmed its pushes', () => {
    expect(isLive({ hintedAt: now, quiet: 0 }, now)).toBe(false);
    expect(isLive({ hintedAt: now, quiet: 1 }, now)).toBe(true);
    expect(isLive({ hintedAt: null, quiet: 9 }, now)).toBe(false);
  });
});
