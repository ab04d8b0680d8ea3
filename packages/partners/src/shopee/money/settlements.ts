import { deriveRows } from '../../parsing/derive-rows.ts';
import { distinctItems, type ParsedItem } from '../../parsing/items.ts';
import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseCheckpoint, pageFingerprint, PagingGuard } from '../../http/paging.ts';
import type { JsonElement } from '../../parsing/lossless-json.ts';
import type { SettlementsPage } from '../../connector/money-sources.ts';
import type { ShopeeClient, ShopeeRequest } from '../protocol/client.ts';
import { ignoredWalletTypes } from './fee-table.ts';
import { fetchIncomes } from '../orders/order-details.ts';
import { splitIntoSlices, type TimeSlice } from '../orders/order-list.ts';
import { deriveParsed, toMovementItem, toReleaseItem } from './settlement-mapping.ts';
import { Nullable } from '../../parsing/fields.ts';
import { fetchMergedRows, markOfPage } from '../protocol/merged-rows.ts';

const releasesPath = '/api/v2/payment/get_escrow_list';
const walletPath = '/api/v2/payment/get_wallet_transaction_list';
/** The maximum number of orders of one detail call. */
const releasesPerPage = 50;
const movementsPerPage = 100;

/**
 * Days during which a settlement may still change. Buyers can request a refund for two weeks, and Shopee changes the
 * released escrow in place when it pays the refund.
 */
export const lookbackDays = 45;

const parts = ['released', 'moved'] as const;
type Part = (typeof parts)[number];

const CheckpointShape = Type.Object({
  /** Releases first, then other movements of the balance. */
  part: Type.Enum(['released', 'moved']),
  /** Start and end of the remaining range, in Unix seconds. */
  from: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 0 }),
  /** Number of fetched pages of the current slice. */
  pages: Type.Integer({ minimum: 0 }),
  /** Fingerprint of the last page; null if it was empty. */
  mark: Type.Optional(Nullable(Type.String())),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

const NamedRelease = Compile(Type.Object({ order_sn: Type.String({ minLength: 1 }) }));

/**
 * Fetches one page of settlements in a time span: first the releases with the full income of each order, then other
 * movements of the balance such as corrections, ads and failed deliveries.
 * @throws PartnerError `invalid_request` with code `bad_checkpoint` for an invalid cursor
 * @throws PartnerError `protocol` for an unexpected response, or for pages that repeat
 */
export async function fetchSettlements(
  client: ShopeeClient,
  access: ShopAccess,
  span: Pick<TimeWindow, 'from' | 'to'>,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<SettlementsPage> {
  const now = client.environment.clock();
  const slices = splitIntoSlices(span, now);
  const from = slices[0]?.from ?? 0;
  const end = slices.at(-1)?.to ?? 0;
  const start: Checkpoint = { part: 'released', from, end, pages: 0 };
  let current = cursor === null ? start : parseCheckpoint(cursor, Checkpoint, releasesPath);
  let paging = new PagingGuard(releasesPath, current);
  for (;;) {
    const remaining = {
      from: new Date(current.from * 1000),
      to: new Date(current.end * 1000),
    };
    const [slice] = splitIntoSlices(remaining, remaining.to);
    if (slice === undefined) {
      return { settlements: [], statements: [], rejects: [], total: null, next: null };
    }
    const fetched =
      current.part === 'released'
        ? await fetchReleases(client, access, slice, current.pages, signal)
        : await fetchMovements(client, access, slice, current.pages, signal);
    const mark = markOfPage(fetched.mark, current);
    if (fetched.more) paging.assertProgress({ mark, rows: fetched.rows });
    else paging = new PagingGuard(releasesPath);
    const next = nextCheckpoint(current, slice, fetched, from);
    // Only the last page of the span may be empty: an earlier empty one is skipped.
    if (fetched.items.length === 0 && next !== null) {
      current = next;
      continue;
    }
    const { items, conflicts } = distinctItems(fetched.items, 'settlement');
    const derived = deriveRows(items, (item) => deriveParsed(item, access));
    return {
      settlements: derived.rows,
      statements: [],
      rejects: [...derived.rejects, ...conflicts],
      total: null,
      next: next && JSON.stringify(next),
    };
  }
}

/**
 * Returns the checkpoint after a page: the next page of the slice, the next slice, or the next part; null at the end.
 * @param from start of the whole span, in Unix seconds
 */
function nextCheckpoint(
  current: Checkpoint,
  slice: TimeSlice,
  fetched: FetchedRows,
  from: number,
): Checkpoint | null {
  const { part, end, pages } = current;
  if (fetched.more) return { ...current, pages: pages + 1, mark: fetched.mark };
  if (slice.to < end) return { part, from: slice.to, end, pages: 0 };
  const nextPart: Part | undefined = parts[parts.indexOf(part) + 1];
  return nextPart ? { part: nextPart, from, end, pages: 0 } : null;
}

interface FetchedRows {
  items: ParsedItem[];
  more: boolean;
  /** Number of rows in the response, including movements that count elsewhere. */
  rows: number;
  /** Fingerprint of the rows; null without rows. */
  mark: string | null;
}

async function fetchReleases(
  client: ShopeeClient,
  access: ShopAccess,
  slice: TimeSlice,
  pages: number,
  signal: AbortSignal | undefined,
): Promise<FetchedRows> {
  const { elements, ...page } = await fetchRows(client, access, 'escrow_list', {
    path: releasesPath,
    signal,
    parameters: {
      release_time_from: String(slice.from),
      release_time_to: String(slice.to),
      page_size: String(releasesPerPage),
      page_no: String(pages + 1),
    },
  });
  const releases = elements.map(({ bytes, value }) => ({
    name: NamedRelease.Check(value) ? value.order_sn : null,
    bytes,
  }));
  const names = new Set(releases.flatMap(({ name }) => name ?? []));
  const { incomes } = await fetchIncomes(client, access, { due: [...names] }, signal);
  return {
    ...page,
    items: releases.map(({ name, bytes }) =>
      // Without its detail, a release is stored as a rejected item.
      toReleaseItem(bytes, incomes.get(name ?? '')?.raw.payload ?? 'null'),
    ),
  };
}

async function fetchMovements(
  client: ShopeeClient,
  access: ShopAccess,
  slice: TimeSlice,
  pages: number,
  signal: AbortSignal | undefined,
): Promise<FetchedRows> {
  const { elements, ...page } = await fetchRows(client, access, 'transaction_list', {
    path: walletPath,
    signal,
    parameters: {
      create_time_from: String(slice.from),
      create_time_to: String(slice.to),
      page_size: String(movementsPerPage),
      page_no: String(pages),
    },
  });
  const items = elements.flatMap((element) => toMovementItem(element, ignoredWalletTypes) ?? []);
  return { ...page, items };
}

async function fetchRows(
  client: ShopeeClient,
  access: ShopAccess,
  list: string,
  request: Omit<ShopeeRequest, 'access'>,
): Promise<Omit<FetchedRows, 'items'> & { elements: JsonElement[] }> {
  const { rows: elements, more } = await fetchMergedRows(
    client,
    { ...request, access },
    { list, shapeError: 'money_shape' },
  );
  return { elements, more, rows: elements.length, mark: pageFingerprint(elements) };
}
