/** Typed events of one instance; a failing listener does not stop the others. */
export interface Emitter<Events> {
  readonly on: <K extends keyof Events>(
    event: K,
    handler: (detail: Events[K]) => void,
  ) => () => void;
  /** Returns whether anybody listened. */
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
          // As an uncaught error of its own, outside the layer's work.
          reportError(failure);
        }
      }
      return listening.length > 0;
    },
  };
}
