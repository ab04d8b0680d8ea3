import { expect, it } from 'vitest';
import { soakRestore } from './restore.ts';

it('equals the ledger when a machine is lost during a sync and restored elsewhere from its backup', async () => {
  expect(
    await soakRestore(1, {
      size: 'tiny',
      months: 4,
      shopsPerPlatform: 1,
      marketplaces: 2,
      hasOwnWorkerProcess: false,
    }),
  ).toEqual([]);
}, 1_200_000);
