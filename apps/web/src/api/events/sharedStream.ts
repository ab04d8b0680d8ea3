import type { ServerEvent } from './serverSentEvents.ts';

/**
 * One stream of events for all tabs of a browser, where each event says everything that those before it did. Over
 * HTTP/1.1 a browser opens six connections to an origin, and seven tabs with a stream each would leave none for
 * anything else.
 *
 * | state   | entered by                             | what the tab does                                            |
 * | ------- | -------------------------------------- | ------------------------------------------------------------ |
 * | hidden  | the tab goes out of sight or is frozen | nothing: it has neither lock nor stream                      |
 * | waiting | the tab comes into sight               | asks for the lock; takes what the leader passes on           |
 * | leading | the browser grants the lock            | reads the stream and passes it on, with a beat every 10 s    |
 *
 * The browser grants the lock to the next tab when the leader is hidden, frozen, closed or has crashed. A leader that
 * is still there and sends no beat for 30 s, because its page hangs, has its lock taken away.
 */
export interface SharedEventsOptions {
  /** Names the stream among those of this origin. */
  readonly name: string;
  /** Opens the stream; the returned function ends it. */
  readonly read: (handlers: StreamHandlers) => () => void;
  readonly onEvent: (event: ServerEvent) => void;
  /** Told when the stream of whichever tab opens and when it is lost, also for this tab alone. */
  readonly onState: (state: StreamState) => void;
  /** This page, or what stands for it in a test. */
  readonly page?: PageVisibility;
}

export type StreamState = 'open' | 'lost';

export interface StreamHandlers {
  readonly onEvent: (event: ServerEvent) => void;
  readonly onState: (state: StreamState) => void;
}

export interface PageVisibility {
  readonly isVisible: () => boolean;
  /** Calls back when that may have changed. Returns the function that stops it. */
  readonly onChange: (listener: () => void) => () => void;
}

const beatMs = 10_000;
const silenceMs = 30_000;

const thisPage: PageVisibility = {
  isVisible: () => document.visibilityState === 'visible',
  onChange(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

/** What tabs say to each other. */
type Message =
  | { readonly kind: 'event'; readonly event: ServerEvent }
  /** The state of the stream: after each change, as a beat, and as the answer to `hello`. */
  | { readonly kind: 'state'; readonly state: StreamState }
  /** A tab that has come into sight asks how the stream is, and what it said last. */
  | { readonly kind: 'hello' };

/** Takes part in the shared stream until the returned function is called. */
export function followSharedEvents(options: SharedEventsOptions): () => void {
  const { page = thisPage } = options;
  let leave: (() => void) | null = null;
  const update = () => {
    if (page.isVisible() === (leave !== null)) return;
    if (leave) {
      leave();
      leave = null;
      options.onState('lost');
    } else leave = takePart(options);
  };
  const stop = page.onChange(update);
  update();
  return () => {
    stop();
    leave?.();
    leave = null;
  };
}

/** Waits for the lock and leads under it, until the returned function is called. */
function takePart({ name, read, onEvent, onState }: SharedEventsOptions): () => void {
  const left = new AbortController();
  const { signal } = left;
  const channel = new BroadcastChannel(name);
  const say = (message: Message) => channel.postMessage(message);
  let isLeading = false;
  let state: StreamState = 'lost';
  /** The last event that this tab read itself. */
  let latest: ServerEvent | null = null;
  let alarm: ReturnType<typeof setTimeout> | undefined;

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = parseMessage(data);
    if (message?.kind === 'hello') {
      if (!isLeading) return;
      say({ kind: 'state', state });
      if (latest) say({ kind: 'event', event: latest });
    } else if (message && !isLeading) {
      expectBeat();
      if (message.kind === 'event') onEvent(message.event);
      else setState(message.state);
    }
  });

  function setState(next: StreamState): void {
    if (state === next) return;
    state = next;
    onState(next);
  }

  /** The leader has been heard, or is waited for; what says nothing for long is given up. */
  function expectBeat(): void {
    clearTimeout(alarm);
    alarm = setTimeout(() => {
      setState('lost');
      void lead({ steal: true });
    }, silenceMs);
  }

  /** Asks for the lock, and holds it until this tab leaves or another one takes it away. */
  async function lead(request: LockOptions): Promise<void> {
    const { locks } = navigator;
    // Only a page of a secure origin has Web Locks; elsewhere each tab in sight reads for itself.
    if (!locks) return hold();
    try {
      await locks.request(name, request, hold);
    } catch {
      // Aborted by leaving, or taken away by a tab that heard nothing from this one.
    }
    if (signal.aborted) return;
    endLeading();
    await lead({ signal });
  }

  let endLeading = () => {};

  function hold(): Promise<void> {
    if (signal.aborted || isLeading) return Promise.resolve();
    isLeading = true;
    clearTimeout(alarm);
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = read({
      onEvent(event) {
        latest = event;
        onEvent(event);
        say({ kind: 'event', event });
      },
      onState(next) {
        setState(next);
        say({ kind: 'state', state: next });
      },
    });
    const beat = setInterval(() => say({ kind: 'state', state }), beatMs);
    endLeading = () => {
      if (!isLeading) return;
      isLeading = false;
      clearInterval(beat);
      end();
      setState('lost');
      resolve();
    };
    return promise;
  }

  say({ kind: 'hello' });
  expectBeat();
  void lead({ signal });
  return () => {
    left.abort();
    clearTimeout(alarm);
    endLeading();
    channel.close();
  };
}

function parseMessage(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null;
  if (data.kind === 'hello') return { kind: 'hello' };
  if (data.kind === 'state' && 'state' in data) {
    return data.state === 'open' || data.state === 'lost'
      ? { kind: 'state', state: data.state }
      : null;
  }
  if (data.kind !== 'event' || !('event' in data)) return null;
  const { event } = data;
  return isServerEvent(event) ? { kind: 'event', event } : null;
}

function isServerEvent(value: unknown): value is ServerEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'event' in value &&
    typeof value.event === 'string' &&
    'data' in value &&
    typeof value.data === 'string' &&
    'id' in value &&
    (value.id === null || typeof value.id === 'string')
  );
}
