/** Output of one reader process, and when it ended. */
export interface RefreshLog {
  /** Lines written by the process. */
  output: string;
  /** Epoch milliseconds; null while the process runs. */
  goneAt: number | null;
}

/** A running refresh in one process. */
interface RefreshSpan {
  process: number;
  from: number;
  to: number;
}

/**
 * Finds refreshes that spent one token concurrently.
 * @returns one line for each pair
 */
export function overlappingRefreshes(processes: readonly RefreshLog[]): string[] {
  const spans = new Map<string, RefreshSpan[]>();
  for (const [process, { output, goneAt }] of processes.entries()) {
    for (const line of output.split('\n')) {
      const [what, token = '', time] = line.split(' ');
      const ofToken = spans.getOrInsertComputed(token, () => []);
      if (what === 'began') ofToken.push({ process, from: Number(time), to: goneAt ?? Infinity });
      else if (what === 'ended') {
        const begun = ofToken.findLast((span) => span.process === process);
        if (begun) begun.to = Number(time);
      }
    }
  }
  return [...spans].flatMap(([token, all]) => {
    const inOrder = all.toSorted((a, b) => a.from - b.from);
    return inOrder.flatMap((span, index) => {
      const before = inOrder[index - 1];
      if (!before || span.from >= before.to) return [];
      return [`${token}: ${before.process} until ${before.to}, ${span.process} from ${span.from}`];
    });
  });
}

/** Counts the refreshes that were started. */
export function countStartedRefreshes(processes: readonly RefreshLog[]): number {
  return processes.reduce((sum, { output }) => sum + output.split('began ').length - 1, 0);
}
