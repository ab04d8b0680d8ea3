import { once } from 'node:events';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClientGone, defaultTransferLimits, sendChunks } from './file-transfer.ts';

const chunk = Buffer.alloc(64 * 1024);
/** More than a client of 16 kB a second takes in two minutes. */
const chunks = 50;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends chunks that are produced in `produceMs` each to a client that takes each of them in `takeMs`. */
async function send({ produceMs, takeMs }: { produceMs: number; takeMs: number }) {
  const client = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => void setTimeout(done, takeMs),
  });
  async function* produce() {
    for (let index = 0; index < chunks; index += 1) {
      await pause(produceMs);
      yield chunk;
    }
  }
  const startedAt = Date.now();
  const outcome = sendChunks(client, produce(), defaultTransferLimits).then(
    () => 'whole',
    () => 'cut',
  );
  const endedAt = outcome.then(() => Date.now());
  await vi.runAllTimersAsync();
  return { outcome: await outcome, seconds: ((await endedAt) - startedAt) / 1000 };
}

it.each([
  [
    'reading 22 kB a second gets the whole file, however long it takes',
    { produceMs: 0, takeMs: 3000 },
    'whole',
    150,
  ],
  [
    'reading 13 kB a second is disconnected after a minute',
    { produceMs: 0, takeMs: 5000 },
    'cut',
    60,
  ],
  [
    'reading a chunk now and then is disconnected after a minute',
    { produceMs: 0, takeMs: 59_000 },
    'cut',
    60,
  ],
  [
    'is not disconnected for the time that the server takes',
    { produceMs: 30_000, takeMs: 1000 },
    'whole',
    1550,
  ],
])('a client %s', async (_, speed, outcome, seconds) => {
  expect(await send(speed)).toEqual({ outcome, seconds });
});

it('ends where the client goes while the end of the file is being produced', async () => {
  const client = new Writable({ write: (_chunk, _encoding, done) => done() });
  async function* produce() {
    yield chunk;
    client.destroy();
    await once(client, 'close');
  }
  await expect(sendChunks(client, produce(), defaultTransferLimits)).rejects.toThrow(ClientGone);
}, 2000);
