import { describe, expect, it } from 'vitest';
import {
  nextDaysRequest,
  recordPart,
  oldestDay,
  previousPart,
  reportPollDelayMs,
  parseDaysRequest,
  shrinkDaysRequest,
  type DaysRequest,
} from './ad-days-plan.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { leasedStream } from '../testing/leased-stream.ts';

const zone = 'Asia/Ho_Chi_Minh';
const now = new Date('2026-11-12T05:00:00Z');
const at = (day: string) => new Date(`${day}T00:00:00+07:00`);

function stream(changes: Partial<LeasedStream> = {}): LeasedStream {
  return leasedStream({
    tenantId: 't',
    shopId: 's',
    stream: 'insights',
    claimedAt: now,
    plannedAt: now,
    firstOrderAt: at('2026-05-01'),
    frontier: at('2026-11-13'),
    ...changes,
  });
}
const next = (leased: LeasedStream, when = now) => nextDaysRequest(leased, 28, zone, when);

/** Follows the plan to its end, as the collector does, and returns the parts in order. */
function walk(leased: LeasedStream, read: (request: DaysRequest) => 'done' | 'tooMuch'): string[] {
  const parts: string[] = [];
  let request: DaysRequest | null = null;
  for (let step = 0; step < 100; step += 1) {
    request ??= next(leased);
    if (request === null) return parts;
    if (read(request) === 'tooMuch') {
      request = shrinkDaysRequest(request, now);
      continue;
    }
    parts.push(`${request.purpose} ${request.part.since}..${request.part.until}`);
    recordPart(leased, request, zone, now);
    request = previousPart(request, now);
  }
  throw new Error('It never ends');
}

describe('the plan of an ad account', () => {
  it('fetches the newest days, then those that may change, then back to the oldest stored day', () => {
    const leased = stream();
    expect(walk(leased, () => 'done')).toEqual([
      'first 2026-11-05..2026-11-12',
      'again 2026-10-15..2026-11-12',
      'past 2026-07-17..2026-10-14',
      'past 2026-05-01..2026-07-16',
    ]);
    expect(leased).toMatchObject({
      backfilledAt: now,
      progress: 1,
      currentAt: now,
      watermark: now,
    });
    expect(next(leased)).toBeNull();
  });

  it('splits ranges that are too large, newest first, without a gap, and requests less from then on', () => {
    const leased = stream();
    const days = (part: { since: string; until: string }) =>
      (Date.parse(part.until) - Date.parse(part.since)) / 86_400_000 + 1;
    const parts = walk(leased, ({ part, asReport }) =>
      days(part) > (asReport ? 40 : 5) ? 'tooMuch' : 'done',
    );
    const read = new Set<string>();
    for (const text of parts) {
      const [since = '', until = ''] = (text.split(' ')[1] ?? '').split('..');
      for (let day = Date.parse(since); day <= Date.parse(until); day += 86_400_000) {
        read.add(new Date(day).toISOString().slice(0, 10));
      }
    }
    expect(read.size).toBe(196);
    expect(leased.backfilledAt).toEqual(now);
    expect(parts.filter((part) => part.startsWith('past')).length).toBeGreaterThan(3);
  });

  it('fetches the newest days on each sync after the backfill, and 28 days on a new day', () => {
    const leased = stream();
    walk(leased, () => 'done');
    const later = new Date('2026-11-12T08:00:00Z');
    expect(next({ ...leased, claimedAt: later }, later)).toMatchObject({
      purpose: 'fresh',
      part: { since: '2026-11-09', until: '2026-11-12' },
    });
    const tomorrow = new Date('2026-11-13T01:00:00Z');
    const fresh = { ...leased, claimedAt: tomorrow, currentAt: tomorrow };
    expect(next(fresh, tomorrow)).toMatchObject({
      purpose: 'again',
      part: { since: '2026-10-15', until: '2026-11-13' },
    });
  });

  it('catches up after a pause of any length', () => {
    const leased = stream();
    walk(leased, () => 'done');
    const later = new Date('2027-01-10T05:00:00Z');
    const back = { ...leased, claimedAt: later };
    expect(next(back, later)).toMatchObject({ purpose: 'again', part: { since: '2026-10-15' } });
  });

  it('refetches all days that may change after a worker whose clock was ahead', () => {
    const leased = stream();
    walk(leased, () => 'done');
    const tomorrow = new Date('2026-11-13T00:30:00+07:00');
    const again = { purpose: 'again', part: { since: '2026-10-15', until: '2026-11-12' } };
    expect(next({ ...leased, currentAt: tomorrow })).toMatchObject(again);
    expect(next({ ...leased, watermark: tomorrow })).toMatchObject(again);
    const synced = { ...leased, currentAt: tomorrow, watermark: tomorrow };
    expect(walk(synced, () => 'done')).toEqual(['again 2026-10-15..2026-11-12']);
    expect(synced).toMatchObject({ currentAt: now, watermark: now });
  });

  it('follows the time zone of the account', () => {
    const evening = new Date('2026-11-12T16:30:00Z');
    const singapore = nextDaysRequest(stream(), 28, 'Asia/Singapore', evening);
    expect(singapore?.part.until).toBe('2026-11-13');
    expect(next(stream(), evening)?.part.until).toBe('2026-11-12');
  });

  it('polls a report at growing intervals and drops a checkpoint of another format', () => {
    const report = { requestedAt: now.getTime() };
    const after = (seconds: number) =>
      reportPollDelayMs(report, new Date(now.getTime() + seconds * 1000), 500);
    expect([after(0), after(20), after(3600)]).toEqual([500, 4000, 60_000]);
    expect(parseDaysRequest('{"old":true}')).toBeNull();
    expect(oldestDay('2026-11-12', 37)).toBe('2023-10-14');
  });

  it.each([
    ['2026-03-31', 1, '2026-03-02'],
    ['2024-03-30', 1, '2024-03-02'],
    ['2026-05-31', 37, '2023-05-02'],
  ])('goes back to the last day of a month that lacks the day: %s', (today, months, oldest) => {
    expect(oldestDay(today, months)).toBe(oldest);
  });
});

it.each([
  ['2026-11-10', '2026-11-12', { since: '2026-11-12', until: '2026-11-12' }],
  ['2026-11-11', '2026-11-12', { since: '2026-11-12', until: '2026-11-12' }],
  ['2026-11-12', '2026-11-12', undefined],
])('a report of %s to %s that is too large becomes its newer half', (since, until, part) => {
  const request = next(stream());
  if (request === null) throw new Error('There is nothing to fetch');
  const report = { ...request, asReport: true, part: { since, until } };
  expect(shrinkDaysRequest(report, now)?.part).toEqual(part);
  expect(shrinkDaysRequest({ ...report, asReport: false }, now)).toMatchObject({
    asReport: true,
    part: { since, until },
  });
});
