/**
 * Bounds how often something costly happens at the same time in this process: at most `total`, and at most `perKey` for
 * one team or account.
 * @returns takes a slot for a key and returns its release, or null when none is free
 */
export function createSlots(limits: {
  readonly total: number;
  readonly perKey: number;
}): (key: string) => (() => void) | null {
  const taken = new Map<string, number>();
  let total = 0;
  return (key) => {
    const ofKey = taken.get(key) ?? 0;
    if (total >= limits.total || ofKey >= limits.perKey) return null;
    total += 1;
    taken.set(key, ofKey + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      total -= 1;
      const left = (taken.get(key) ?? 1) - 1;
      if (left === 0) taken.delete(key);
      else taken.set(key, left);
    };
  };
}
