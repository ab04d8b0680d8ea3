import { expect, it } from 'vitest';
import { computeBestSchedule } from './best-schedule.ts';
import { DueStreams } from './due-streams.ts';
import { Lateness } from './lateness.ts';
import { shippedMarketplaces } from './marketplaces.ts';
import { PermitLine } from './quotas.ts';
import { RecentChanges } from './recent-changes.ts';
import { createFleet, generateChanges, vietnam } from './traffic.ts';
import { VirtualTime, type VirtualProcess } from './virtual-time.ts';

it('runs virtual processes in order of time, and no further than requested', () => {
  const time = new VirtualTime(1000);
  const seen: string[] = [];
  function* wait(name: string, ms: number): VirtualProcess {
    for (let round = 0; round < 3; round += 1) {
      yield ms;
      seen.push(`${name} ${time.now}`);
    }
  }
  time.start(wait('slow', 50));
  time.start(wait('fast', 20));
  time.runUntil(1100);
  expect(seen).toEqual(['fast 1020', 'fast 1040', 'slow 1050', 'fast 1060', 'slow 1100']);
  expect(time.now).toBe(1100);
});

it('fills each second of a bucket with permits and never exceeds it', () => {
  const line = new PermitLine(2, 10);
  const counts = new Map<number, number>();
  let now = 5000;
  for (let call = 0; call < 200; call += 1) {
    const startsAt = line.acquire(1, now) ?? Number.NaN;
    now = Math.max(now, startsAt);
    const second = Math.floor(startsAt / 1000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
    line.count(1, startsAt);
  }
  expect(line.overQuota).toBe(0);
  expect([...counts.values()].slice(1, -1)).toEqual(Array(counts.size - 2).fill(10));
});

it('lists a due stream once, and no longer after it was scheduled again', () => {
  const due = new DueStreams(2, 0, 60_000);
  due.schedule(0, 10_200);
  due.schedule(1, 30_000);
  // Retried within the same second.
  due.schedule(0, 10_700);
  expect(due.list(10_300)).toEqual([]);
  expect(due.list(10_800)).toEqual([0]);
  due.schedule(0, 10_900);
  expect(due.list(11_000)).toEqual([0]);
  due.schedule(0, 20_000);
  expect(due.list(12_000)).toEqual([]);
  expect(due.list(30_000)).toEqual([0, 1]);
});

it('refuses a permit that would start in more than half a minute', () => {
  const line = new PermitLine(1, 1);
  for (let call = 0; call < 29; call += 1) line.acquire(0, 0);
  expect(line.acquire(0, 0)).not.toBeNull();
  expect(line.acquire(0, 0)).toBeNull();
});

it('lists the changes of the ten minutes before the newest one listed', () => {
  const changes = new RecentChanges(0);
  const minuteMs = 60_000;
  changes.add(minuteMs, true);
  changes.add(12 * minuteMs, false);
  expect(changes.beginList(12 * minuteMs)).toBe(0);
  expect(changes.unknown(0, 2)).toEqual([0, 1]);
  expect([changes.collect(0), changes.collect(0)]).toEqual([minuteMs, null]);
  expect(changes.hinted).toBe(0);
  changes.add(13 * minuteMs, true);
  expect(changes.beginList(13 * minuteMs)).toBe(1);
  expect(changes.takeHinted()).toEqual([2]);
  expect(changes.allUnknown()).toEqual([12 * minuteMs, 13 * minuteMs]);
});

it('generates the same changes for the same seed, and more for larger shops', () => {
  const fleet = createFleet(100, vietnam);
  const traffic = {
    fleet,
    from: 0,
    to: 3_600_000,
    changesPerDay: 240_000,
    lostPushShare: 0.3,
    seed: 1,
  };
  const intensity = () => 1;
  const changes = [...generateChanges({ ...traffic, intensity })];
  expect([...generateChanges({ ...traffic, intensity })]).toEqual(changes);
  expect(Math.abs(changes.length - 10_000)).toBeLessThan(400);
  expect(changes.filter(({ isPushed }) => !isPushed).length / changes.length).toBeCloseTo(0.3, 1);
  const ofShop = (index: number) => changes.filter(({ shop }) => shop === index).length;
  expect(ofShop(0)).toBeGreaterThan(3 * ofShop(90));
});

it('schedules within one response time while the rate limits suffice', () => {
  const fleet = createFleet(100, vietnam);
  const traffic = { fleet, from: 0, to: 600_000, changesPerDay: 86_400, lostPushShare: 1, seed: 1 };
  const lateness = computeBestSchedule({
    ...traffic,
    marketplaces: shippedMarketplaces(),
    changes: generateChanges({ ...traffic, intensity: () => 1 }),
    countFrom: 0,
    answerMs: 200,
  });
  expect(lateness.percentile(0.5)).toBeLessThanOrEqual(400);
  expect(lateness.within(5000)).toBe(1);
});

it('computes percentiles of lateness to a tenth of a second', () => {
  const lateness = new Lateness();
  for (let ms = 0; ms < 100_000; ms += 100) lateness.add(ms);
  expect(lateness.percentile(0.5)).toBe(50_100);
  expect(lateness.percentile(0.99)).toBe(99_100);
  expect(lateness.within(10_000)).toBeCloseTo(0.1);
  expect(lateness.maxMs).toBe(99_900);
});
