/** What one process told of its renewals, and when it was gone. */
export interface ToldRefreshes {
  /** Its lines, as a reader process writes them. */
  output: string;
  /** Epoch milliseconds; null while it lives. */
  goneAt: number | null;
}

/** A renewal that was under way in one process. */
interface Span {
  process: number;
  from: number;
  to: number;
}

/**
 * Renewals that spent one token at the same time.
 * @returns one line for each pair
 */
export function overlappingRefreshes(processes: readonly ToldRefreshes[]): string[] {
  const spans = new Map<string, Span[]>();
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
    return inOrder.flatMap((span, place) => {
      const before = inOrder[place - 1];
      if (!before || span.from >= before.to) return [];
      return [`${token}: ${before.process} until ${before.to}, ${span.process} from ${span.from}`];
    });
  });
}

/** How many renewals were begun. */
export function begunRefreshes(processes: readonly ToldRefreshes[]): number {
  return processes.reduce((sum, { output }) => sum + output.split('began ').length - 1, 0);
}
