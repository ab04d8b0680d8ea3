import type { DifferenceReason } from '@seller-connect/contract';
import { expect, it } from 'vitest';
import { countGroups, gravestDifferences } from './difference-groups.ts';

const difference = (orderId: string, reason: DifferenceReason, effectE4 = 0n) => ({
  orderId,
  reason,
  effectE4,
});

it('counts an order once, in the gravest of its groups, with all that it differs by', async () => {
  const counted = await countGroups([
    difference('1', 'counted_otherwise', 5n),
    difference('2', 'changed_since', 7n),
    difference('2', 'day_differs', 2n),
    difference('3', 'not_read_yet'),
    difference('3', 'rows_repeated', 11n),
    difference('4', 'not_paid', -3n),
  ]);
  expect(counted).toEqual([
    { group: 'explained', orders: 2, differences: 2, effectE4: 2n },
    { group: 'waiting', orders: 1, differences: 2, effectE4: 11n },
    { group: 'open', orders: 1, differences: 2, effectE4: 9n },
  ]);
});

it('leaves out groups without orders', async () => {
  expect(await countGroups([])).toEqual([]);
  const counted = await countGroups([difference('1', 'not_paid')]);
  expect(counted.map(({ group }) => group)).toEqual(['explained']);
});

it('keeps the gravest of very many differences, in their order', () => {
  const differences = [
    difference('1', 'counted_otherwise'),
    difference('2', 'still_loading'),
    difference('3', 'amount_differs'),
    difference('4', 'not_paid'),
    difference('5', 'missing_in_file'),
  ];
  const kept = (max: number) => gravestDifferences(differences, max).map(({ orderId }) => orderId);
  expect(kept(2)).toEqual(['3', '5']);
  expect(kept(4)).toEqual(['1', '2', '3', '5']);
  expect(kept(9)).toEqual(['1', '2', '3', '4', '5']);
});
