/** Text by key. Falls back to memory where the browser refuses storage. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

/** The page's storage areas; none of them is called `memory`. */
interface StorageAreas {
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;
  readonly memory?: undefined;
}

/**
 * Opens a storage area of the page; blocked or full storage keeps the values for this page only, like `memory`.
 */
export function openStorage(name: keyof StorageAreas): Store {
  const memory = new Map<string, string>();
  // Even reading the property throws where the browser blocks storage.
  const attempt = <T>(work: (area: Storage) => T): T | undefined => {
    try {
      const area = (globalThis as StorageAreas)[name];
      return area && work(area);
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
