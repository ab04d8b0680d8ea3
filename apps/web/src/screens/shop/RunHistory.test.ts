import { expect, it } from 'vitest';
import { formatDuration } from './RunHistory.tsx';
import { en } from './texts.ts';

const start = '2026-11-22T00:00:00.000Z';

it.each([
  ['2026-11-22T00:00:00.100Z', '1 giây'],
  ['2026-11-22T00:00:42.400Z', '42 giây'],
  ['2026-11-22T00:05:07.000Z', '5 phút 7 giây'],
  ['2026-11-22T02:30:59.000Z', '2 giờ 30 phút'],
])('formats the duration from midnight to %s as %s', (end, text) => {
  expect(formatDuration(start, end)).toBe(text);
});

it('has no duration while the run is active', () => {
  expect(formatDuration(start, null)).toBeNull();
});

it('counts each kind of synced rows in its singular and plural', () => {
  const counted = Object.values(en.rows).map((rows) => [rows('1'), rows('2')]);
  expect(counted.filter(([one, two]) => one?.slice(1) === two?.slice(1))).toEqual([]);
});
