import fc from 'fast-check';
import { onTestFailed } from 'vitest';
import { randomFrom } from '../src/reporting/testing/generate-orders.ts';

const given = process.env['SEED'];

/** Every property begins with `SEED` when it is set; fast-check names the seed of one that fails by itself. */
if (given !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) });

/** Numbers from 0 to 1 that `SEED` decides, or a seed that is printed when the test fails. */
export function randomOfTest(): () => number {
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  onTestFailed(() => console.error(`Repeat it with SEED=${seed}`));
  return randomFrom(seed);
}
