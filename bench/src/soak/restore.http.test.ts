import { expect, it } from 'vitest';
import { soakRestore } from './restore.ts';

it('a machine is lost during a sync: its backup, restored elsewhere, ends with the figures of the ledger', async () => {
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
