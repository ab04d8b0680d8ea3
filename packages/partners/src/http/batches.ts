import type { RawItem, RejectedItem } from '../canonical/canonical.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { ResponseExtent } from './call-partner.ts';

/** How to fetch rows by key in batches. */
interface BatchOptions<Row> {
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

interface BatchResult<Row> {
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

/**
 * Fetches the rows of all keys. A gateway under load may omit rows from a response, so missing keys are requested again
 * as long as responses contain new rows, and until `maxEmptyAttempts` responses in a row (1 or more) contain none. The
 * remaining keys count as unknown to the platform.
 */
export async function fetchAllByKey<Row>(
  keys: readonly string[],
  batches: BatchOptions<Row>,
  keyOf: (row: Row) => string | null,
  maxEmptyAttempts: number,
): Promise<BatchResult<Row>> {
  const all: BatchResult<Row> = { rows: [], oversized: [], refused: [] };
  let missing = keys;
  let emptyAttempts = 0;
  while (missing.length > 0 && emptyAttempts < maxEmptyAttempts) {
    const { rows, oversized, refused } = await fetchInBatches(missing, batches);
    all.rows.push(...rows);
    all.oversized.push(...oversized);
    all.refused.push(...refused);
    const done = new Set([...rows.map(keyOf), ...oversized, ...refused]);
    const remaining = missing.filter((key) => !done.has(key));
    emptyAttempts = remaining.length < missing.length ? 0 : emptyAttempts + 1;
    missing = remaining;
  }
  return all;
}

/**
 * Maps all items with bounded concurrency and returns the results in order. After a failure no further item is started;
 * rejects with the first error once the running ones have ended.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: { error: unknown }[] = [];
  const queue = items.entries();
  const runOne = async (): Promise<void> => {
    for (const [index, item] of queue) {
      try {
        results[index] = await map(item);
      } catch (error) {
        failures.push({ error });
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, runOne));
  const [first] = failures;
  if (first) throw first.error;
  return results;
}
