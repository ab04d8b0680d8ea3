import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApiClient } from '../client/apiClient.ts';
import { createEventParser, subscribeToEvents, type ServerEvent } from './serverSentEvents.ts';

function parsed(pieces: readonly string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parse = createEventParser((event) => events.push(event));
  for (const piece of pieces) parse(piece);
  return events;
}

describe('createEventParser', () => {
  const whole = ': hello\nevent: progress\nid: 7\ndata: {"a":\ndata: 1}\n\ndata:x\r\n\r\n';
  const wanted = [
    { event: 'progress', data: '{"a":\n1}', id: '7' },
    { event: 'message', data: 'x', id: '7' },
  ];

  it('parses names, IDs, several data lines, comments and both line endings', () => {
    expect(parsed([whole])).toEqual(wanted);
  });

  it('parses the same however the text is chunked', () => {
    for (let cut = 1; cut < whole.length; cut++) {
      expect(parsed([whole.slice(0, cut), whole.slice(cut)])).toEqual(wanted);
    }
    expect(parsed(Array.from(whole))).toEqual(wanted);
  });

  it('emits nothing for an unfinished event', () => {
    expect(parsed(['data: x\n'])).toEqual([]);
  });

  it('reports the retry delay that the server sends', () => {
    const waits: number[] = [];
    createEventParser(
      () => {},
      (milliseconds) => waits.push(milliseconds),
    )('retry: 250\nretry: soon\n');
    expect(waits).toEqual([250]);
  });
});

describe('readEvents', () => {
  const streamOf = (text: string) =>
    new Response(new Blob([text]).stream(), { headers: { 'content-type': 'text/event-stream' } });

  it('reconnects after a lost connection and a failure, with backoff after failures', async () => {
    const answers = [
      () => streamOf('event: progress\ndata: 1\n\n'),
      () => new Response(null, { status: 503 }),
      () => streamOf('event: progress\ndata: 2\n\n'),
      () => new Response(null, { status: 401 }),
    ];
    const waits: number[] = [];
    const seen: string[] = [];
    let call = 0;
    const done = Promise.withResolvers<void>();
    const client = createApiClient({
      base: 'https://app.test',
      token: () => 't',
      language: 'vi',
      onFailure: () => {},
      renewedSince: () => {
        done.resolve();
        return false;
      },
      fetch: () => Promise.resolve(answers[call++]?.() ?? new Response(null, { status: 401 })),
    });
    subscribeToEvents({
      client,
      endpoint: 'collectionEvents',
      onEvent: (event) => seen.push(event.data),
      random: () => 1,
      wait: (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
    });
    await done.promise;
    expect(seen).toEqual(['1', '2']);
    expect(waits).toEqual([1000, 2000, 1000]);
    expect(call).toBe(4);
  });

  it('begins with short delays again after each stream that had data', async () => {
    const brokenAfter = (data: string[]) =>
      new Response(
        new ReadableStream({
          pull(body) {
            const [piece] = data.splice(0, 1);
            if (piece === undefined) body.error(new TypeError('reset'));
            else body.enqueue(new TextEncoder().encode(piece));
          },
        }),
      );
    const streams = [[], [], [': open'], []];
    const waits: number[] = [];
    const done = Promise.withResolvers<void>();
    const client = createApiClient({
      base: 'https://app.test',
      token: () => 't',
      language: 'vi',
      onFailure: () => {},
      fetch: () => Promise.resolve(brokenAfter(streams.shift() ?? [])),
    });
    const stop = subscribeToEvents({
      client,
      endpoint: 'collectionEvents',
      onEvent: () => {},
      random: () => 1,
      wait: (milliseconds) => {
        waits.push(milliseconds);
        if (waits.length === 4) done.resolve();
        return Promise.resolve();
      },
    });
    await done.promise;
    stop();
    expect(waits).toEqual([2000, 4000, 2000, 4000]);
  });

  it('leaves no listener behind after reconnecting', async () => {
    vi.useFakeTimers();
    const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
    onTestFinished(() => {
      vi.useRealTimers();
      added.mockRestore();
      removed.mockRestore();
    });
    let calls = 0;
    const client = createApiClient({
      base: 'https://app.test',
      token: () => 't',
      language: 'vi',
      onFailure: () => {},
      fetch: () => Promise.resolve(new Response(null, { status: (calls += 1) > 5 ? 401 : 503 })),
    });
    const lost = vi.fn();
    subscribeToEvents({ client, endpoint: 'collectionEvents', onEvent: () => {}, onState: lost });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(calls).toBe(6);
    expect(lost).toHaveBeenCalledTimes(5);
    // Each reconnection adds two listeners: one for the attempt, one for the delay.
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });

  it('stops when aborted', async () => {
    const aborted = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const client = createApiClient({
      base: 'https://app.test',
      token: () => 't',
      language: 'vi',
      onFailure: () => {},
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          started.resolve();
          init?.signal?.addEventListener('abort', () => {
            aborted.resolve();
            reject(new DOMException('aborted', 'AbortError'));
          });
        }),
    });
    const stop = subscribeToEvents({ client, endpoint: 'collectionEvents', onEvent: () => {} });
    await started.promise;
    stop();
    await expect(aborted.promise).resolves.toBeUndefined();
  });
});
