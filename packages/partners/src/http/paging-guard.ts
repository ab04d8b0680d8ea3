import { createHash } from 'node:crypto';
import { PartnerError } from '../connector/partner-error.ts';

/** Pages in a row that may bring nothing though another one follows: a gateway under load loses rows. */
const maxEmptyPages = 10;
/** No list within one window is longer. */
const maxPages = 20_000;

/** The refusal to read on in a list that does not move on: it would be read for ever. */
export function pagingStalled(endpoint: string): PartnerError {
  return new PartnerError({ kind: 'protocol', code: 'paging_stands_still', endpoint });
}

/** Watches the pages of one list, so that its reading ends whatever the partner answers. */
export class PagingGuard {
  readonly #endpoint: string;
  readonly #seen: Set<string>;
  #pages: number;
  #empty = 0;

  /** @param from what is known of the pages before, where a reading goes on: their number, the mark of the last */
  constructor(endpoint: string, from: { pages?: number; mark?: string | null } = {}) {
    this.#endpoint = endpoint;
    this.#seen = new Set(from.mark ? [from.mark] : []);
    this.#pages = from.pages ?? 0;
  }

  /**
   * Counts a page that is followed by another one.
   * @param mark the cursor or token of the page that follows; where pages have numbers, `markOf` the rows
   * @throws PartnerError `protocol` with the code `paging_stands_still`, for a mark that comes again, too many pages in
   *   a row without rows, or too many pages
   */
  goOn(page: { mark: string | null; rows: number }): void {
    this.#pages += 1;
    this.#empty = page.rows === 0 ? this.#empty + 1 : 0;
    const isSeen = page.mark !== null && this.#seen.has(page.mark);
    if (isSeen || this.#empty > maxEmptyPages || this.#pages > maxPages) {
      throw pagingStalled(this.#endpoint);
    }
    if (page.mark !== null) this.#seen.add(page.mark);
  }
}

/** Tells a page by its rows, as they came; null for one without any. */
export function pageFingerprint(rows: readonly { bytes: Uint8Array }[]): string | null {
  if (rows.length === 0) return null;
  const hash = createHash('sha256');
  for (const { bytes } of rows) hash.update(bytes).update('\n');
  return hash.digest('base64url').slice(0, 22);
}
