import { PartnerError } from '../connector/partner-error.ts';
import type { Extent } from './http-request.ts';

/** How a platform is asked about some of its keys at a time. */
export interface Batches<Row> {
  /** Keys of one call, at most. */
  size: number;
  ask(keys: readonly string[], extent: Extent): Promise<readonly Row[]>;
  /** The platform refuses a whole batch for one key in it. */
  isRefused?(error: PartnerError): boolean;
  /** Keys that are probably refused: a refused batch of these alone is believed, and not halved. */
  doubtful?: ReadonlySet<string>;
}

/** What came of asking. */
export interface Answered<Row> {
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
export async function askInHalves<Row>(
  keys: readonly string[],
  batches: Batches<Row>,
): Promise<Answered<Row>> {
  const parts: (readonly string[])[] = [];
  for (let at = 0; at < keys.length; at += batches.size) {
    parts.push(keys.slice(at, at + batches.size));
  }
  const answers = await Promise.all(parts.map((part) => askHalving(part, batches)));
  return {
    rows: answers.flatMap(({ rows }) => rows),
    oversized: answers.flatMap(({ oversized }) => oversized),
    refused: answers.flatMap(({ refused }) => refused),
  };
}

async function askHalving<Row>(
  batch: readonly string[],
  { ask, isRefused, doubtful }: Batches<Row>,
): Promise<Answered<Row>> {
  const answered: Answered<Row> = { rows: [], oversized: [], refused: [] };
  const waiting = [batch];
  let late: PartnerError | null = null;
  let known: string | null = null;
  for (let keys = waiting.pop(); keys !== undefined; keys = waiting.pop()) {
    const [key] = keys;
    if (key === undefined) continue;
    try {
      answered.rows.push(...(await ask(keys, keys.length === 1 ? 'single' : 'batch')));
      late = null;
      known = key;
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error;
      const isRefusal = isRefused?.(error) ?? false;
      if (!isRefusal && !isTooMuch(error)) throw error;
      const isBelieved = isRefusal && keys.every((each) => doubtful?.has(each));
      if (keys.length > 1 && !isBelieved) {
        const half = Math.ceil(keys.length / 2);
        waiting.push(keys.slice(half), keys.slice(0, half));
        continue;
      }
      if (isRefusal) {
        answered.refused.push(...keys);
        continue;
      }
      // Nothing tells a slow order from a platform that is away, except that another is answered after it.
      if (error.code === 'timeout' && (late !== null || keys.length === batch.length)) throw error;
      if (error.code === 'timeout') late = error;
      answered.oversized.push(key);
    }
  }
  if (late !== null) {
    if (known === null) throw late;
    await ask([known], 'single');
  }
  return answered;
}

/** The answer was too large or did not come in time: one about less may pass. */
export function isTooMuch(error: unknown): boolean {
  return (
    error instanceof PartnerError && (error.code === 'answer_too_large' || error.code === 'timeout')
  );
}

/** Orders of which nothing is known without the answers that are too large: their page cannot be read. */
export function tooLarge(endpoint: string, orderIds: readonly string[]): PartnerError {
  const detail = `orders ${orderIds.join(', ')}`;
  return new PartnerError({ kind: 'protocol', code: 'answer_too_large', endpoint, detail });
}
