import fc from 'fast-check';
import { onTestFailed } from 'vitest';
import { createRandom } from '../src/reporting/testing/generate-orders.ts';

const seedSetting = process.env['SEED'];

/** Every property begins with `SEED` when it is set; fast-check names the seed of one that fails by itself. */
if (seedSetting !== undefined)
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seedSetting) });

/** Numbers from 0 to 1 that `SEED` decides, or a seed that is printed when the test fails. */
export function createSeededRandom(): () => number {
  const seed =
    seedSetting === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(seedSetting);
  onTestFailed(() => console.error(`Repeat it with SEED=${seed}`));
  return createRandom(seed);
}
