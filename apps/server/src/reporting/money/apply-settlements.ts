import type { CanonicalSettlement, CanonicalStatement } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import {
  encodeDayArray,
  encodeRows,
  encodeTextArray,
} from '../../platform/database/binary-arrays.ts';
import { lockShop } from '../ingest/apply-orders.sql.ts';
import { preferIndexScans } from '../ingest/shop-rows.sql.ts';
import type { ApplyResult, FetchMeta, RejectedEntity } from '../ingest/canonical-rows.ts';
import { visitInSlices } from '../../platform/process/event-loop.ts';
import { localDays, type LocalDayOf } from '../../platform/calendar.ts';
import { hashContent, selectChanges, type StoredVersionRow } from '../ingest/version.ts';
import * as statements from './apply-settlements.sql.ts';
import {
  settlementLineColumns,
  statementColumns,
  type SettlementLineRow,
  type IncomingSettlement,
  type VersionedEntity,
} from './settlement-columns.ts';
import { selectSettlementChanges, type ShopKey } from './select-settlements.ts';
import {
  areStorableAmounts,
  areStorableIds,
  isStorableAmount,
  isStorableTime,
  unstorableIdReason,
} from '../../platform/database/storable-values.ts';
import { withVersion } from './versions.ts';

/** The result of applying a page of settlements. */
export interface ApplySettlementsResult extends ApplyResult {
  /** Whether any usable settlement arrived in bytes that are not stored yet. */
  isNews: boolean;
}

/** The payout days and orders whose rollups have to be rebuilt. */
interface AffectedKeys {
  days: Set<string>;
  orders: Set<string>;
}

interface AffectedRow {
  orderId: string | null;
  day: string | null;
}

/** A page of settlements and statements. */
export interface IncomingSettlements {
  settlements: readonly CanonicalSettlement[];
  /** Only those that are storable, see `isStorableStatement`. */
  statements: readonly CanonicalStatement[];
  /** The raw bytes of each settlement, in the order of `settlements`. */
  rawBytes?: readonly Buffer[];
}

/** Validated settlements and statements with their versions. */
export interface PreparedSettlements {
  arriving: readonly IncomingSettlement[];
  statements: readonly VersionedEntity<CanonicalStatement>[];
  unusable: RejectedEntity[];
  meta: FetchMeta;
}

/** Validates and hashes a page, in slices. Needs no transaction. */
export async function prepareSettlements(
  incoming: IncomingSettlements,
  meta: FetchMeta,
): Promise<PreparedSettlements> {
  const unusable: RejectedEntity[] = [];
  const arriving: IncomingSettlement[] = [];
  await visitInSlices(incoming.settlements.entries(), ([index, settlement]) => {
    const reason = rejectionReason(settlement);
    if (reason) unusable.push({ id: settlement.settlementId, reason });
    else {
      const { settlementId, updatedAt } = settlement;
      const raw = incoming.rawBytes?.[index];
      const rawHash = raw === undefined ? null : hashContent(raw);
      arriving.push({ ...withVersion(settlementId, settlement, updatedAt, meta), rawHash });
    }
  });
  const preparedStatements = incoming.statements.map((statement) =>
    withVersion(statement.statementId, statement, statement.updatedAt, meta),
  );
  return { arriving, statements: preparedStatements, unusable, meta };
}

/**
 * Stores settlements and statements of one shop in the ledger and its rollups, inside the caller's transaction.
 * Applying the same ones again, or older states of them, changes nothing; every order of arrival ends in the same
 * state.
 * @throws Error if the shop is not registered (see `registerShop`)
 */
export async function applySettlements(
  tx: TenantTransaction,
  shopId: string,
  incoming: IncomingSettlements,
  meta: FetchMeta,
): Promise<ApplySettlementsResult> {
  return applyPreparedSettlements(tx, shopId, await prepareSettlements(incoming, meta));
}

