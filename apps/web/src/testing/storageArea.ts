/** A stub of a storage area, limited to the used methods, with inspectable values. */
export function storageArea(stored: Iterable<readonly [string, string]> = []) {
  const values = new Map(stored);
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}
