import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { JsonElement } from '../parsing/lossless-json.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { GraphResponse, GraphClient, GraphRequest } from './client.ts';

const Page = Compile(
  Type.Object({
    data: Type.Array(Type.Unknown()),
    paging: Type.Optional(
      Type.Object({
        cursors: Type.Optional(Type.Object({ after: Type.Optional(Type.String()) })),
        // Holds the access token: never logged, and never followed.
        next: Type.Optional(Type.String()),
      }),
    ),
  }),
);

export interface RowsPage {
  /** Verbatim rows; may be none though there is more. */
  rows: JsonElement[];
  next: string | null;
}

/** One page of an edge. It ends when the partner names no next one, whatever it held. */
export async function fetchPage(
  client: GraphClient,
  request: GraphRequest,
  page: { limit: number; after: string | null },
): Promise<RowsPage> {
  const { endpoint, parameters = {} } = request;
  const { body, elements }: GraphResponse = await client.read({
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
  if (after === undefined || after === page.after) {
    throw new PartnerError({ kind: 'protocol', code: 'cursor_missing', endpoint });
  }
  return { rows: elements, next: after };
}
