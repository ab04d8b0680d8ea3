import { setTimeout as delay } from 'node:timers/promises';

const maxWaitMs = 120_000;

/**
 * Waits for a condition.
 * @param problem what is the case without it
 * @param describe returns the state that the error names
 * @throws Error after two minutes
 */
export async function waitUntil(
  problem: string,
  condition: () => Promise<boolean>,
  describe?: () => Promise<string>,
): Promise<void> {
  const end = performance.now() + maxWaitMs;
  while (!(await condition())) {
    if (performance.now() > end) {
      throw new Error(`${problem} after ${maxWaitMs / 1000} s. ${(await describe?.()) ?? ''}`);
    }
    await delay(100);
  }
}
