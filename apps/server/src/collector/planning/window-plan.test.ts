import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDays } from '../../platform/calendar.ts';
import {
  changeStep,
  maxOrdersPerWindow,
  narrowWindowMs,
  splitNewestDays,
  newestDays,
  newestPart,
  nextWindowMs,
  toPartnerTime,
  defaultWindowMs,
  watermarkAfter,
  effectiveWatermark,
  lowerWatermark,
  windowBefore,
} from './window-plan.ts';

const zone = 'Asia/Ho_Chi_Minh';
const now = new Date('2026-11-11T05:00:00Z');
const dayMs = 86_400_000;

it('begins with today and the seven days before it', () => {
  expect(newestDays(now, null, zone)).toEqual({ from: new Date('2026-11-03T17:00:00Z'), to: now });
});

it('splits the newest days of a large shop without a gap', () => {
  const newest = newestDays(now, null, zone);
  expect(splitNewestDays(newest, 0)).toEqual([newest]);
  expect(splitNewestDays(newest, 251)).toHaveLength(2);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400_000 }),
      fc.integer({ min: 1, max: 8 * dayMs }),
      (orders, spanMs) => {
        const whole = { from: new Date(now.getTime() - spanMs), to: now };
        const parts = splitNewestDays(whole, orders);
        expect(parts[0]?.to).toEqual(whole.to);
        expect(parts.at(-1)?.from).toEqual(whole.from);
        for (const [index, part] of parts.entries()) {
          expect(part.from.getTime()).toBeLessThan(part.to.getTime());
          if (index > 0) expect(part.to).toEqual(parts[index - 1]?.from);
        }
      },
    ),
  );
});

it('shortens the last windows, so that concurrent windows end together', () => {
  expect(narrowWindowMs(30 * dayMs, 500 * dayMs, 8)).toBe(30 * dayMs);
  expect(narrowWindowMs(30 * dayMs, 80 * dayMs, 8)).toBe(10 * dayMs);
  expect(narrowWindowMs(30 * dayMs, dayMs, 8)).toBe(5 * dayMs);
});

describe('windows back to the first order', () => {
  it('have no gap and no overlap, and end at the day of the first order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4 * 365 }),
        fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 20 }),
        (daysBack, ordersADay) => {
          const firstOrderAt = new Date(now.getTime() - daysBack * dayMs - 12_345);
          let frontier = newestDays(now, null, zone).from;
          let windowMs: number = defaultWindowMs;
          for (let index = 0; ; index += 1) {
            const span = windowBefore(frontier, firstOrderAt, windowMs, zone);
            if (span === null) break;
            expect(span.to).toEqual(frontier);
            expect(span.from.getTime()).toBeLessThan(span.to.getTime());
            frontier = span.from;
            const days = (span.to.getTime() - span.from.getTime()) / dayMs;
            const aDay = ordersADay[index % ordersADay.length] ?? 0;
            windowMs = nextWindowMs(span, Math.round(days * aDay));
          }
          expect(frontier.getTime()).toBeLessThanOrEqual(firstOrderAt.getTime());
        },
      ),
    );
  });

  it('grow while there are few orders, so that a decade without orders costs few calls', () => {
    const firstOrderAt = new Date('2009-12-01T00:00:00Z');
    let frontier = newestDays(now, null, zone).from;
    let windowMs: number = defaultWindowMs;
    let windows = 0;
    for (;;) {
      const span = windowBefore(frontier, firstOrderAt, windowMs, zone);
      if (span === null) break;
      windows += 1;
      frontier = span.from;
      windowMs = nextWindowMs(span, 0);
    }
    expect(windows).toBeLessThan(20);
  });

  it('are cut to their newest part when they hold too many orders, and never to nothing', () => {
    const window = { from: new Date('2026-10-12T00:00:00Z'), to: now };
    expect(newestPart(window, maxOrdersPerWindow, zone)).toBeNull();
    const part = newestPart(window, 60_000, zone);
    expect(part?.to).toEqual(now);
    expect((now.getTime() - (part?.from.getTime() ?? 0)) / dayMs).toBeLessThan(3);
    const hour = { from: new Date(now.getTime() - 3_600_000), to: now };
    expect(newestPart(hour, 1_000_000, zone)).toBeNull();
    // A long window starts at a day boundary in the shop's time zone.
    const start = newestPart(window, 6000, zone)?.from;
    expect(localDays(zone)(new Date((start?.getTime() ?? 0) - 1))).not.toBe(
      localDays(zone)(start ?? now),
    );
  });
});

describe('changes', () => {
  it('are fetched with an overlap and an open end', () => {
    const step = changeStep(new Date(now.getTime() - 60_000), now, false);
    expect(step.span.from.getTime()).toBe(now.getTime() - 60_000 - 600_000);
    expect(step.span.to.getTime()).toBeGreaterThan(now.getTime() + 365 * dayMs);
    expect(step).toMatchObject({ upTo: now, last: true });
  });

  it('are caught up day by day after a long pause', () => {
    const step = changeStep(new Date(now.getTime() - 10 * dayMs), now, true);
    expect(step).toMatchObject({ upTo: new Date(now.getTime() - 9 * dayMs), last: false });
  });

  it('move the watermark to the newest change seen, never past now and never backwards', () => {
    const watermark = new Date('2026-11-10T00:00:00Z');
    const step = { upTo: now, last: true };
    expect(watermarkAfter(watermark, step, null)).toEqual(watermark);
    const seen = new Date('2026-11-10T12:00:00Z');
    expect(watermarkAfter(watermark, step, seen)).toEqual(seen);
    expect(watermarkAfter(watermark, step, new Date('2027-01-01T00:00:00Z'))).toEqual(now);
    expect(watermarkAfter(watermark, step, new Date('2020-01-01T00:00:00Z'))).toEqual(watermark);
  });

  it('start at the time of the partner, or safely before now when it is unknown', () => {
    expect(toPartnerTime(now, 3 * dayMs)).toEqual(new Date(now.getTime() - 3 * dayMs));
    expect(toPartnerTime(now, -dayMs)).toEqual(now);
    expect(toPartnerTime(now, null)).toEqual(new Date(now.getTime() - 7 * dayMs));
    expect(effectiveWatermark({ watermark: null, plannedAt: null })).toBeNull();
    expect(effectiveWatermark({ watermark: null, plannedAt: now })).toEqual(
      toPartnerTime(now, null),
    );
  });

  it('start at the newest order seen where order times lag behind the clock of the partner', () => {
    const at = (hour: number) => new Date(Date.parse('2026-11-09T00:00:00Z') + hour * 3_600_000);
    expect(lowerWatermark(now, [at(3), at(5), at(4)])).toEqual(at(5));
    expect(lowerWatermark(at(2), [at(30)])).toEqual(at(2));
    expect(lowerWatermark(now, [])).toEqual(now);
    expect(lowerWatermark(null, [at(3)])).toBeNull();
  });
});
