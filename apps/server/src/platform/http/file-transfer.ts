import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

export interface TransferLimits {
  /** A client that does not accept a chunk within this time is cut off. */
  readonly patienceMs: number;
  /** For the whole file, production and transfer. */
  readonly maxMs: number;
}

/** For files whose chunks are about 64 KiB. */
export const defaultTransferLimits: TransferLimits = {
  patienceMs: 60_000,
  maxMs: 10 * 60_000,
};

/**
 * Cuts a response off after `limits.maxMs`.
 * @returns a function that ends the watch
 */
export function limitTransferTime(raw: ServerResponse, limits: TransferLimits): () => void {
  const deadline = setTimeout(() => raw.destroy(), limits.maxMs);
  return () => clearTimeout(deadline);
}

/**
 * Sends chunks as fast as the client accepts them, and ends the response.
 * @throws Error if the client disconnected or is too slow
 */
export async function sendChunks(
  raw: ServerResponse,
  chunks: AsyncIterable<Uint8Array | string>,
  { patienceMs }: TransferLimits,
): Promise<void> {
  for await (const chunk of chunks) {
    if (raw.destroyed) throw clientGone();
    if (!raw.write(chunk)) await waitForClient(raw, 'drain', patienceMs);
  }
  raw.end();
  if (!raw.writableFinished) await waitForClient(raw, 'finish', patienceMs);
}

/** @throws Error if the client disconnected or does not accept what was written */
async function waitForClient(
  raw: ServerResponse,
  event: 'drain' | 'finish',
  patienceMs: number,
): Promise<void> {
  const doneSignal = new AbortController();
  const timer = setTimeout(() => raw.destroy(), patienceMs);
  try {
    await Promise.race([
      once(raw, event, { signal: doneSignal.signal }),
      once(raw, 'close', { signal: doneSignal.signal }),
    ]);
  } finally {
    clearTimeout(timer);
    doneSignal.abort();
  }
  if (raw.destroyed && !raw.writableFinished) throw clientGone();
}

export const clientGone = () => new Error('The client has gone or is too slow');
