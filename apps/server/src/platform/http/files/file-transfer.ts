import { once } from 'node:events';
import type { Writable } from 'node:stream';

export interface TransferLimits {
  /**
   * What a client accepts in `windowMs` of waiting for it, whatever the time to produce the file. The connection of a
   * slower client is destroyed.
   */
  readonly minWindowBytes: number;
  readonly windowMs: number;
  /** Maximum time to produce and transfer the whole file. */
  readonly maxMs: number;
}

/** 16 kB a second: below a slow mobile connection, and 9.6 MB until the time of the whole file is over. */
export const defaultTransferLimits: TransferLimits = {
  minWindowBytes: 960_000,
  windowMs: 60_000,
  maxMs: 10 * 60_000,
};

/**
 * Destroys the response after `limits.maxMs`.
 * @returns a function that cancels the timer
 */
export function limitTransferTime(raw: Writable, limits: TransferLimits): () => void {
  const deadline = setTimeout(() => raw.destroy(), limits.maxMs);
  return () => clearTimeout(deadline);
}

/**
 * Sends chunks as fast as the client accepts them, and ends the response.
 * @throws ClientGone if the client disconnected or did not accept `minWindowBytes` within `windowMs`
 */
export async function sendChunks(
  raw: Writable,
  chunks: AsyncIterable<Uint8Array>,
  { minWindowBytes, windowMs }: TransferLimits,
): Promise<void> {
  let acceptedBytes = 0;
  let waitedMs = 0;
  const waitFor = async (event: 'drain' | 'finish') => {
    const startedAt = performance.now();
    await waitForClient(raw, event, windowMs - waitedMs);
    waitedMs += performance.now() - startedAt;
  };
  for await (const chunk of chunks) {
    if (raw.destroyed) throw new ClientGone();
    if (!raw.write(chunk)) await waitFor('drain');
    acceptedBytes += chunk.length;
    if (acceptedBytes >= minWindowBytes) [acceptedBytes, waitedMs] = [0, 0];
  }
  raw.end();
  if (!raw.writableFinished) await waitFor('finish');
}

/**
 * Waits until the client has accepted the written data.
 * @throws ClientGone if the client disconnected or did not accept it within `timeoutMs`
 */
async function waitForClient(
  raw: Writable,
  event: 'drain' | 'finish',
  timeoutMs: number,
): Promise<void> {
  // A stream that is closed emits no event any more.
  if (raw.destroyed) throw new ClientGone();
  const listeners = new AbortController();
  const timer = setTimeout(() => raw.destroy(), timeoutMs);
  try {
    await Promise.race([
      once(raw, event, { signal: listeners.signal }),
      once(raw, 'close', { signal: listeners.signal }),
    ]);
  } finally {
    clearTimeout(timer);
    listeners.abort();
  }
  if (raw.destroyed && !raw.writableFinished) throw new ClientGone();
}

/** The client disconnected or is too slow. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';

  constructor() {
    super('The client has gone or is too slow');
  }
}
