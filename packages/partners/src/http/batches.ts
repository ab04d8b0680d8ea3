import { PartnerError } from '../connector/partner-error.ts';
import type { ResponseExtent } from './http-request.ts';

/** How a platform is asked about some of its keys at a time. */
export interface BatchOptions<Row> {
  /** Keys of one call, at most. */
  size: number;
  ask(keys: readonly string[], extent: ResponseExtent): Promise<readonly Row[]>;
  /** The platform refuses a whole batch for one key in it. */
  isRefused?(error: PartnerError): boolean;
  /** Keys that are probably refused: a refused batch of these alone is believed, and not halved. */
  doubtful?: ReadonlySet<string>;
}

/** What came of asking. */
export interface BatchResult<Row> {
  rows: Row[];
  /** Keys whose answer alone is too large, or does not come in time while others do. */
  oversized: string[];
  /** Keys that the platform refuses; asking again changes nothing. */
  refused: string[];
}

/**
 * Asks about all keys, batch by batch. A batch whose answer is too large, does not come in time, or is refused for one
 * of its keys is halved until that key stands alone: it must not hide the others.
 * @throws PartnerError `timeout` when two keys in a row got no answer alone: the platform is away
 */
export async function fetchInBatches<Row>(
  keys: readonly string[],
  batches: BatchOptions<Row>,
): Promise<BatchResult<Row>> {
  const chunks: (readonly string[])[] = [];
  for (let at = 0; at < keys.length; at += batches.size) {
    chunks.push(keys.slice(at, at + batches.size));
  }
  const results = await Promise.all(chunks.map((part) => fetchWithBisection(part, batches)));
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
      // Nothing tells a slow order from a platform that is away, except that another is answered after it.
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

/** The answer was too large or did not come in time: one about less may pass. */
export function isTooLargeOrTimeout(error: unknown): boolean {
  return (
    error instanceof PartnerError && (error.code === 'answer_too_large' || error.code === 'timeout')
  );
}

/** Orders of which nothing is known without the answers that are too large: their page cannot be read. */
export function oversizedOrdersError(endpoint: string, orderIds: readonly string[]): PartnerError {
  const detail = `orders ${orderIds.join(', ')}`;
  return new PartnerError({ kind: 'protocol', code: 'answer_too_large', endpoint, detail });
}
