import { use, type ComponentType, type ReactNode } from 'react';

/** A part's code could not be had: it went with a deployment, or the network did. */
export class ChunkLoadError extends Error {
  override readonly name = 'LostChunk';
  /** Lets the part be asked for again when it is shown again. */
  readonly release: () => void;

  constructor(cause: unknown, release: () => void) {
    super('The code of a part could not be loaded', { cause });
    this.release = release;
  }
}

/**
 * Called by whoever shows something in place of what failed. Until then a lost part fails alike each time it is drawn:
 * React draws once more before it gives up, and that must not ask again.
 */
export function resetChunkError(error: unknown): void {
  if (error instanceof ChunkLoadError) error.release();
}

/** The module of a part, whose default is its component. */
export type ComponentLoader<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** What a loaded part uses: React reads the status of a promise, and a drawing that has used one has to go on so. */
const fulfilledPromise = Object.assign(Promise.resolve(), {
  status: 'fulfilled',
  value: undefined,
});

/**
 * A component that is loaded when it is first shown, or asked for ahead by its `preload`. Loading ahead may fail
 * without a word; only one that is to be shown throws `LostChunk`.
 */
export function lazyComponent<Props extends object>(
  load: ComponentLoader<Props>,
): ((props: Props) => ReactNode) & { preload(): Promise<void> } {
  let component: ComponentType<Props> | null = null;
  let pendingLoad: Promise<void> | null = null;
  let loadError: ChunkLoadError | null = null;
  /** Somebody waits for what is under way: only then does its failure count. */
  let isAwaited = false;

  function preload(): Promise<void> {
    pendingLoad ??= load().then(
      (module) => {
        component = module.default;
        loadError = null;
      },
      (error: unknown) => {
        if (isAwaited) loadError = new ChunkLoadError(error, () => (loadError = null));
        isAwaited = false;
        pendingLoad = null;
      },
    );
    return pendingLoad;
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
