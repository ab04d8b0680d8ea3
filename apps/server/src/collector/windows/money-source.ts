import {
  redactPersons,
  type CanonicalReturn,
  type CanonicalStatement,
  type MarketplaceConnector,
  type RawItem,
  type RejectedItem,
  type SettlementsPage,
  type ShopAccess,
  type TimeWindow,
} from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import {
  applyPreparedSettlements,
  applyReturns,
  prepareSettlements,
  type ApplyResult,
  type FetchMeta,
} from '../../reporting/index.ts';
import { joinPayloads } from '../raw/raw-store.ts';

/** One page of returns or settlements. */
export interface MoneyPage<Content> {
  content: Content;
  mappingVersion: number;
  /** Items that get rows in `raw_item`. */
  raw: RawItem[];
  /** Settlement lines, which are stored in the raw page without rows in `raw_item`. */
  bookings: RawItem[];
  /** Ids of parsed items. A rejected item has the id that it would have if it were parsed. */
  ids: string[];
  rejects: RejectedItem[];
  /** Total of the whole window; null if the partner has no count. */
  total: number | null;
  /** The newest time of change on the page. */
  newest: Date | null;
  next: string | null;
}

/** How one of the money streams is fetched. */
export interface MoneySource<Content> {
  /** Default length of backfill windows, and the maximum length where there are few items. */
  readonly windowMs: number;
  readonly maxWindowMs: number;
  /**
   * How later changes are found: by their time of change, or, if the partner lists items only by their booking time, by
   * fetching recent days again.
   */
  readonly follows: 'changes' | 'recent_days';
  /** Fetches a page; null if the partner has no such call. */
  read(
    connector: MarketplaceConnector,
    access: ShopAccess,
    window: TimeWindow,
    from: string | null,
    signal: AbortSignal,
  ): Promise<MoneyPage<Content>> | null;
  /**
   * Prepares pages for one common write, which recomputes the rollups they touch only once. Needs no transaction.
   */
  prepare(contents: readonly Content[], meta: FetchMeta): ApplyMoney;
  /** How many days back items may still change; 0 for sources that follow changes. */
  lookbackDays(connector: MarketplaceConnector): number;
  /** Whether expected payouts are fetched too. */
  readonly hasEstimates: boolean;
}

/**
 * Writes prepared pages.
 * @returns `isNews`: whether a settlement line is not stored yet in this form
 */
export type ApplyMoney = (
  tx: TenantTransaction,
  shopId: string,
) => Promise<ApplyResult & { isNews?: boolean }>;

const dayMs = 86_400_000;

export const returnsSource: MoneySource<readonly CanonicalReturn[]> = {
  windowMs: 90 * dayMs,
  maxWindowMs: 360 * dayMs,
  follows: 'changes',
  lookbackDays: () => 0,
  hasEstimates: false,
  read(connector, access, window, from, signal) {
    const { returns, mappingVersion } = connector;
    return (
      returns
        ?.readReturns(access, window, from, signal)
        .then(({ returns: cases, rejects, total, next }) => ({
          content: cases.map(({ canonical }) => canonical),
          mappingVersion,
          raw: [...cases.flatMap(({ raw }) => raw), ...rawOf(rejects)],
          bookings: [],
          ids: cases.map(({ canonical }) => canonical.returnId),
          rejects,
          total,
          newest: latest(cases.map(({ canonical }) => canonical.updatedAt)),
          next,
        })) ?? null
    );
  },
  prepare: (contents, meta) => (tx, shopId) => applyReturns(tx, shopId, contents.flat(), meta),
};

interface SettlementContent {
  settlements: SettlementsPage['settlements'];
  statements: readonly CanonicalStatement[];
}

export const settlementsSource: MoneySource<SettlementContent> = {
  windowMs: 30 * dayMs,
  maxWindowMs: 120 * dayMs,
  follows: 'recent_days',
  lookbackDays: ({ settlements }) => settlements?.lookbackDays ?? 0,
  hasEstimates: true,
  read(connector, access, window, from, signal) {
    const { settlements: source, mappingVersion } = connector;
    return (
      source
        ?.readSettlements(access, window, from, signal)
        .then(({ settlements, statements, rejects, total, next }) => ({
          content: { settlements, statements: statements.map(({ canonical }) => canonical) },
          mappingVersion,
          raw: [...statements.map(({ raw }) => raw), ...rawOf(rejects)],
          bookings: settlements.flatMap(({ raw }) => raw),
          ids: settlements.map(({ canonical }) => canonical.settlementId),
          rejects,
          total,
          newest: null,
          next,
        })) ?? null
    );
  },
  prepare(contents, meta) {
    const settlements = contents.flatMap((content) => content.settlements);
    const ready = prepareSettlements(
      {
        settlements: settlements.map(({ canonical }) => canonical),
        statements: contents.flatMap((content) => content.statements),
        rawBytes: settlements.map(({ raw }) => rawBytesOf(raw)),
      },
      meta,
    );
    return (tx, shopId) => applyPreparedSettlements(tx, shopId, ready);
  },
};

function rawBytesOf(raw: readonly RawItem[]): Buffer {
  return joinPayloads(raw.map(({ payload }) => redactPersons(payload)));
}

function rawOf(rejects: readonly RejectedItem[]): RawItem[] {
  return rejects.flatMap(({ raw, related }) => [raw, ...(related ?? [])]);
}

function latest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((last, time) => (last && last > time ? last : time), null);
}
