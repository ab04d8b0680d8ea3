/** Start and end of a bar, in percent of the width. */
interface Step {
  readonly from: number;
  readonly to: number;
}

/**
 * Places signed amounts one after the other: each bar begins at the sum of the amounts before it.
 * @returns the bars, and the position of zero
 */
export function waterfallSteps(values: readonly number[]): { steps: Step[]; zero: number } {
  const sums = values.reduce<number[]>(
    (known, value) => [...known, (known.at(-1) ?? 0) + value],
    [0],
  );
  const [min, max] = [Math.min(...sums), Math.max(...sums)];
  const place = (sum: number) => (max === min ? 0 : ((sum - min) / (max - min)) * 100);
  return {
    steps: values.map((_, index) => ({
      from: place(sums[index] ?? 0),
      to: place(sums[index + 1] ?? 0),
    })),
    zero: place(0),
  };
}
