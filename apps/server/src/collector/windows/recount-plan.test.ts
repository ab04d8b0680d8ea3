import { expect, it } from 'vitest';
import { daysToRecount } from './recount-days.ts';

const zone = 'Asia/Ho_Chi_Minh';
const at = (text: string) => new Date(`${text}+07:00`);
const due = (after: string, upTo: string) =>
  daysToRecount(at(after), at(upTo), zone).map(({ from, to }) => {
    expect(to.getTime() - from.getTime()).toBe(86_400_000);
    return new Date(from.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
  });

it('recounts an ordinary day once, hours after its end in the time zone of the shop', () => {
  expect(due('2026-11-21T05:59', '2026-11-21T06:00')).toEqual(['2026-11-20']);
  expect(due('2026-11-21T06:00', '2026-11-22T05:59')).toEqual([]);
  expect(due('2026-11-19T12:00', '2026-11-22T12:00')).toEqual([
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
  ]);
});

it('recounts a campaign day and the day after it for two more days', () => {
  expect(due('2026-11-12T05:00', '2026-11-12T07:00')).toEqual(['2026-11-11']);
  expect(due('2026-11-13T05:00', '2026-11-13T07:00')).toEqual(['2026-11-12', '2026-11-11']);
  expect(due('2026-11-14T05:00', '2026-11-14T07:00')).toEqual([
    '2026-11-13',
    '2026-11-12',
    '2026-11-11',
  ]);
  expect(due('2026-11-15T05:00', '2026-11-15T07:00')).toEqual(['2026-11-14', '2026-11-12']);
  expect(due('2026-11-16T05:00', '2026-11-16T07:00')).toEqual(['2026-11-15']);
});

it('recounts the newest 31 days after a long pause', () => {
  expect(due('2026-01-01T00:00', '2026-11-22T12:00')).toHaveLength(31);
});
