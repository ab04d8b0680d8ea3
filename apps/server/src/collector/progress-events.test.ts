import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { SyncedData } from '@seller-connect/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { streamProgress } from './progress-events.ts';

/** The connection to a browser, as far as a stream of events needs one. */
class Connection extends EventEmitter {
  readonly sentAt: number[] = [];
  destroyed = false;
  writeHead() {
    return this;
  }
  write(text: string) {
    if (text.startsWith('event: progress')) this.sentAt.push(performance.now());
    return true;
  }
  end(then?: () => void) {
    then?.();
    this.emit('close');
  }
}

let connection: Connection;
let change: () => void;
let step: number;

beforeEach(() => {
  vi.useFakeTimers();
  connection = new Connection();
  step = 0;
});
afterEach(() => vi.useRealTimers());

function stream(sessionMs: number): Promise<void> {
  const reply: Pick<FastifyReply, 'hijack'> & { raw: unknown } = {
    hijack: vi.fn(),
    raw: connection,
  };
  const snapshot = { synced: false, hasData: false, shops: [] };
  return streamProgress({
    // Nothing else of a reply is used.
    reply: Object(reply),
    events: Object({
      subscribe: (_topic: string, _key: string, onChange: () => void) => {
        change = onChange;
        return () => undefined;
      },
    }),
    log: { warn: vi.fn() },
    tenantId: 'tenant',
    sessionEndsAt: new Date(Date.now() + sessionMs),
    stopping: new AbortController().signal,
    snapshot: async () => {
      const data: SyncedData = Object({ ...snapshot, step });
      return data;
    },
  });
}

it('tells at once how things stand, then changes, at most four times a second', async () => {
  const began = performance.now();
  void stream(60_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.sentAt).toEqual([began]);
  for (let ms = 0; ms < 2000; ms += 10) {
    step += 1;
    change();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(connection.sentAt.map((at) => at - began)).toEqual(
    Array.from({ length: 9 }, (_, index) => index * 250),
  );
});

it('tells nothing where nothing is new, and ends with the session', async () => {
  let ended = false;
  const streaming = stream(900).then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(500);
  change();
  await vi.advanceTimersByTimeAsync(399);
  expect({ told: connection.sentAt.length, ended }).toEqual({ told: 1, ended: false });
  await vi.advanceTimersByTimeAsync(1);
  await streaming;
});
