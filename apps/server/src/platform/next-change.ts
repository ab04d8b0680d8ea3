/**
 * Returns when a locked row counts as changed: now, but later than its change before, whose clock may be ahead. So the
 * time identifies a version of the row.
 * @param before null for a new row
 */
export function nextChangeAt(before: { changedAt: Date } | null, now: Date): Date {
  return new Date(Math.max(now.getTime(), (before?.changedAt.getTime() ?? 0) + 1));
}
