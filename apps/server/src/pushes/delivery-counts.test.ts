import { expect, it } from 'vitest';
import { createDeliveryCounter } from './delivery-counts.ts';

it('adds counts that could not be stored to the next ones', async () => {
  const stored: unknown[] = [];
  const warnings: unknown[] = [];
  let isDown = true;
  const counter = createDeliveryCounter({
    database: {
      execute: async (_statement, values) => {
        if (isDown) throw new Error('the database is down');
        return stored.push(values);
      },
    },
    log: { warn: (fields: object) => void warnings.push(fields) },
    now: () => new Date('2026-11-11T05:30:00Z'),
  });
  counter.count('SHOPEE', 'accepted');
  counter.count('SHOPEE', 'forged');
  await counter.write();
  counter.count('SHOPEE', 'accepted');
  isDown = false;
  await counter.write();
  await counter.close();
  const hour = '2026-11-11T05:00:00.000Z';
  expect(stored).toEqual([
    [
      ['SHOPEE', 'SHOPEE'],
      [hour, hour],
      ['accepted', 'forged'],
      [2, 1],
    ],
  ]);
  expect(warnings).toMatchObject([
    { event: 'pushes.counts_not_stored' },
    { event: 'pushes.rejected', forged: 1, unreadable: 0 },
  ]);
});
