/** What one process told of its renewals, and when it was gone. */
export interface RefreshLog {
  /** Its lines, as a reader process writes them. */
  output: string;
  /** Epoch milliseconds; null while it lives. */
  goneAt: number | null;
}

/** A renewal that was under way in one process. */
interface RefreshSpan {
  process: number;
  from: number;
  to: number;
}

/**
 * Renewals that spent one token at the same time.
 * @returns one line for each pair
 */
export function overlappingRefreshes(processes: readonly RefreshLog[]): string[] {
  const spans = new Map<string, RefreshSpan[]>();
  for (const [process, { output, goneAt }] of processes.entries()) {
    for (const line of output.split('\n')) {
      const [what, token = '', time] = line.split(' ');
      const ofToken = spans.get(token) ?? [];
      if (what === 'began') {
        const open = { process, from: Number(time), to: goneAt ?? Infinity };
        spans.set(token, [...ofToken, open]);
      } else if (what === 'ended') {
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

/** How many renewals were begun. */
export function countStartedRefreshes(processes: readonly RefreshLog[]): number {
  return processes.reduce((sum, { output }) => sum + output.split('began ').length - 1, 0);
}
