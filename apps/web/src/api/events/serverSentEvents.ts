import type { ApiClient } from '../client/apiClient.ts';
import { ApiError } from '../client/apiError.ts';
import type { EndpointName } from '@seller-connect/contract/endpoints';

/**
 * Server-sent events over `fetch`, because EventSource cannot send a bearer token. The format is defined in
 * the HTML standard, section "Server-sent events".
 */

export interface ServerEvent {
  /** Event name; `message` by default. */
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

/** Returns a parser that accepts arbitrary chunks of text. `onRetry` receives milliseconds. */
export function createEventParser(
  onEvent: (event: ServerEvent) => void,
  onRetry: (milliseconds: number) => void = () => {},
): (piece: string) => void {
  let buffer = '';
  let event = '';
  let data: string[] = [];
  let id: string | null = null;

  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n'), id });
      event = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  };

  return (piece) => {
    buffer += piece;
    // A CR at the end may be the first half of a CRLF.
    const lines = buffer.split(/\r\n|\n|\r(?!$)/);
    buffer = lines.pop() ?? '';
    for (const text of lines) line(text);
  };
}

export interface EventStreamOptions {
  readonly client: ApiClient;
  readonly endpoint: EndpointName;
  readonly onEvent: (event: ServerEvent) => void;
  /** Called when the stream opens and when it is lost. A lost stream reconnects. */
  readonly onState?: (state: 'open' | 'lost') => void;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
}

const initialRetryMs = 1_000;
const maxRetryMs = 30_000;
/** Maximum milliseconds without any data, comments included, before the connection counts as dead. */
const silenceTimeoutMs = 60_000;

const delay = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });

/**
 * Reads a stream of events and reconnects with exponential backoff and jitter. Returns a function that
 * stops it. A 401 or 403 also ends it; the client's shared handler reacts to those.
 */
export function subscribeToEvents(options: EventStreamOptions): () => void {
  const {
    client,
    endpoint,
    onEvent,
    onState,
    wait: delayFor = delay,
    random = Math.random,
  } = options;
  const lifetime = new AbortController();
  let baseRetryMs = initialRetryMs;
  /** Failed attempts since data was last received. */
  let failures = 0;

  async function readUntilClosed(): Promise<void> {
    const connection = new AbortController();
    const stop = () => connection.abort();
    lifetime.signal.addEventListener('abort', stop, { once: true });
    let silenceTimer = setTimeout(stop, silenceTimeoutMs);
    try {
      const response = await client.open(endpoint, connection.signal);
      if (!response.body) throw new ApiError(0, null);
      const parse = createEventParser(onEvent, (milliseconds) => {
        baseRetryMs = Math.min(Math.max(milliseconds, 100), maxRetryMs);
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      onState?.('open');
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        failures = 0;
        clearTimeout(silenceTimer);
        silenceTimer = setTimeout(stop, silenceTimeoutMs);
        parse(value);
      }
    } finally {
      clearTimeout(silenceTimer);
      lifetime.signal.removeEventListener('abort', stop);
    }
  }

  async function run(): Promise<void> {
    while (!lifetime.signal.aborted) {
      try {
        await readUntilClosed();
      } catch (error) {
        if (lifetime.signal.aborted) return;
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
        failures += 1;
      }
      if (lifetime.signal.aborted) return;
      onState?.('lost');
      const maxDelayMs = Math.min(baseRetryMs * 2 ** Math.min(failures, 10), maxRetryMs);
      await delayFor(maxDelayMs / 2 + (random() * maxDelayMs) / 2, lifetime.signal);
    }
  }

  void run();
  return () => lifetime.abort();
}
