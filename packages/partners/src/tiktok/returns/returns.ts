import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { readCheckpoint } from '../../http/checkpoint.ts';
import type { ShopAccess, Window } from '../../connector/connector.ts';
import type { ReturnsPage } from '../../connector/money-sources.ts';
import { newestByKey, rawItem } from '../../parsing/raw-item.ts';
import { returnSearch } from '../orders/order-returns.ts';
import { deriveCase } from './return-mapping.ts';
import {
  Position,
  searchPage,
  spanOf,
  startOf,
  textIn,
  type FoundRow,
} from '../protocol/search.ts';
import type { ShopCalls } from '../protocol/shops.ts';

const CheckpointShape = Type.Object({
  at: Position,
  /** As the first page said. */
  total: Type.Integer({ minimum: 0 }),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** One page of returns and refunds, oldest first. */
export async function readReturns(
  calls: ShopCalls,
  access: ShopAccess,
  window: Window,
  from: string | null,
  signal?: AbortSignal,
): Promise<ReturnsPage> {
  const span = spanOf(window);
  if (span.to <= span.from) return { returns: [], rejects: [], total: 0, next: null };
  const checkpoint = from === null ? null : readCheckpoint(from, Checkpoint, returnSearch.path);
  const at = checkpoint?.at ?? startOf(span);
  const found = await searchPage(calls, access, returnSearch, span, at, signal);
  const total = checkpoint?.total ?? found.matches;
  const page: ReturnsPage = {
    returns: [],
    rejects: [],
    total,
    next: found.next && JSON.stringify({ at: found.next, total } satisfies Checkpoint),
  };
  const rows = newestByKey(
    found.rows.map((row) => ({ raw: rawReturn(row), value: row.value })),
    ({ raw }) => raw.externalId,
    ({ raw }) => raw.updatedAt,
  );
  for (const row of rows) {
    const derived = deriveCase(row, access);
    if (derived.reject) page.rejects.push(derived.reject);
    else page.returns.push({ canonical: derived.canonical, raw: [row.raw] });
  }
  return page;
}

function rawReturn({ bytes, value, updatedAt }: FoundRow) {
  return rawItem('return', textIn(value, 'return_id'), updatedAt, bytes);
}
