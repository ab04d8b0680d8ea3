import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { SyncStatus } from '@seller-connect/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '../../platform/http/problem.ts';
import { createProgressStreams } from './progress-events.ts';

/** A fake connection to a browser. */
class Connection extends EventEmitter {
  readonly sentAt: number[] = [];
  readonly writes: string[] = [];
  destroyed = false;
  writableEnded = false;
  /** Whether the browser reads what it is sent. */
  isRead = true;
  writeHead() {
    return this;
  }
  write(text: string) {
    // As a real response does. Without a listener, the error would end the process.
    if (this.writableEnded) this.emit('error', new Error('write after end'));
    this.writes.push(text);
    if (text.startsWith('event: progress')) this.sentAt.push(performance.now());
    return this.isRead;
  }
  end() {
    this.writableEnded = true;
    if (this.isRead) this.destroy();
  }
  destroy() {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}

let change: () => void;
let step: number;
let snapshots: number;
let subscribers: number;
let stopping: AbortController;
let streams: ReturnType<typeof createProgressStreams>;
let hasSession: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [step, snapshots, subscribers, hasSession] = [0, 0, 0, true];
  stopping = new AbortController();
  streams = createProgressStreams({
    events: Object({
      subscribe: (_topic: string, _key: string, onChange: () => void) => {
        change = onChange;
        subscribers += 1;
        return () => (subscribers -= 1);
      },
    }),
    log: { warn: vi.fn() },
    stopping: stopping.signal,
    snapshot: async () => {
      snapshots += 1;
      const data: SyncStatus = Object({ synced: false, hasData: false, shops: [], step });
      return data;
    },
  });
});
afterEach(() => vi.useRealTimers());

function open(given: { sessionMs?: number; accountId?: string } = {}) {
  const connection = new Connection();
  const reply: Pick<FastifyReply, 'hijack'> & { raw: unknown } = {
    hijack: vi.fn(),
    raw: connection,
  };
  const ended = vi.fn();
  const opened = streams.open({
    // The code under test uses nothing else of a reply.
    reply: Object(reply),
    tenantId: 'tenant',
    accountId: given.accountId ?? 'account',
    language: 'vi',
    sessionEndsAt: new Date(Date.now() + (given.sessionMs ?? 3_600_000)),
    checkSession: async () => {
      if (!hasSession) throw new Problem(401, 'unauthorized', { vi: '', en: '' });
    },
  });
  void opened.then(ended, ended);
  return { connection, opened, ended };
}

it('sends the current state at once, then changes, at most four times a second', async () => {
  const began = performance.now();
  const { connection } = open();
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

it('sends nothing without a change and ends with the session', async () => {
  const { connection, ended } = open({ sessionMs: 900 });
  await vi.advanceTimersByTimeAsync(500);
  change();
  await vi.advanceTimersByTimeAsync(399);
  expect(connection.sentAt).toHaveLength(1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
  expect(subscribers).toBe(0);
});

it('sends with the next heartbeat what no event announced, such as the last commit of a dead worker', async () => {
  const { connection } = open();
  await vi.advanceTimersByTimeAsync(1000);
  step += 1;
  await vi.advanceTimersByTimeAsync(13_000);
  expect(connection.writes.at(-1)).toContain('"step":0');
  await vi.advanceTimersByTimeAsync(1010);
  expect(connection.writes.at(-1)).toContain('"step":1');
});

it('reads one snapshot for all streams of a team and sends it to later ones', async () => {
  const all = Array.from({ length: 9 }, () => open());
  await vi.advanceTimersByTimeAsync(0);
  step += 1;
  change();
  await vi.advanceTimersByTimeAsync(1000);
  expect([snapshots, subscribers]).toEqual([2, 1]);
  expect(all.map(({ connection }) => connection.sentAt.length)).toEqual(Array(9).fill(2));
  const later = open();
  expect(later.connection.writes.at(-1)).toContain('"step":1');
});

it('disconnects a client that does not read, without affecting others', async () => {
  const [stalled, other] = [open(), open()];
  stalled.connection.isRead = false;
  await vi.advanceTimersByTimeAsync(0);
  for (let ms = 0; ms < 40_000; ms += 250) {
    step += 1;
    change();
    await vi.advanceTimersByTimeAsync(250);
  }
  // Only the write that filled the connection.
  expect(stalled.connection.writes).toHaveLength(1);
  expect(stalled.ended).toHaveBeenCalledOnce();
  expect(other.ended).not.toHaveBeenCalled();
  expect(other.connection.sentAt.length).toBeGreaterThan(100);
});

it('sends a slow client the newest state once it has read the last one', async () => {
  const { connection } = open();
  connection.isRead = false;
  await vi.advanceTimersByTimeAsync(0);
  for (; step < 8; step += 1) {
    change();
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(connection.writes).toHaveLength(1);
  connection.isRead = true;
  connection.emit('drain');
  expect(connection.writes).toHaveLength(2);
  expect(connection.writes[1]).toContain('"step":7');
});

it('ends the stream of a client that does not read with its session', async () => {
  const { connection, ended } = open({ sessionMs: 900 });
  connection.isRead = false;
  await vi.advanceTimersByTimeAsync(900);
  for (let ms = 0; ms < 1000; ms += 250) {
    step += 1;
    change();
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(connection.writes).toHaveLength(1);
  expect(ended).toHaveBeenCalledOnce();
});

it('ends at the next heartbeat once the session is over or the user has left the team', async () => {
  const { ended } = open();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(ended).not.toHaveBeenCalled();
  hasSession = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(ended).toHaveBeenCalledOnce();
});

it('allows twelve streams of an account', async () => {
  const streamsOfOne = Array.from({ length: 12 }, () => open());
  await expect(open().opened).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  expect(open({ accountId: 'other' }).ended).not.toHaveBeenCalled();
  streamsOfOne[0]?.connection.destroy();
  await vi.advanceTimersByTimeAsync(0);
  expect(open().ended).not.toHaveBeenCalled();
});

it('ends all streams when the program stops', async () => {
  const all = [open(), open({ accountId: 'other' })];
  stopping.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(all.map(({ ended }) => ended.mock.calls.length)).toEqual([1, 1]);
  expect(subscribers).toBe(0);
});
