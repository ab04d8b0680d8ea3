import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseCheckpoint } from '../../http/checkpoint.ts';
import { distinctElements, type JsonElement } from '../../parsing/lossless-json.ts';
import type { ReturnsPage } from '../../connector/money-sources.ts';
import { pageFingerprint, PagingGuard } from '../../http/paging-guard.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { deriveRows } from '../../parsing/derive-rows.ts';
import { newestByKey } from '../../parsing/raw-item.ts';
import type { ShopeeClient } from '../protocol/client.ts';
import { splitIntoSlices, type TimeSlice } from '../orders/order-list.ts';
import { caseItem, deriveReturnCase } from './return-mapping.ts';
import { Nullable } from '../../parsing/fields.ts';

const path = '/api/v2/returns/get_return_list';
const pageSize = 100;

const CheckpointShape = Type.Object({
  /** Start and end of the remaining range, in seconds. */
  from: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 0 }),
  /** Fetched pages of the current slice. */
  pages: Type.Integer({ minimum: 0 }),
  /** Fingerprint of the last page; null if it was empty. */
  mark: Type.Optional(Nullable(Type.String())),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

const More = Compile(Type.Object({ response: Type.Object({ more: Type.Boolean() }) }));

/** Fetches one page of cases, oldest slice first. */
export async function fetchReturns(
  client: ShopeeClient,
  access: ShopAccess,
  window: TimeWindow,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ReturnsPage> {
  const whole = splitIntoSlices(window, client.environment.clock());
  const start: Checkpoint = { from: whole[0]?.from ?? 0, end: whole.at(-1)?.to ?? 0, pages: 0 };
  let at = cursor === null ? start : parseCheckpoint(cursor, Checkpoint, path);
  let paging = new PagingGuard(path, at);
  for (;;) {
    const rest = { from: new Date(at.from * 1000), to: new Date(at.end * 1000) };
    const [slice] = splitIntoSlices(rest, rest.to);
    if (slice === undefined) return { returns: [], rejects: [], total: null, next: null };
    const { rows, more } = await fetchRows(client, access, window.field, slice, at.pages, signal);
    const mark = pageFingerprint(rows);
    if (more) paging.assertProgress({ mark, rows: rows.length });
    else paging = new PagingGuard(path);
    const next: Checkpoint | null = more
      ? { ...at, pages: at.pages + 1, mark }
      : slice.to < at.end
        ? { from: slice.to, end: at.end, pages: 0 }
        : null;
    // Skips slices without cases, except for the last one, which ends the window.
    if (rows.length === 0 && next !== null) {
      at = next;
      continue;
    }
    const newest = newestByKey(
      rows.map(caseItem),
      (item) => item.raw.externalId,
      (item) => item.raw.updatedAt,
    );
    const cases = deriveRows(newest, (item) => deriveReturnCase(item, access));
    return {
      returns: cases.rows,
      rejects: cases.rejects,
      total: null,
      next: next && JSON.stringify(next),
    };
  }
}

/**
 * Fetches the rows of one page. The platform reports no total and a gateway under load drops rows, so the rows of two
 * responses are merged. The documentation describes page numbers from 0, but its example starts at 1; starting at 0
 * returns the first page in both cases, at worst twice.
 */
async function fetchRows(
  client: ShopeeClient,
  access: ShopAccess,
  field: TimeWindow['field'],
  slice: TimeSlice,
  pages: number,
  signal: AbortSignal | undefined,
): Promise<{ rows: JsonElement[]; more: boolean }> {
  const name = field === 'created' ? 'create_time' : 'update_time';
  const ask = async () => {
    const answer = await client.read(
      {
        path,
        access,
        signal,
        parameters: {
          page_no: String(pages),
          page_size: String(pageSize),
          [`${name}_from`]: String(slice.from),
          [`${name}_to`]: String(slice.to),
        },
      },
      ['response', 'return'],
    );
    if (!answer.hasArray || !More.Check(answer.body)) {
      throw new PartnerError({ kind: 'protocol', code: 'returns_shape', endpoint: path });
    }
    return { rows: answer.elements, more: answer.body.response.more };
  };
  const one = await ask();
  const two = await ask();
  return { rows: distinctElements([...one.rows, ...two.rows]), more: one.more || two.more };
}
