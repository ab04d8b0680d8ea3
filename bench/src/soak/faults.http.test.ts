import { expect, it } from 'vitest';
import { soakFaults } from './faults.ts';
import { mayMount } from './small-disk.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Parts that this machine does not allow. The run counts them as skipped. */
    skippedParts?: readonly string[];
  }
}

it('a bad day: sales equal the ledgers after each fault, money and ads at the end, and no token is lost that could be kept', async ({
  task,
}) => {
  const { problems, skipped } = await soakFaults(1, { isShort: true });
  task.meta.skippedParts = skipped;
  expect(problems).toEqual([]);
  if (mayMount()) expect(skipped).toEqual([]);
}, 1_200_000);
