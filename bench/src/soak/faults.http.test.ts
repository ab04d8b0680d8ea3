import { expect, it } from 'vitest';
import { soakFaults } from './faults.ts';

it('a bad day: after each fault every figure equals the ledger, and no token is lost that could be kept', async () => {
  expect(await soakFaults(1, { isShort: true })).toEqual([]);
}, 600_000);
