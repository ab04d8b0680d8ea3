import type { ServerEvent } from './serverSentEvents.ts';

/**
 * One event stream shared by all tabs of a browser. It requires that each event contains the full state, so
 * that earlier ones can be missed. Over HTTP/1.1 a browser opens six connections per origin; seven tabs
 * with a stream each would leave none for other requests.
 *
 * | state   | entered when                | behavior                                                     |
 * | ------- | --------------------------- | ------------------------------------------------------------ |
 * | hidden  | the tab is hidden or frozen | neither lock nor stream                                      |
 * | waiting | the tab becomes visible     | requests the lock; receives the leader's broadcasts          |
 * | leading | the browser grants the lock | reads and broadcasts the stream, with a heartbeat every 10 s |
 *
 * The browser grants the lock to the next tab when the leader is hidden, frozen, closed or crashed. If a
 * leader sends no heartbeat for 30 s because its page hangs, another tab steals the lock.
 */
export interface SharedStreamOptions {
  /** Name of the stream, unique within the origin. */
  readonly name: string;
  /** Opens the stream. Returns a function that closes it. */
  readonly read: (handlers: StreamHandlers) => () => void;
  readonly onEvent: (event: ServerEvent) => void;
  /** Called when the leader's stream opens and when it is lost. */
  readonly onState: (state: StreamState) => void;
  /** Visibility of the page; tests replace it. */
  readonly page?: PageVisibility;
}

export type StreamState = 'open' | 'lost';

export interface StreamHandlers {
  readonly onEvent: (event: ServerEvent) => void;
  readonly onState: (state: StreamState) => void;
}

export interface PageVisibility {
  readonly isVisible: () => boolean;
  /** Subscribes to visibility changes. Returns a function that unsubscribes. */
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

/** Messages between tabs. */
type Message =
  | { readonly kind: 'event'; readonly event: ServerEvent }
  /** State of the stream: sent after each change, as heartbeat, and in reply to `hello`. */
  | { readonly kind: 'state'; readonly state: StreamState }
  /** Sent by a tab that became visible, to request the state and the last event. */
  | { readonly kind: 'hello' };

/** Joins the shared stream. Returns a function that leaves it. */
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

/** Waits for the lock and leads while it is held. Returns a function that leaves. */
function takePart({ name, read, onEvent, onState }: SharedStreamOptions): () => void {
  const membership = new AbortController();
  const { signal } = membership;
  const channel = new BroadcastChannel(name);
  const broadcast = (message: Message) => channel.postMessage(message);
  let isLeading = false;
  let state: StreamState = 'lost';
  /** The last event that this tab read as leader. */
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

  /** Restarts the heartbeat timeout; steals the lock when it fires. */
  function awaitHeartbeat(): void {
    clearTimeout(heartbeatTimer);
    heartbeatTimer = setTimeout(() => {
      setState('lost');
      void requestLeadership({ steal: true });
    }, leaderTimeoutMs);
  }

  /** Requests the lock and leads until this tab leaves or another one steals the lock. */
  async function requestLeadership(request: LockOptions): Promise<void> {
    const { locks } = navigator;
    // Web Locks require a secure context. Without them, every visible tab reads its own stream.
    if (!locks) return readAsLeader();
    try {
      await locks.request(name, request, readAsLeader);
    } catch (error) {
      // Aborted on leaving, or stolen by a tab that missed the heartbeat. Otherwise, the browser denies locks.
      const isAborted = error instanceof DOMException && error.name === 'AbortError';
      if (!isAborted) return readAsLeader();
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
