import { expect, it } from 'vitest';
import { renewPeriodically } from '../poll.ts';

it('renews sequentially, and continues after an error', async () => {
  const errors: unknown[] = [];
  let running = 0;
  let maxRunning = 0;
  let count = 0;
  const stop = renewPeriodically(
    async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      // Longer than the interval.
      await new Promise((done) => setTimeout(done, 5));
      running -= 1;
      count += 1;
      if (count === 1) throw new Error('the database is away');
    },
    1,
    (error) => errors.push(error),
  );
  await expect.poll(() => count).toBeGreaterThan(3);
  stop();
  expect(maxRunning).toBe(1);
  expect(errors).toEqual([new Error('the database is away')]);
});
