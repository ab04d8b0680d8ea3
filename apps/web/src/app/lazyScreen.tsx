import type { RouteComponent } from '@tanstack/react-router';
import { use } from 'react';
import type { ScreenLoader } from './routeTable.ts';

/** A screen's code could not be had: it went with a deployment, or the network did. */
export class LostChunk extends Error {
  override readonly name = 'LostChunk';
}

/**
 * A screen that is loaded when it is first shown, or asked for ahead by its `preload`. Loading ahead
 * may fail without a word; only a screen that is to be shown throws `LostChunk`.
 */
export function lazyScreen(load: ScreenLoader): RouteComponent & { preload(): Promise<void> } {
  let screen: React.ComponentType | null = null;
  let underWay: Promise<void> | null = null;
  let failure: LostChunk | null = null;

  function preload(): Promise<void> {
    underWay ??= load().then(
      (module) => {
        screen = module.default;
        failure = null;
      },
      (error: unknown) => {
        failure = new LostChunk('A screen could not be loaded', { cause: error });
        underWay = null;
      },
    );
    return underWay;
  }

  /** What to throw, once: shown again, the screen is asked for again. */
  function takeFailure(): LostChunk | null {
    const taken = failure;
    failure = null;
    return taken;
  }

  function LazyScreen() {
    if (screen === null) {
      const lost = takeFailure();
      if (lost) throw lost;
      use(preload());
    }
    const Screen = screen;
    return Screen && <Screen />;
  }
  return Object.assign(LazyScreen, { preload });
}
