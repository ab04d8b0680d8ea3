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
  const attempt = <T>(work: (area: Storage) => T): T | undefined => {
    try {
      return work(globalThis[name]);
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((area) => area.getItem(key)) ?? null,
    set(key, value) {
      memory.set(key, value);
      attempt((area) => {
        area.setItem(key, value);
        memory.delete(key);
      });
    },
    remove(key) {
      memory.delete(key);
      attempt((area) => area.removeItem(key));
    },
    keys: () => [...memory.keys(), ...(attempt(Object.keys) ?? [])],
  };
}
