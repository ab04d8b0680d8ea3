import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { PartnerResponse } from '../http/call-partner.ts';
import { fetchFullPage } from '../http/paging.ts';
import { PartnerError } from '../connector/partner-error.ts';

/** The platform's error message allows 100, but no page with more than 50 rows has been observed. */
export const pageSize = 50;

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

/** Fetches a page of a list. @param page counts from 1 */
export function fetchListPage(
  endpoint: string,
  page: number,
  fetchOnce: () => Promise<PartnerResponse>,
): ReturnType<typeof fetchFullPage> {
  const before = (page - 1) * pageSize;
  const totalOf = (answer: PartnerResponse) => parseTotal(answer, endpoint);
  return fetchFullPage(endpoint, { size: pageSize, before, totalOf }, fetchOnce);
}
