/** A key-value store that falls back to memory if the browser denies storage. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

/** The page's storage areas. `memory` is never one of them. */
interface StorageAreas {
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;
  readonly memory?: undefined;
}

/**
 * Opens a storage area. If it is blocked or full, values stay in memory for this page, as with `memory`.
 */
export function openStorage(name: keyof StorageAreas): Store {
  const memory = new Map<string, string>();
  // With blocked storage, even the property access throws.
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
