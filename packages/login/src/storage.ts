/** Text by key. Falls back to memory where the browser refuses storage. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

/** Opens a storage area of the page; blocked or full storage keeps the values for this page only. */
export function openStore(name: 'localStorage' | 'sessionStorage'): Store {
  const memory = new Map<string, string>();
  // Even reading the property throws where the browser blocks storage.
  const attempt = <T>(work: (area: Storage) => T, otherwise: T): T => {
    try {
      return work(globalThis[name]);
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((area) => area.getItem(key), null),
    set(key, value) {
      memory.delete(key);
      const kept = attempt((area) => {
        area.setItem(key, value);
        return true;
      }, false);
      if (!kept) memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((area) => area.removeItem(key), undefined);
    },
    keys: () => [...memory.keys(), ...attempt((area) => Object.keys(area), [])],
  };
}
