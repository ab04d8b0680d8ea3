import type {
  MarketplaceConnector,
  RawItem,
  Reject,
  ShopAccess,
  Window,
} from '@seller-connect/partners';
import type { TenantTransaction } from '../platform/database.ts';
import { applyReturns, applySettlements, type MoneyApplied } from '../reporting/index.ts';

/** One page of what a partner tells of money, whichever stream it is of. */
export interface MoneyPage {
  /** Each kept under its own name. */
  raw: RawItem[];
  /** What the ledger keeps apart by itself. */
  bookings: RawItem[];
  /** What was understood, by the id under which a reject of it would be noted. */
  accepted: string[];
  rejects: Reject[];
  /** Of the whole window; null where the partner does not count. */
  total: number | null;
  /** The newest change that the page tells of. */
  newest: Date | null;
  next: string | null;
  /** `isNews`: whether a booking was told in words that are not kept yet. */
  apply(
    tx: TenantTransaction,
    shopId: string,
    readAt: Date,
  ): Promise<MoneyApplied & { isNews?: boolean }>;
}

/** How one of the money streams is read. */
export interface MoneySource {
  /** Length of the windows that its history is read in. */
  readonly windowMs: number;
  /**
   * How what comes later is found: by the time of its last change, or, where a partner files everything under the
   * time of its booking, by reading recent days again.
   */
  readonly follows: 'changes' | 'recent_days';
  /** null: this partner has no such call. */
  read(
    connector: MarketplaceConnector,
    access: ShopAccess,
    window: Window,
    from: string | null,
    signal: AbortSignal,
  ): Promise<MoneyPage> | null;
  /** Days for which recent days still change; 0 where changes are followed. */
  settleDays(connector: MarketplaceConnector): number;
  /** What is expected is read beside what is booked. */
  readonly hasEstimates: boolean;
}

const dayMs = 86_400_000;

export const returnsSource: MoneySource = {
  windowMs: 90 * dayMs,
  follows: 'changes',
  settleDays: () => 0,
  hasEstimates: false,
  read(connector, access, window, from, signal) {
    const { returns, mappingVersion } = connector;
    return (
      returns
        ?.readReturns(access, window, from, signal)
        .then(({ returns: cases, rejects, total, next }) => ({
          raw: [...cases.flatMap(({ raw }) => raw), ...rawOf(rejects)],
          bookings: [],
          accepted: cases.map(({ canonical }) => canonical.returnId),
          rejects,
          total,
          newest: latest(cases.map(({ canonical }) => canonical.updatedAt)),
          next,
          apply: (tx, shopId, observedAt) =>
            applyReturns(
              tx,
              shopId,
              cases.map(({ canonical }) => canonical),
              { observedAt, mappingVersion },
            ),
        })) ?? null
    );
  },
};

export const settlementsSource: MoneySource = {
  windowMs: 30 * dayMs,
  follows: 'recent_days',
  settleDays: ({ settlements }) => settlements?.settleDays ?? 0,
  hasEstimates: true,
  read(connector, access, window, from, signal) {
    const { settlements: reading, mappingVersion } = connector;
    return (
      reading
        ?.readSettlements(access, window, from, signal)
        .then(({ settlements, statements, rejects, total, next }) => ({
          raw: [...statements.map(({ raw }) => raw), ...rawOf(rejects)],
          bookings: settlements.flatMap(({ raw }) => raw),
          accepted: settlements.map(({ canonical }) => canonical.settlementId),
          rejects,
          total,
          newest: null,
          next,
          apply: (tx, shopId, observedAt) =>
            applySettlements(
              tx,
              shopId,
              {
                settlements: settlements.map(({ canonical }) => canonical),
                statements: statements.map(({ canonical }) => canonical),
                words: settlements.map(({ raw }) => wordsOf(raw)),
              },
              { observedAt, mappingVersion },
            ),
        })) ?? null
    );
  },
};

function wordsOf(raw: readonly RawItem[]): string {
  return raw.map(({ payload }) => payload).join('\0');
}

function rawOf(rejects: readonly Reject[]): RawItem[] {
  return rejects.flatMap(({ raw, related }) => [raw, ...(related ?? [])]);
}

function latest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((last, time) => (last && last > time ? last : time), null);
}
