import { use, type ComponentType, type ReactNode } from 'react';

/** A part's code could not be had: it went with a deployment, or the network did. */
export class LostChunk extends Error {
  override readonly name = 'LostChunk';
}

/** The module of a part, whose default is its component. */
export type PartLoader<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/**
 * A component that is loaded when it is first shown, or asked for ahead by its `preload`. Loading ahead may fail
 * without a word; only one that is to be shown throws `LostChunk`, and is asked for again when it is shown again.
 */
export function lazyComponent<Props extends object>(
  load: PartLoader<Props>,
): ((props: Props) => ReactNode) & { preload(): Promise<void> } {
  let part: ComponentType<Props> | null = null;
  let underWay: Promise<void> | null = null;
  let failure: LostChunk | null = null;

  function preload(): Promise<void> {
    underWay ??= load().then(
      (module) => {
        part = module.default;
        failure = null;
      },
      (error: unknown) => {
        failure = new LostChunk('A part could not be loaded', { cause: error });
        underWay = null;
      },
    );
    return underWay;
  }

  /** What to throw, once: shown again, the part is asked for again. */
  function takeFailure(): LostChunk | null {
    const taken = failure;
    failure = null;
    return taken;
  }

  function LazyComponent(props: Props) {
    if (part === null) {
      const lost = takeFailure();
      if (lost) throw lost;
      use(preload());
    }
    const Part = part;
    return Part && <Part {...props} />;
  }
  return Object.assign(LazyComponent, { preload });
}
