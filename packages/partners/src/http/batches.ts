import type { RawItem, RejectedItem } from '../canonical/canonical.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { ResponseExtent } from './http-request.ts';
import { mapConcurrently } from './map-concurrently.ts';

/** How to fetch rows by key in batches. */
export interface BatchOptions<Row> {
  /** Maximum number of keys per call. */
  size: number;
  ask(keys: readonly string[], extent: ResponseExtent): Promise<readonly Row[]>;
  /** Returns whether the platform refused a whole batch because of one key. */
  isRefused?(error: PartnerError): boolean;
  /**
   * Keys that are probably invalid: when a batch of only these is refused, all of them count as refused without
   * bisection.
   */
  doubtful?: ReadonlySet<string>;
}

export interface BatchResult<Row> {
  rows: Row[];
  /** Keys whose single response is too large, or times out while others respond. */
  oversized: string[];
  /** Keys that the platform refuses; a retry does not help. */
  refused: string[];
}

/**
 * Fetches the rows of all keys in batches. A batch whose response is too large, times out, or is refused because of one
 * key is bisected until that key is isolated, so that it does not affect the others.
 * @throws PartnerError `timeout` when two keys in a row time out alone: the platform is down
 */
export async function fetchInBatches<Row>(
  keys: readonly string[],
  batches: BatchOptions<Row>,
): Promise<BatchResult<Row>> {
  const chunks: (readonly string[])[] = [];
  for (let at = 0; at < keys.length; at += batches.size) {
    chunks.push(keys.slice(at, at + batches.size));
  }
  const results = await mapConcurrently(chunks, chunks.length, (part) =>
    fetchWithBisection(part, batches),
  );
  return {
    rows: results.flatMap(({ rows }) => rows),
    oversized: results.flatMap(({ oversized }) => oversized),
    refused: results.flatMap(({ refused }) => refused),
  };
}

async function fetchWithBisection<Row>(
  batch: readonly string[],
  { ask, isRefused, doubtful }: BatchOptions<Row>,
): Promise<BatchResult<Row>> {
  const result: BatchResult<Row> = { rows: [], oversized: [], refused: [] };
  const pending = [batch];
  let timedOut: PartnerError | null = null;
  let answeredKey: string | null = null;
  for (let keys = pending.pop(); keys !== undefined; keys = pending.pop()) {
    const [key] = keys;
    if (key === undefined) continue;
    try {
      result.rows.push(...(await ask(keys, keys.length === 1 ? 'single' : 'batch')));
      timedOut = null;
      answeredKey = key;
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error;
      const isRefusal = isRefused?.(error) ?? false;
      if (!isRefusal && !isTooLargeOrTimeout(error)) throw error;
      const isConfirmed = isRefusal && keys.every((each) => doubtful?.has(each));
      if (keys.length > 1 && !isConfirmed) {
        const half = Math.ceil(keys.length / 2);
        pending.push(keys.slice(half), keys.slice(0, half));
        continue;
      }
      if (isRefusal) {
        result.refused.push(...keys);
        continue;
      }
      // A slow order and a platform that is down look alike until a later key gets a response.
      if (error.code === 'timeout' && (timedOut !== null || keys.length === batch.length))
        throw error;
      if (error.code === 'timeout') timedOut = error;
      result.oversized.push(key);
    }
  }
  if (timedOut !== null) {
    if (answeredKey === null) throw timedOut;
    await ask([answeredKey], 'single');
  }
  return result;
}

export function isTooLarge(error: unknown): boolean {
  return error instanceof PartnerError && error.code === 'answer_too_large';
}

/** Returns whether the response was too large or timed out; a smaller request may succeed. */
export function isTooLargeOrTimeout(error: unknown): boolean {
  return isTooLarge(error) || (error instanceof PartnerError && error.code === 'timeout');
}

/**
 * Returns the reject of an item that cannot be fetched.
 * @param part what the response that is too large, or too slow, is about
 */
export function oversizedReject(raw: RawItem, part: string): RejectedItem {
  return { raw, reason: `${part}: the answer is too large or too slow` };
}
