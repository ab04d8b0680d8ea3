/** Returns the first index below `count` from which on `isReached` is true, by bisection; `count` if it never is. */
export function firstIndex(count: number, isReached: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
