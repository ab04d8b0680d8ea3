import type { Notification } from '@seller-connect/contract';
import { expect, it } from 'vitest';
import { groupByDay, stackFirstSyncs } from './groupByDay.ts';

const at = (instant: string): Notification => ({
  id: instant,
  kind: 'first_sync_done',
  tone: 'positive',
  title: '',
  text: '',
  action: { label: '', href: '/' },
  at: instant,
  readAt: null,
  alertRuleId: null,
  resolvedAt: null,
});

it('groups by days in Vietnam, not in UTC', () => {
  const now = Date.parse('2026-11-22T01:00:00Z');
  const groups = groupByDay(
    [
      at('2026-11-22T00:30:00Z'),
      // 00:30 on the 22nd in Vietnam.
      at('2026-11-21T17:30:00Z'),
      at('2026-11-21T16:30:00Z'),
      at('2026-11-19T03:00:00Z'),
    ],
    now,
    'Asia/Ho_Chi_Minh',
  );
  expect(groups.map(({ day, items }) => [day, items.length])).toEqual([
    ['today', 2],
    ['yesterday', 1],
    ['earlier', 1],
  ]);
});

it('joins three or more first syncs in a row', () => {
  const sync = (id: string) => ({ ...at('2026-11-22T00:30:00Z'), id });
  const late = (id: string): Notification => ({ ...sync(id), kind: 'data_late' });
  const items = [sync('a'), sync('b'), late('c'), sync('d'), sync('e'), sync('f'), late('g')];
  expect(stackFirstSyncs(items).map((stack) => stack.map(({ id }) => id).join(''))).toEqual([
    'a',
    'b',
    'c',
    'def',
    'g',
  ]);
});
