/** Typed event emitter. An error in one listener does not affect the others. */
export interface Emitter<Events> {
  readonly on: <K extends keyof Events>(
    event: K,
    handler: (detail: Events[K]) => void,
  ) => () => void;
  /** Returns whether there was a listener. */
  readonly emit: <K extends keyof Events>(event: K, detail: Events[K]) => boolean;
}

export function createEmitter<Events>(): Emitter<Events> {
  const handlers: { [K in keyof Events]?: Set<(detail: Events[K]) => void> } = {};
  return {
    on(event, handler) {
      const set = (handlers[event] ??= new Set());
      set.add(handler);
      return () => void set.delete(handler);
    },
    emit(event, detail) {
      const listening = [...(handlers[event] ?? [])];
      for (const handler of listening) {
        try {
          handler(detail);
        } catch (failure) {
          // Reports it as an uncaught error, outside the library's control flow.
          reportError(failure);
        }
      }
      return listening.length > 0;
    },
  };
}
