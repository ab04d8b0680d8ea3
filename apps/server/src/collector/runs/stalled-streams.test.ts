import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { SyncStatus } from '@seller-connect/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStalledClient } from '../../../test/stalled-client.ts';
import { createApp } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log.ts';
import { createProgressStreams } from './progress-events.ts';

/** Snapshots that fill what a socket buffers after a few. */
const largeText = 'a'.repeat(2_000_000);

let app: FastifyInstance;
let url: URL;
let stopping: AbortController;
/** Sends the next snapshot to all streams. */
let change: () => void;
let snapshots: number;
/** Streams that have ended, by their account. */
let ended: string[];
const uncaught = vi.fn();
const clients: { destroy(): unknown }[] = [];

beforeEach(async () => {
  [snapshots, ended] = [0, []];
  stopping = new AbortController();
  process.on('uncaughtException', uncaught);
  const streams = createProgressStreams({
    events: Object({
      subscribe: (_topic: string, _key: string, onChange: () => void) => {
        change = onChange;
        return () => undefined;
      },
    }),
    log: { warn: vi.fn() },
    stopping: stopping.signal,
    snapshot: async () => {
      snapshots += 1;
      const status: SyncStatus = Object({ step: snapshots, text: largeText });
      return status;
    },
  });
  app = createApp(createLog('silent'));
  app.get<{ Querystring: { account: string; session: string } }>('/', async (request, reply) => {
    const { account, session } = request.query;
    await streams.open({
      reply,
      tenantId: 'team',
      accountId: account,
      language: 'vi',
      sessionEndsAt: new Date(Date.now() + Number(session)),
      checkSession: async () => undefined,
    });
    ended.push(account);
    return reply;
  });
  url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
});
afterEach(async () => {
  vi.useRealTimers();
  stopping.abort();
  for (const client of clients.splice(0)) client.destroy();
  await app.close();
  process.off('uncaughtException', uncaught);
});

const addressOf = (account: string, sessionMs: number) =>
  new URL(`/?account=${account}&session=${sessionMs}`, url);

/** Opens a stream and reads it. @returns the number of snapshots that have arrived */
async function openReader(): Promise<() => number> {
  const request = get(addressOf('reader', 3_600_000));
  clients.push(request);
  const [response]: IncomingMessage[] = await once(request, 'response');
  let bytes = 0;
  response?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  return () => Math.floor(bytes / largeText.length);
}

async function openStalled(sessionMs: number): Promise<Socket> {
  const socket = await openStalledClient(addressOf('stalled', sessionMs));
  clients.push(socket);
  return socket;
}

/** Sends a snapshot and waits until the reader has it. */
async function sendSnapshot(received: () => number): Promise<void> {
  const before = received();
  change();
  await vi.waitFor(() => expect(received()).toBeGreaterThan(before), { timeout: 60_000 });
}

it.each([
  ['its session ends', 500, () => undefined],
  ['two heartbeats pass', 3_600_000, () => vi.advanceTimersByTime(15_000)],
])('disconnects only the client that stops reading when %s', async (_when, sessionMs, passTime) => {
  // Heartbeats come when the test says so; everything else takes its time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const received = await openReader();
  await openStalled(sessionMs);
  while (ended.length === 0) {
    await sendSnapshot(received);
    passTime();
  }
  for (let later = 0; later < 3; later += 1) await sendSnapshot(received);
  expect(ended).toEqual(['stalled']);
  expect(uncaught).not.toHaveBeenCalled();
});
