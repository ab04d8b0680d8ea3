import { afterAll } from 'vitest';

/**
 * Fails a file that leaves a fake timer behind, which would never call back in the files that follow on the same page.
 * Restoring a spy on a fake timer after `vi.useRealTimers()` does so.
 */
afterAll(() => {
  for (const timer of [setTimeout, setInterval, requestAnimationFrame]) {
    if (!String(timer).includes('[native code]')) throw new Error('A fake timer was left behind');
  }
});
