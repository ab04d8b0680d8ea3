import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseCheckpoint, pageFingerprint, PagingGuard, fetchFullPage } from '../../http/paging.ts';
import type { ReturnsPage } from '../../connector/money-sources.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { deriveRows } from '../../parsing/derive-rows.ts';
import { Nullable } from '../../parsing/fields.ts';
import { newestItems } from '../../parsing/items.ts';
import type { LazadaClient } from '../protocol/client.ts';
import { caseItem, deriveReturnCase } from './return-mapping.ts';
import type { PartnerResponse } from '../../http/call-partner.ts';

const path = '/reverse/getreverseordersforseller';
const pageSize = 100;

const CheckpointShape = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  /** Fingerprint of the page before this one. */
  mark: Type.Optional(Nullable(Type.String())),
  /** Total of the first page. */
  total: Type.Integer({ minimum: 0 }),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

const Result = Compile(
  Type.Object({ result: Type.Object({ total: Type.String({ pattern: '^\\d{1,12}$' }) }) }),
);

/** Fetches one page of returns and refunds, without the cancellations that the same call lists. */
export async function fetchReturns(
  client: LazadaClient,
  access: ShopAccess,
  window: TimeWindow,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ReturnsPage> {
  const at = cursor === null ? null : parseCheckpoint(cursor, Checkpoint, path);
  const number = at?.page ?? 1;
  const { rows, matches } = await fetchFullPage(
    path,
    { size: pageSize, before: (number - 1) * pageSize, totalOf: parseTotal },
    () => fetchPage(client, access, window, number, signal),
  );
  const total = at?.total ?? matches;
  const newest = newestItems(rows.map(caseItem).filter((item) => !item.isCancellation));
  const cases = deriveRows(newest, (item) => deriveReturnCase(item, access));
  const isLast = number * pageSize >= matches;
  const mark = pageFingerprint(rows);
  if (!isLast) {
    const paging = new PagingGuard(path, { pages: number - 1, mark: at?.mark ?? null });
    paging.assertProgress({ mark, rows: rows.length });
  }
  return {
    returns: cases.rows,
    rejects: cases.rejects,
    total,
    next: isLast ? null : JSON.stringify({ page: number + 1, total, mark } satisfies Checkpoint),
  };
}

function parseTotal({ body, hasArray }: PartnerResponse): number {
  if (!Result.Check(body) || (!hasArray && body.result.total !== '0')) {
    throw new PartnerError({ kind: 'protocol', code: 'returns_shape', endpoint: path });
  }
  return Number(body.result.total);
}

function fetchPage(
  client: LazadaClient,
  access: ShopAccess,
  window: TimeWindow,
  page: number,
  signal: AbortSignal | undefined,
): Promise<PartnerResponse> {
  const name =
    window.field === 'created' ? 'ReverseOrderLineTimeRange' : 'ReverseOrderLineModifiedTimeRange';
  return client.read(
    {
      path,
      access,
      parameters: {
        page_no: String(page),
        page_size: String(pageSize),
        request_type_list: '["RETURN","ONLY_REFUND"]',
        [`${name}Start`]: String(window.from.getTime()),
        // Times have a resolution of one second; rounding up keeps the last second.
        [`${name}End`]: String(Math.ceil(window.to.getTime() / 1000) * 1000),
      },
      signal,
    },
    ['result', 'items'],
  );
}
