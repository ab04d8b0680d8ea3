import type {
  CanonicalReturn,
  CanonicalSettlement,
  CanonicalStatement,
  MarketplaceConnector,
  RawItem,
} from '@seller-connect/partners';
import {
  applyPreparedSettlements,
  applyReturns,
  countReturns,
  isStorableStatement,
  prepareSettlements,
  type PreparedSettlements,
} from '../../reporting/index.ts';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { mapInSlices } from '../../platform/process/event-loop.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { joinPayloads, withoutPersons } from '../raw/raw-store.ts';
import { rawOfPage } from '../raw/reject-store.ts';
import { createdWithin, fetchPage, type WindowSource } from './sync-window.ts';
import type { OpenWindow } from './window-store.ts';

/** How one of the money streams is fetched. */
export interface MoneySource<Content, Prepared = unknown> extends WindowSource<Content, Prepared> {
  /** Default length of backfill windows. */
  readonly windowMs: number;
  /**
   * How later changes are found: by their time of change, or, if the partner lists items only by their booking time, by
   * fetching recent days again.
   */
  readonly follows: 'changes' | 'recent_days';
  /** How many days back items may still change; 0 for sources that follow changes. */
  lookbackDays(connector: MarketplaceConnector): number;
  /** Whether expected payouts are fetched too. */
  readonly hasEstimates: boolean;
}

const dayMs = 86_400_000;
const minItemsPerWindow = 2000n;

/**
 * Settings of both sources. Each window costs calls for its end and its proof, so the one after a window with few items
 * is longer.
 */
function windowSettings(windowMs: number, maxWindowMs: number) {
  return {
    pagesPerCommit: 10,
    maxPendingPages: 24,
    maxChangesPerStep: Infinity,
    windowMs,
    async onClosed(
      _tx: TenantTransaction,
      next: LeasedStream,
      { from, to, itemsSeen }: OpenWindow,
    ) {
      const lengthMs = to.getTime() - from.getTime();
      const isSparse = itemsSeen < minItemsPerWindow;
      next.windowMs = isSparse ? Math.min(maxWindowMs, Math.max(windowMs, 2 * lengthMs)) : windowMs;
    },
  };
}

type Returns = readonly CanonicalReturn[];

export const returnsSource: MoneySource<Returns, Returns> = {
  ...windowSettings(90 * dayMs, 360 * dayMs),
  follows: 'changes',
  lookbackDays: () => 0,
  hasEstimates: false,
  async fetchPage({ returns: source, mappingVersion }, access, window, cursor, signal) {
    if (!source) throw new Error('The partner has no call for returns');
    const page = await source.readReturns(access, window, cursor, signal);
    const { returns, rejects, total, next } = page;
    const content = returns.map(({ canonical }) => canonical);
    return {
      content,
      mappingVersion,
      raw: rawOfPage(returns, rejects),
      bookings: [],
      ids: content.map(({ returnId }) => returnId),
      changedAt: content.map(({ updatedAt }) => updatedAt),
      rejects,
      rows: returns.length + rejects.length,
      total,
      next,
    };
  },
  prepare: (contents) => contents.flat(),
  apply: (tx, next, returns, meta) => applyReturns(tx, next.shopId, returns, meta),
  countStored: countReturns,
  async countAtPartner(lease, window) {
    return (await fetchPage(lease, returnsSource, createdWithin(window), null)).total;
  },
};

interface SettlementContent {
  /** The raw items have no personal data: raw page and hash of a line are made of the same bytes. */
  settlements: readonly { canonical: CanonicalSettlement; raw: readonly RawItem[] }[];
  statements: readonly CanonicalStatement[];
}

export const settlementsSource: MoneySource<SettlementContent, PreparedSettlements> = {
  ...windowSettings(30 * dayMs, 120 * dayMs),
  follows: 'recent_days',
  lookbackDays: ({ settlements }) => settlements?.lookbackDays ?? 0,
  hasEstimates: true,
  async fetchPage({ settlements: source, mappingVersion }, access, window, cursor, signal) {
    if (!source) throw new Error('The partner has no call for settlements');
    const page = await source.readSettlements(access, window, cursor, signal);
    const { total, next } = page;
    const statements = page.statements.filter(({ canonical }) => isStorableStatement(canonical));
    const rejects = [
      ...page.rejects,
      ...page.statements
        .filter((each) => !statements.includes(each))
        .map(({ raw }) => ({
          raw,
          reason: 'an amount, a time or the id of the statement cannot be stored',
        })),
    ];
    const settlements = await mapInSlices(page.settlements, ({ canonical, raw }) => ({
      canonical,
      raw: raw.map(withoutPersons),
    }));
    return {
      content: { settlements, statements: statements.map(({ canonical }) => canonical) },
      mappingVersion,
      raw: rawOfPage(statements, rejects),
      bookings: settlements.flatMap(({ raw }) => raw),
      ids: [
        ...settlements.map(({ canonical }) => canonical.settlementId),
        ...statements.map(({ raw }) => raw.externalId),
      ],
      changedAt: [],
      rejects,
      rows: settlements.length + rejects.length,
      total,
      next,
    };
  },
  prepare(contents, meta) {
    const settlements = contents.flatMap((content) => content.settlements);
    return prepareSettlements(
      {
        settlements: settlements.map(({ canonical }) => canonical),
        statements: contents.flatMap((content) => content.statements),
        rawBytes: settlements.map(({ raw }) => joinPayloads(raw.map(({ payload }) => payload))),
      },
      meta,
    );
  },
  apply: (tx, next, prepared) => applyPreparedSettlements(tx, next.shopId, prepared),
};
