import { expect, it } from 'vitest';
import { msUntilMorning } from './zalo-channel.ts';

it.each([
  ['22:00', 8 * 60 + 5],
  ['05:59', 6],
  // Zalo's clock is behind: its night has not ended yet.
  ['06:00', 5],
  ['06:04', 1],
])('a message refused at %s in Vietnam waits %i minutes', (time, minutes) => {
  expect(msUntilMorning(new Date(`2026-11-22T${time}:00+07:00`)) / 60_000).toBe(minutes);
});
