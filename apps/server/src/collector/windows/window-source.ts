import type {
  MarketplaceConnector,
  RawItem,
  ShopAccess,
  TimeWindow,
} from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import type { ApplyResult, FetchMeta } from '../../reporting/index.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import type { TimeRange } from '../planning/window-plan.ts';
import type { PageItems } from '../raw/reject-store.ts';
import type { OpenWindow } from './window-store.ts';

/** One fetched page of orders, returns or settlements. */
export interface FetchedPage<Content> extends PageItems {
  content: Content;
  mappingVersion: number;
  /** Items that get rows in `raw_item`. */
  raw: readonly RawItem[];
  /** Settlement lines without personal data, which are stored in the raw page without rows in `raw_item`. */
  bookings: readonly RawItem[];
  /** When the items of `ids` changed, in the same order; empty if the partner does not report it. */
  changedAt: readonly Date[];
  /** Number of rows, for the limits of a commit. */
  rows: number;
  /** Total of the whole window, the same on each of its pages; null if the partner has no count. */
  total: number | null;
  next: string | null;
}

/**
 * What is fetched window by window, and how its windows are counted: `ordersSource`, `returnsSource` and
 * `settlementsSource`.
 */
export interface WindowSource<Content, Prepared = unknown> {
  readonly pagesPerCommit: number;
  readonly maxPendingPages: number;
  /** More changes than this are fetched in steps. */
  readonly maxChangesPerStep: number;
  fetchPage(
    connector: MarketplaceConnector,
    access: ShopAccess,
    window: TimeWindow,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<FetchedPage<Content>>;
  /** Prepares pages for one common write, which recomputes the rollups they touch only once. Needs no transaction. */
  prepare(contents: readonly Content[], meta: FetchMeta): Prepared | Promise<Prepared>;
  /**
   * Writes prepared pages.
   * @returns `isNews`: whether a settlement line is not stored yet in this form
   */
  apply(
    tx: TenantTransaction,
    next: LeasedStream,
    prepared: Prepared,
    meta: FetchMeta,
  ): Promise<ApplyResult & { isNews?: boolean }>;
  /** Returns the newest part of a window that is too large; null for any other window. */
  newestPart?(window: OpenWindow, total: number, timeZone: string): TimeRange | null;
  /** Counts the items of a window at the partner; absent or null if it has no count. */
  countAtPartner?(lease: StreamLease, window: OpenWindow): Promise<number | null>;
  /** Counts the stored items of a window, without and with those at its very ends; absent without a partner's count. */
  countStored?(
    tx: TenantTransaction,
    shopId: string,
    range: TimeRange,
  ): Promise<{ inside: bigint; withEnds: bigint }>;
  /** Runs in the transaction that closes a window: sets the length of the next one. */
  onClosed(
    tx: TenantTransaction,
    next: LeasedStream,
    window: OpenWindow,
    timeZone: string,
  ): Promise<void>;
}

export function createdWithin({ from, to }: TimeRange): TimeWindow {
  return { field: 'created', from, to };
}

/** @param about the window that is fetched; calls for old ones run in the background */
export function fetchPage<Content>(
  lease: StreamLease,
  source: WindowSource<Content>,
  requested: TimeWindow,
  cursor: string | null,
  about?: TimeRange,
): Promise<FetchedPage<Content>> {
  return lease.callMarketplace(
    (connector, access) => source.fetchPage(connector, access, requested, cursor, lease.signal),
    about,
  );
}
