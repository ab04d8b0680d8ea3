import { afterAll, expect } from 'vitest';

/**
 * Fails a file that leaves a fake timer behind, which would never call back in the files that follow on the same page.
 * Restoring a spy on a fake timer after `vi.useRealTimers()` does so.
 */
afterAll(() => {
  for (const timer of [setTimeout, setInterval, requestAnimationFrame]) {
    expect(String(timer), 'a timer after the last test').toContain('[native code]');
  }
});
