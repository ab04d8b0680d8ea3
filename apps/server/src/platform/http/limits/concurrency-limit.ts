import { Problem } from '../problem.ts';

/**
 * Limits concurrent work of a costly kind in this process: at most `total`, and at most `perKey` for one team or
 * account.
 * @returns a function that acquires a slot for a key and returns its release, or null if no slot is free
 */
export function createConcurrencyLimit(limits: {
  readonly total: number;
  readonly perKey: number;
}): (key: string) => (() => void) | null {
  const countByKey = new Map<string, number>();
  let total = 0;
  return (key) => {
    const keyCount = countByKey.get(key) ?? 0;
    if (total >= limits.total || keyCount >= limits.perKey) return null;
    total += 1;
    countByKey.set(key, keyCount + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      total -= 1;
      const remaining = (countByKey.get(key) ?? 1) - 1;
      if (remaining === 0) countByKey.delete(key);
      else countByKey.set(key, remaining);
    };
  };
}

/** The response if the team or the process already creates too many files. */
export const filesBusyProblem = () =>
  new Problem(
    503,
    'files_busy',
    {
      vi: 'Máy chủ đang tạo nhiều tệp khác. Vui lòng thử lại sau ít giây.',
      en: 'The server is busy creating other files. Try again in a few seconds.',
    },
    { retryAfterSeconds: 5 },
  );
