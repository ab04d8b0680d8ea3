import fc from 'fast-check';
import { onTestFailed } from 'vitest';
import { chooseSeed, createRandom } from './random.ts';

const seedSetting = process.env['SEED'];

/** Every property starts with `SEED` if it is set. fast-check reports the seed of a failing property itself. */
if (seedSetting !== undefined)
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seedSetting) });

/** Returns random numbers from 0 to 1, seeded by `SEED` or by a seed that is printed when the test fails. */
export function createSeededRandom(): () => number {
  const seed = chooseSeed();
  onTestFailed(() => console.error(`Repeat it with SEED=${seed}`));
  return createRandom(seed);
}
