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
export interface SharedStreamOptions {
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

const heartbeatIntervalMs = 10_000;
const leaderTimeoutMs = 30_000;

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
export function joinSharedStream(options: SharedStreamOptions): () => void {
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
function takePart({ name, read, onEvent, onState }: SharedStreamOptions): () => void {
  const membership = new AbortController();
  const { signal } = membership;
  const channel = new BroadcastChannel(name);
  const broadcast = (message: Message) => channel.postMessage(message);
  let isLeading = false;
  let state: StreamState = 'lost';
  /** The last event that this tab read itself. */
  let latestEvent: ServerEvent | null = null;
  let heartbeatTimer: ReturnType<typeof setTimeout> | undefined;

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = parseMessage(data);
    if (message?.kind === 'hello') {
      if (!isLeading) return;
      broadcast({ kind: 'state', state });
      if (latestEvent) broadcast({ kind: 'event', event: latestEvent });
    } else if (message && !isLeading) {
      awaitHeartbeat();
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
  function awaitHeartbeat(): void {
    clearTimeout(heartbeatTimer);
    heartbeatTimer = setTimeout(() => {
      setState('lost');
      void requestLeadership({ steal: true });
    }, leaderTimeoutMs);
  }

  /** Asks for the lock, and holds it until this tab leaves or another one takes it away. */
  async function requestLeadership(request: LockOptions): Promise<void> {
    const { locks } = navigator;
    // Only a page of a secure origin has Web Locks; elsewhere each tab in sight reads for itself.
    if (!locks) return readAsLeader();
    try {
      await locks.request(name, request, readAsLeader);
    } catch {
      // Aborted by leaving, or taken away by a tab that heard nothing from this one.
    }
    if (signal.aborted) return;
    resignLeadership();
    await requestLeadership({ signal });
  }

  let resignLeadership = () => {};

  function readAsLeader(): Promise<void> {
    if (signal.aborted || isLeading) return Promise.resolve();
    isLeading = true;
    clearTimeout(heartbeatTimer);
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = read({
      onEvent(event) {
        latestEvent = event;
        onEvent(event);
        broadcast({ kind: 'event', event });
      },
      onState(next) {
        setState(next);
        broadcast({ kind: 'state', state: next });
      },
    });
    const heartbeat = setInterval(() => broadcast({ kind: 'state', state }), heartbeatIntervalMs);
    resignLeadership = () => {
      if (!isLeading) return;
      isLeading = false;
      clearInterval(heartbeat);
      end();
      setState('lost');
      resolve();
    };
    return promise;
  }

  broadcast({ kind: 'hello' });
  awaitHeartbeat();
  void requestLeadership({ signal });
  return () => {
    membership.abort();
    clearTimeout(heartbeatTimer);
    resignLeadership();
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
