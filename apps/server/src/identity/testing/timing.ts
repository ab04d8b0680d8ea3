/** Two ways that should take the same time, in turns, so that a busy machine slows both. */
export interface Rivals {
  one(round: number): Promise<void>;
  other(round: number): Promise<void>;
  /** Before each of them, not counted. */
  prepare(): Promise<void>;
}

/**
 * The median time of the one over that of the other. A batch that something else on the machine has disturbed is
 * measured again; a real difference shows in every batch.
 */
export async function timeRatio(rivals: Rivals, rounds = 15, batches = 5): Promise<number> {
  let ratio = 1;
  for (let batch = 0; batch < batches; batch += 1) {
    const times: Record<'one' | 'other', number[]> = { one: [], other: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const which of ['one', 'other'] as const) {
        await rivals.prepare();
        const began = performance.now();
        await rivals[which](batch * rounds + round);
        times[which].push(performance.now() - began);
      }
    }
    ratio = median(times.one) / median(times.other);
    if (ratio > 0.8 && ratio < 1.2) break;
  }
  return ratio;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
