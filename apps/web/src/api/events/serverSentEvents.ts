import type { ApiClient } from '../client/apiClient.ts';
import { ApiFailure } from '../client/apiError.ts';
import type { EndpointName } from '@seller-connect/contract/endpoints';

/**
 * Server-Sent Events read from a fetch answer, because the browser's own EventSource cannot send a
 * bearer token. The wire format is that of the HTML standard, section "Server-sent events".
 */

export interface ServerEvent {
  /** `message` when the server names none. */
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

/** Turns pieces of text, cut anywhere, into events. `retry` is called with milliseconds. */
export function eventParser(
  onEvent: (event: ServerEvent) => void,
  onRetry: (milliseconds: number) => void = () => {},
): (piece: string) => void {
  let rest = '';
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
    rest += piece;
    // A lone CR at the end may be the first half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const text of lines) line(text);
  };
}

export interface EventStreamOptions {
  readonly client: ApiClient;
  readonly endpoint: EndpointName;
  readonly onEvent: (event: ServerEvent) => void;
  /** Told when the stream opens and when it is lost; a reconnection follows a loss. */
  readonly onState?: (state: 'open' | 'lost') => void;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
}

const firstWait = 1_000;
const longestWait = 30_000;
/** A server that has said nothing for this long, not even a comment, is taken for gone. */
const silence = 60_000;

const pause = (milliseconds: number, signal: AbortSignal) =>
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
 * Reads a stream of events until the returned function is called, reconnecting with growing,
 * jittered waits. A 401 or 403 ends it: the client's shared handler has acted on it, or will.
 */
export function readEvents(options: EventStreamOptions): () => void {
  const { client, endpoint, onEvent, onState, wait = pause, random = Math.random } = options;
  const ended = new AbortController();
  let base = firstWait;

  async function once(): Promise<void> {
    const broken = new AbortController();
    const stop = () => broken.abort();
    ended.signal.addEventListener('abort', stop, { once: true });
    let alarm = setTimeout(stop, silence);
    try {
      const response = await client.open(endpoint, broken.signal);
      if (!response.body) throw new ApiFailure(0, null);
      const parse = eventParser(onEvent, (milliseconds) => {
        base = Math.min(Math.max(milliseconds, 100), longestWait);
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      onState?.('open');
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(alarm);
        alarm = setTimeout(stop, silence);
        parse(value);
      }
    } finally {
      clearTimeout(alarm);
      ended.signal.removeEventListener('abort', stop);
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!ended.signal.aborted) {
      try {
        await once();
        failures = 0;
      } catch (error) {
        if (ended.signal.aborted) return;
        if (error instanceof ApiFailure && (error.status === 401 || error.status === 403)) return;
        failures += 1;
      }
      if (ended.signal.aborted) return;
      onState?.('lost');
      const longest = Math.min(base * 2 ** Math.min(failures, 10), longestWait);
      await wait(longest / 2 + (random() * longest) / 2, ended.signal);
    }
  }

  void run();
  return () => ended.abort();
}
