/** A storage area of the browser, as much of it as is used, over values that a test can look at. */
export function storageArea(stored: Iterable<readonly [string, string]> = []) {
  const values = new Map(stored);
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}
