import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

export interface TransferLimits {
  /** Maximum time until the client accepts a chunk. The connection of a slower client is destroyed. */
  readonly idleTimeoutMs: number;
  /** Maximum time to produce and transfer the whole file. */
  readonly maxMs: number;
}

/** Limits for files in chunks of about 64 KiB. */
export const defaultTransferLimits: TransferLimits = {
  idleTimeoutMs: 60_000,
  maxMs: 10 * 60_000,
};

/**
 * Destroys the response after `limits.maxMs`.
 * @returns a function that cancels the timer
 */
export function limitTransferTime(raw: ServerResponse, limits: TransferLimits): () => void {
  const deadline = setTimeout(() => raw.destroy(), limits.maxMs);
  return () => clearTimeout(deadline);
}

/**
 * Sends chunks as fast as the client accepts them, and ends the response.
 * @throws Error if the client disconnected or did not accept a chunk within `idleTimeoutMs`
 */
export async function sendChunks(
  raw: ServerResponse,
  chunks: AsyncIterable<Uint8Array | string>,
  { idleTimeoutMs }: TransferLimits,
): Promise<void> {
  for await (const chunk of chunks) {
    if (raw.destroyed) throw clientGone();
    if (!raw.write(chunk)) await waitForClient(raw, 'drain', idleTimeoutMs);
  }
  raw.end();
  if (!raw.writableFinished) await waitForClient(raw, 'finish', idleTimeoutMs);
}

/**
 * Waits until the client has accepted the written data.
 * @throws Error if the client disconnected or did not accept it within `idleTimeoutMs`
 */
async function waitForClient(
  raw: ServerResponse,
  event: 'drain' | 'finish',
  idleTimeoutMs: number,
): Promise<void> {
  const listeners = new AbortController();
  const timer = setTimeout(() => raw.destroy(), idleTimeoutMs);
  try {
    await Promise.race([
      once(raw, event, { signal: listeners.signal }),
      once(raw, 'close', { signal: listeners.signal }),
    ]);
  } finally {
    clearTimeout(timer);
    listeners.abort();
  }
  if (raw.destroyed && !raw.writableFinished) throw clientGone();
}

/** Returns the error for a client that disconnected or is too slow. */
export const clientGone = () => new Error('The client has gone or is too slow');
