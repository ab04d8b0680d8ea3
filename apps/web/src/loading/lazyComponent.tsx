import { use, type ComponentType, type ReactNode } from 'react';

/** The code of a component could not be loaded: a deployment removed it, or the network failed. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Allows another attempt on the next render. */
  readonly release: () => void;

  constructor(cause: unknown, release: () => void) {
    super('The code of a part could not be loaded', { cause });
    this.release = release;
  }
}

/**
 * Allows a failed component to load again. Called by error boundaries once they show a fallback: React
 * renders once more before it gives up, and that must not trigger another request.
 */
export function resetChunkError(error: unknown): void {
  if (error instanceof ChunkLoadError) error.release();
}

/** Time in which an awaiting render throws the error. A later render loads again. Milliseconds. */
const unseenErrorMs = 3_000;

/** Imports a module whose default export is the component. */
export type ComponentLoader<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/**
 * Used once a component is loaded. React reads the status of a promise, and a render that has called `use`
 * must call it again.
 */
const fulfilledPromise = Object.assign(Promise.resolve(), {
  status: 'fulfilled',
  value: undefined,
});

/**
 * Creates a component that is loaded when first rendered, or in advance by `preload`. A failed preload is
 * ignored; only rendering throws {@link ChunkLoadError}.
 */
export function lazyComponent<Props extends object>(
  load: ComponentLoader<Props>,
): ((props: Props) => ReactNode) & { preload(): Promise<void> } {
  let component: ComponentType<Props> | null = null;
  let pendingLoad: Promise<void> | null = null;
  let loadError: ChunkLoadError | null = null;
  /** Whether a render awaits the load; only then does a failure count. */
  let isAwaited = false;

  function preload(): Promise<void> {
    pendingLoad ??= load().then(
      (module) => {
        component = module.default;
        loadError = null;
      },
      (error: unknown) => {
        if (isAwaited) fail(error);
        isAwaited = false;
        pendingLoad = null;
      },
    );
    return pendingLoad;
  }

  function fail(cause: unknown): void {
    const release = () => {
      if (loadError === failure) loadError = null;
    };
    const failure = new ChunkLoadError(cause, release);
    loadError = failure;
    // The render that awaited the load may have been left, and nothing else releases the error then.
    setTimeout(release, unseenErrorMs);
  }

  function awaitLoad(): Promise<void> {
    isAwaited = true;
    return preload();
  }

  function LazyComponent(props: Props) {
    if (component === null && loadError) throw loadError;
    use(component === null ? awaitLoad() : fulfilledPromise);
    const Part = component;
    return Part && <Part {...props} />;
  }
  return Object.assign(LazyComponent, { preload });
}
