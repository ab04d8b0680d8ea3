import { PartnerError } from '../connector/partner-error.ts';
import { distinctElements, type JsonElement } from '../parsing/lossless-json.ts';
import type { PartnerResponse } from './partner-response.ts';

const shortPageAttempts = 4;

/** One page of a list, and the total of the list. */
interface FullPage {
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
export async function fetchFullPage(
  endpoint: string,
  list: { size: number; before: number; totalOf(answer: PartnerResponse): number },
  fetchOnce: () => Promise<PartnerResponse>,
): Promise<FullPage> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetchOnce();
    const matches = list.totalOf(answer);
    const rows = distinctElements(answer.elements);
    const isWhole = rows.length >= Math.min(list.size, matches - list.before);
    if (isWhole || (attempt >= shortPageAttempts && rows.length > 0))
      return { rows, matches, isWhole };
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
