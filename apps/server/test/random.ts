/** Returns the seed that `SEED` sets, or a random one. */
export function chooseSeed(): number {
  const setting = process.env['SEED'];
  return setting === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(setting);
}

/** mulberry32: a small reproducible generator, good enough for test data. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
