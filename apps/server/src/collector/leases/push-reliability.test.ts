import { beforeEach, expect, it } from 'vitest';
import { createPushReliability, type PushReliability } from './push-reliability.ts';

const minuteMs = 60_000;

let nowMs: number;
let pushes: PushReliability;

beforeEach(() => {
  nowMs = Date.parse('2026-11-10T17:00:00Z');
  pushes = createPushReliability(() => new Date(nowMs));
});

it('pushes of a partner are relied upon until several changes came without one', () => {
  expect(pushes.isReliable('SHOPEE')).toBe(true);
  pushes.recordAnnounced('SHOPEE', 10);
  pushes.recordMissed('SHOPEE', 4);
  expect(pushes.isReliable('SHOPEE')).toBe(true);
  pushes.recordMissed('SHOPEE', 1);
  expect(pushes.isReliable('SHOPEE')).toBe(false);
  expect(pushes.isReliable('TIKTOK')).toBe(true);
});

it('one in a hundred may be missed', () => {
  for (let count = 0; count < 50; count += 1) {
    pushes.recordAnnounced('SHOPEE', 99);
    pushes.recordMissed('SHOPEE', 1);
    expect(pushes.isReliable('SHOPEE')).toBe(true);
    nowMs += minuteMs;
  }
});

it('they are relied upon again after half an hour in which none was lost', () => {
  pushes.recordMissed('SHOPEE', 30);
  pushes.recordAnnounced('SHOPEE', 70);
  for (let minute = 0; minute < 30; minute += 1) {
    expect(pushes.isReliable('SHOPEE')).toBe(false);
    nowMs += minuteMs;
    // The rush of a campaign: pushes come at once, and what was lost is known a few minutes later.
    pushes.recordAnnounced('SHOPEE', 10_000);
  }
  nowMs += minuteMs;
  expect(pushes.isReliable('SHOPEE')).toBe(true);
});

it('what happened long ago does not count beside what happens now', () => {
  pushes.recordAnnounced('SHOPEE', 1_000_000);
  nowMs += 20 * minuteMs;
  pushes.recordMissed('SHOPEE', 5);
  expect(pushes.isReliable('SHOPEE')).toBe(false);
});
