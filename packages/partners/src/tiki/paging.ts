import { Type } from 'typebox';
import type { PartnerResponse } from '../http/partner-response.ts';
import { Compile } from 'typebox/compile';
import { distinctElements, type JsonElement } from '../parsing/lossless-json.ts';
import { PartnerError } from '../connector/partner-error.ts';

/** The platform's error message allows 100, but no page with more than 50 rows has been observed. */
export const pageSize = 50;
const shortPageAttempts = 4;

const PagingEnvelope = Compile(
  Type.Object({ paging: Type.Object({ total: Type.String({ pattern: '^\\d{1,15}$' }) }) }),
);

/** Returns the total number of rows in a list. */
export function parseTotal(answer: PartnerResponse, endpoint: string): number {
  if (!answer.hasArray || !PagingEnvelope.Check(answer.body)) {
    throw new PartnerError({ kind: 'protocol', code: 'list_shape', endpoint });
  }
  return Number(answer.body.paging.total);
}

/**
 * Fetches a page, repeatedly if it is short: a server under load occasionally drops or duplicates rows. After
 * `shortPageAttempts` the page is accepted unless it is empty.
 * @param page counts from 1
 * @throws PartnerError `unavailable` with code `empty_page` when the page stays empty
 */
export async function fetchFullPage(
  endpoint: string,
  page: number,
  ask: () => Promise<PartnerResponse>,
): Promise<{ rows: JsonElement[]; matches: number; isWhole: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    const matches = parseTotal(answer, endpoint);
    const rows = distinctElements(answer.elements);
    const isWhole = rows.length >= Math.min(pageSize, matches - (page - 1) * pageSize);
    if (isWhole) return { rows, matches, isWhole };
    if (attempt < shortPageAttempts) continue;
    if (rows.length > 0) return { rows, matches, isWhole };
    throw new PartnerError({ kind: 'unavailable', code: 'empty_page', endpoint });
  }
}
