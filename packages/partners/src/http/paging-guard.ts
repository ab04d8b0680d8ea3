import { createHash } from 'node:crypto';
import { PartnerError } from '../connector/partner-error.ts';

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
