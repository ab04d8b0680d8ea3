/**
 * Returns the delay after failures in a row: `firstMs`, doubled for each failure up to `maxMs`.
 * @param random uniform in [0, 1); adds a jitter of 25 %
 */
export function backoffMs(
  failures: number,
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  random?: () => number,
): number {
  const delayMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 20));
  return random ? Math.round(delayMs * (0.75 + random() * 0.5)) : delayMs;
}
