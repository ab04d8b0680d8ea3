import { expect, it } from 'vitest';
import { addMonths, shownMonth } from './targetMonth.ts';

const today = '2026-01-15';

it('shownMonth accepts this month, the last one and a range of a whole month', () => {
  expect(shownMonth({ period: 'month' }, today)).toBe('2026-01');
  expect(shownMonth({ period: 'last_month' }, today)).toBe('2025-12');
  const custom = (from: string, to: string) => shownMonth({ period: 'custom', from, to }, today);
  expect(custom('2028-02-01', '2028-02-29')).toBe('2028-02');
  expect(custom('2028-02-01', '2028-02-28')).toBeNull();
  expect(custom('2026-01-02', '2026-01-31')).toBeNull();
  expect(custom('2025-12-01', '2026-01-31')).toBeNull();
  expect(shownMonth({ period: '28d' }, today)).toBeNull();
});

it('addMonths crosses the turn of the year', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});
