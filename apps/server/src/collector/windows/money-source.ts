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

/** One page of what a partner tells of money, whichever stream it is of. */
export interface MoneyPage<Content> {
  content: Content;
  mappingVersion: number;
  /** Each kept under its own name. */
  raw: RawItem[];
  /** What the ledger keeps apart by itself. */
  bookings: RawItem[];
  /** What was understood, by the id under which a reject of it would be noted. */
  accepted: string[];
  rejects: RejectedItem[];
  /** Of the whole window; null where the partner does not count. */
  total: number | null;
  /** The newest change that the page tells of. */
  newest: Date | null;
  next: string | null;
}

/** How one of the money streams is read. */
export interface MoneySource<Content> {
  /** Length of the windows that its history is read in, and of those where there is little to read. */
  readonly windowMs: number;
  readonly maxWindowMs: number;
  /**
   * How what comes later is found: by the time of its last change, or, where a partner files everything under the
   * time of its booking, by reading recent days again.
   */
  readonly follows: 'changes' | 'recent_days';
  /** null: this partner has no such call. */
  read(
    connector: MarketplaceConnector,
    access: ShopAccess,
    window: TimeWindow,
    from: string | null,
    signal: AbortSignal,
  ): Promise<MoneyPage<Content>> | null;
  /** Makes pages ready to be taken in together, which builds what they touch anew once. Needs no transaction. */
  prepare(contents: readonly Content[], meta: FetchMeta): ApplyMoney;
  /** Days for which recent days still change; 0 where changes are followed. */
  lookbackDays(connector: MarketplaceConnector): number;
  /** What is expected is read beside what is booked. */
  readonly hasEstimates: boolean;
}

/** Takes in what was made ready. @returns `isNews`: whether a booking was told in words that are not kept yet */
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
          accepted: cases.map(({ canonical }) => canonical.returnId),
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
          accepted: settlements.map(({ canonical }) => canonical.settlementId),
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