/** Like `applySettlements`, for a page that `prepareSettlements` has prepared. */
export async function applyPreparedSettlements(
  tx: TenantTransaction,
  shopId: string,
  { arriving, statements: incomingStatements, unusable, meta }: PreparedSettlements,
): Promise<ApplySettlementsResult> {
  const key: ShopKey = [tx.tenantId, shopId];
  const [, [shop]] = await Promise.all([
    tx.query(preferIndexScans),
    tx.query<{ timeZone: string }>(lockShop, key),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const affected: AffectedKeys = { days: new Set(), orders: new Set() };
  const changed = await upsertStatements(tx, key, incomingStatements, meta);
  const selected = await selectSettlementChanges(tx, key, arriving, meta);
  const { known, replacing, paidAt, conflicts, isNews } = selected;
  if (known.length > 0)
    addAffected(
      affected,
      await tx.query(statements.deleteSettlementLines, [...key, encodeTextArray(known)]),
    );
  if (changed.length > 0) {
    const moved = await tx.query<AffectedRow>(statements.updateSettledDays, [
      ...key,
      encodeTextArray(changed),
      shop.timeZone,
    ]);
    addAffected(affected, moved);
  }
  const lines = buildLineRows(replacing, paidAt, localDays(shop.timeZone));
  for (const { of, days } of lines) {
    addAffected(affected, [
      { orderId: of.entity.orderId, day: of.entity.isEstimate ? null : days.settled },
    ]);
  }
  await storeAndRebuild(tx, key, lines, affected);
  return {
    changed: replacing.map(({ id }) => id),
    created: replacing.length - known.length,
    unusable: [...unusable, ...conflicts],
    isNews,
  };
}

function addAffected({ days, orders }: AffectedKeys, rows: readonly AffectedRow[]): void {
  for (const { orderId, day } of rows) {
    if (day !== null) days.add(day);
    if (orderId !== null) orders.add(orderId);
  }
}

function rejectionReason(settlement: CanonicalSettlement): string | null {
  const { lines, occurredAt, settledAt, updatedAt } = settlement;
  if (lines.length === 0) return 'the settlement has no line';
  if (![occurredAt, settledAt, updatedAt].every(isStorableTime)) {
    return 'a time of the settlement is outside the years 1971 to 2199';
  }
  const { settlementId, statementId, orderId } = settlement;
  const lineIds = lines.flatMap(({ lineId, orderLineId }) => [lineId, orderLineId]);
  if (!areStorableIds([settlementId, statementId, orderId, ...lineIds])) return unstorableIdReason;
  return areStorableAmounts(lines.map(({ amountE4 }) => amountE4))
    ? null
    : 'an amount of the settlement is too large';
}

function buildLineRows(
  settlements: readonly IncomingSettlement[],
  paidAt: ReadonlyMap<string, Date>,
  dayOf: LocalDayOf,
): SettlementLineRow[] {
  return settlements.flatMap((of) => {
    const { lines, occurredAt, settledAt, statementId } = of.entity;
    const days = {
      occurred: dayOf(occurredAt),
      settled: settledAt && dayOf(paidAt.get(statementId ?? '') ?? settledAt),
    };
    return lines.map((line) => ({ of, line, days }));
  });
}

export function isStorableStatement(statement: CanonicalStatement): boolean {
  const { statementId, payoutE4, totalE4, from, to, paidAt, updatedAt } = statement;
  return (
    areStorableIds([statementId]) &&
    isStorableAmount(payoutE4) &&
    isStorableAmount(totalE4 ?? 0n) &&
    [from, to, paidAt, updatedAt].every(isStorableTime)
  );
}

/** Stores statements and returns the ids of those that are new or changed. */
async function upsertStatements(
  tx: TenantTransaction,
  key: ShopKey,
  arriving: readonly VersionedEntity<CanonicalStatement>[],
  meta: FetchMeta,
): Promise<string[]> {
  if (arriving.length === 0) return [];
  const ids = encodeTextArray([...new Set(arriving.map(({ id }) => id))]);
  const stored = await tx.query<StoredVersionRow>(statements.storedStatements, [...key, ids]);
  const { replacing, seen } = selectChanges(arriving, stored);
  if (seen.length > 0) {
    await tx.execute(statements.touchStatements, [...key, encodeTextArray(seen), meta.observedAt]);
  }
  const changed = replacing.map(({ id }) => id);
  if (changed.length > 0) {
    await tx.execute(statements.deleteStatements, [...key, encodeTextArray(changed)]);
    await tx.execute(statements.insertStatements, [
      ...key,
      ...encodeRows(statementColumns, replacing),
    ]);
  }
  return changed;
}

/**
 * Inserts lines and rebuilds the affected rollups. The statements are pipelined and run in this order: the new lines
 * decide which estimates still count.
 */
async function storeAndRebuild(
  tx: TenantTransaction,
  key: ShopKey,
  lines: readonly SettlementLineRow[],
  { days, orders }: AffectedKeys,
): Promise<void> {
  const ofOrders = [...key, encodeTextArray([...orders])];
  await Promise.all([
    lines.length > 0 &&
      tx.execute(statements.insertSettlementLines, [
        ...key,
        ...encodeRows(settlementLineColumns, lines),
      ]),
    orders.size > 0 && tx.execute(statements.updateEstimateFlags, ofOrders),
    days.size > 0 && tx.execute(statements.rebuildFeeDays, [...key, encodeDayArray([...days])]),
    orders.size > 0 && tx.execute(statements.rebuildOrderPayouts, ofOrders),
  ]);
}
