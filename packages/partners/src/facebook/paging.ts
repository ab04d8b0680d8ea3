import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { JsonElement } from '../parsing/lossless-json.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { PagingGuard } from '../http/paging.ts';
import type { GraphClient, GraphRequest } from './client.ts';

const Page = Compile(
  Type.Object({
    data: Type.Array(Type.Unknown()),
    paging: Type.Optional(
      Type.Object({
        cursors: Type.Optional(Type.Object({ after: Type.Optional(Type.String()) })),
        // Contains the access token: never log it, never request it.
        next: Type.Optional(Type.String()),
      }),
    ),
  }),
);

interface RowsPage {
  /** Verbatim rows; may be empty even if there are more pages. */
  rows: JsonElement[];
  next: string | null;
}

/**
 * Fetches one page of a list that is continued by its checkpoint.
 * @param checkpoint number of the pages before, and the cursor; the cursor alone if an earlier release stored it
 * @throws PartnerError `protocol` with code `paging_stands_still` when the list does not move on
 */
export async function fetchListPage(
  client: GraphClient,
  request: GraphRequest,
  limit: number,
  checkpoint: string | null,
): Promise<RowsPage> {
  const [, pages = '0', after = checkpoint] = /^(\d{1,6}) (.+)$/s.exec(checkpoint ?? '') ?? [];
  const { rows, next } = await fetchPage(client, request, { limit, after });
  if (next === null) return { rows, next };
  const paging = new PagingGuard(request.endpoint, { pages: Number(pages), mark: after });
  paging.assertProgress({ mark: next, rows: rows.length });
  return { rows, next: `${Number(pages) + 1} ${next}` };
}

/** Fetches one page of an edge. Only a missing `next` marks the last page; a page may be short or empty. */
export async function fetchPage(
  client: GraphClient,
  request: GraphRequest,
  page: { limit: number; after: string | null },
): Promise<RowsPage> {
  const { endpoint, parameters = {} } = request;
  const { body, elements } = await client.read({
    ...request,
    parameters: {
      ...parameters,
      limit: String(page.limit),
      ...(page.after !== null && { after: page.after }),
    },
  });
  if (!Page.Check(body)) {
    throw new PartnerError({ kind: 'protocol', code: 'page_shape', endpoint });
  }
  if (body.paging?.next === undefined) return { rows: elements, next: null };
  const after = body.paging.cursors?.after;
  if (after === undefined) {
    throw new PartnerError({ kind: 'protocol', code: 'cursor_missing', endpoint });
  }
  return { rows: elements, next: after };
}
