import { createHash } from 'node:crypto';
import { PartnerError } from '../connector/partner-error.ts';
import { distinctElements, type JsonElement } from '../parsing/lossless-json.ts';
import type { PartnerResponse } from './call-partner.ts';

/** Consecutive pages that may be empty although another one follows: a gateway under load drops rows. */
const maxEmptyPages = 10;
/** No list within one window is longer. */
const maxPages = 20_000;

/** Returns the error for a list whose paging makes no progress and would never end. */
export function pagingStalled(endpoint: string): PartnerError {
  return new PartnerError({ kind: 'protocol', code: 'paging_stands_still', endpoint });
}

/** Guards the paging of one list, so that it ends regardless of the partner's responses. */
export class PagingGuard {
  readonly #endpoint: string;
  readonly #seen: Set<string>;
  #pages: number;
  #empty = 0;

  /** @param from state of the earlier pages when resuming: their number, and the mark of the last one */
  constructor(endpoint: string, from: { pages?: number; mark?: string | null } = {}) {
    this.#endpoint = endpoint;
    this.#seen = new Set(from.mark ? [from.mark] : []);
    this.#pages = from.pages ?? 0;
  }

  /**
   * Records a page that is followed by another one.
   * @param page `mark` is the cursor or token of the next page; for numbered pages, the `pageFingerprint` of the rows
   * @throws PartnerError `protocol` with code `paging_stands_still` for a repeated mark, too many consecutive pages
   *   without rows, or too many pages
   */
  assertProgress(page: { mark: string | null; rows: number }): void {
    this.#pages += 1;
    this.#empty = page.rows === 0 ? this.#empty + 1 : 0;
    const isSeen = page.mark !== null && this.#seen.has(page.mark);
    if (isSeen || this.#empty > maxEmptyPages || this.#pages > maxPages) {
      throw pagingStalled(this.#endpoint);
    }
    if (page.mark !== null) this.#seen.add(page.mark);
  }
}

/** Returns a fingerprint of a page's raw rows; null for an empty page. */
export function pageFingerprint(rows: readonly { bytes: Uint8Array }[]): string | null {
  if (rows.length === 0) return null;
  const hash = createHash('sha256');
  for (const { bytes } of rows) hash.update(bytes).update('\n');
  return hash.digest('base64url').slice(0, 22);
}

/**
 * Parses the checkpoint of a fetch from the text that an earlier page returned.
 * @param shape the schema of a valid checkpoint
 * @throws PartnerError `invalid_request` with code `bad_checkpoint` for any other text
 */
export function parseCheckpoint<Checkpoint>(
  text: string,
  shape: { Check(value: unknown): value is Checkpoint },
  endpoint: string,
): Checkpoint {
  const value = parseOrNull(text);
  if (!shape.Check(value)) throw invalidCheckpoint(endpoint);
  return value;
}

export function invalidCheckpoint(endpoint: string): PartnerError {
  return new PartnerError({ kind: 'invalid_request', code: 'bad_checkpoint', endpoint });
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const shortPageAttempts = 4;

/** One page of a list, and the total of the list. */
interface FullPage<Answer> {
  answer: Answer;
  rows: JsonElement[];
  matches: number;
  /** Whether the page has as many rows as the total requires. */
  isWhole: boolean;
}

/**
 * Fetches a page, repeatedly if it is short: a gateway under load occasionally drops or duplicates rows. A short page is
 * the beginning of the full one, so it is accepted after `shortPageAttempts`, unless it is empty.
 * @param list `totalOf` returns the total of a response; the page has at most `size` rows after the first `before`
 * @throws PartnerError `unavailable` with code `empty_page` when the page stays empty
 */
export async function fetchFullPage<Answer extends Pick<PartnerResponse, 'elements'>>(
  endpoint: string,
  list: { size: number; before: number; totalOf(answer: Answer): number },
  fetchOnce: () => Promise<Answer>,
): Promise<FullPage<Answer>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetchOnce();
    const matches = list.totalOf(answer);
    const rows = distinctElements(answer.elements);
    const isWhole = rows.length >= Math.min(list.size, matches - list.before);
    if (isWhole || (attempt >= shortPageAttempts && rows.length > 0))
      return { answer, rows, matches, isWhole };
    if (attempt >= shortPageAttempts)
      throw new PartnerError({ kind: 'unavailable', code: 'empty_page', endpoint });
  }
}

/**
 * Returns the creation time of the first row of a list; null for an empty list.
 * @param countRows the partner's count: a page that lost its rows must not be mistaken for an empty list
 * @throws PartnerError `unavailable` with code `rows_missing`, or `protocol` for a row without a creation time
 */
export function createdAtOfFirst(
  endpoint: string,
  first: { createdAt: Date | null } | undefined,
  countRows: () => number,
): Date | null {
  if (first === undefined) {
    if (countRows() === 0) return null;
    throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint });
  }
  if (first.createdAt !== null) return first.createdAt;
  throw new PartnerError({ kind: 'protocol', code: 'created_at_unreadable', endpoint });
}
