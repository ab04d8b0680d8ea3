import { chooseSeed, createRandom } from '../../../apps/server/test/random.ts';

/** Returns random numbers from 0 to 1, seeded by `SEED` or by a random seed, which is printed. */
export function createSoakRandom(): () => number {
  const seed = chooseSeed();
  process.stdout.write(`Repeat it with SEED=${seed}\n`);
  return createRandom(seed);
}
