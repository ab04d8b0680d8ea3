export interface Store<Value> {
  get(): Value;
  /** Sets the value, and notifies the listeners if it is another one. */
  set(next: Value): void;
  /** Calls the listener on every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Creates a value outside of React, for `useSyncExternalStore`. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
