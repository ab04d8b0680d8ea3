import { beforeEach, expect, it } from 'vitest';
import { createPushReliability, type PushReliability } from './sync-interval.ts';

const minuteMs = 60_000;

let nowMs: number;
let pushes: PushReliability;

beforeEach(() => {
  nowMs = Date.parse('2026-11-10T17:00:00Z');
  pushes = createPushReliability(() => new Date(nowMs));
});

it('trusts the pushes of a partner until several changes came without one', () => {
  expect(pushes.isReliable('SHOPEE')).toBe(true);
  pushes.recordAnnounced('SHOPEE', 10);
  pushes.recordMissed('SHOPEE', 4);
  expect(pushes.isReliable('SHOPEE')).toBe(true);
  pushes.recordMissed('SHOPEE', 1);
  expect(pushes.isReliable('SHOPEE')).toBe(false);
  expect(pushes.isReliable('TIKTOK')).toBe(true);
});

it('tolerates one missed push in a hundred', () => {
  for (let count = 0; count < 50; count += 1) {
    pushes.recordAnnounced('SHOPEE', 99);
    pushes.recordMissed('SHOPEE', 1);
    expect(pushes.isReliable('SHOPEE')).toBe(true);
    nowMs += minuteMs;
  }
});

it('trusts pushes again after half an hour without a loss', () => {
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

it('does not let old pushes outweigh recent losses', () => {
  pushes.recordAnnounced('SHOPEE', 1_000_000);
  nowMs += 20 * minuteMs;
  pushes.recordMissed('SHOPEE', 5);
  expect(pushes.isReliable('SHOPEE')).toBe(false);
});
