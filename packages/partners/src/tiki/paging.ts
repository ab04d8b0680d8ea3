import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { distinctElements, type JsonElement } from '../parsing/lossless-json.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { TikiResponse } from './client.ts';

/** The platform's message says 100, but no page of more than 50 has been seen. */
export const pageSize = 50;
const shortPageAttempts = 4;

const PagingEnvelope = Compile(
  Type.Object({ paging: Type.Object({ total: Type.String({ pattern: '^\\d{1,15}$' }) }) }),
);

/** How many rows a list has in all. */
export function parseTotal(answer: TikiResponse, endpoint: string): number {
  if (!answer.hasArray || !PagingEnvelope.Check(answer.body)) {
    throw new PartnerError({ kind: 'protocol', code: 'list_shape', endpoint });
  }
  return Number(answer.body.paging.total);
}

/**
 * A page with all of its rows. A server under load now and then gives fewer than it counts, or one
 * twice: such a page is asked for again, and taken as it is after a few times.
 * @param page from 1
 */
export async function fetchFullPage(
  endpoint: string,
  page: number,
  ask: () => Promise<TikiResponse>,
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
