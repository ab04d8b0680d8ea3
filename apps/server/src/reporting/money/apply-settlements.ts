import type { CanonicalSettlement, CanonicalStatement } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database.ts';
import { dayArray, encodeRows, textArray } from '../../platform/row-arrays.ts';
import { lockShop, preferIndexes } from '../apply-orders.sql.ts';
import type { Reading } from '../canonical-rows.ts';
import * as statements from './apply-settlements.sql.ts';
import { lineColumns, statementColumns, type Versioned } from './money-columns.ts';
import {
  isStorableAmount,
  isStorableTime,
  sortOut,
  versioned,
  type StoredVersionRow,
} from './versions.ts';

/** What became of a delivery of settlements or returns. */
export interface MoneyApplied {
  /** New or newer than what was stored. */
  applied: number;
  /** Those of them that were not known at all. */
  created: number;
  /** What cannot be stored, each with the reason for a developer. */
  unusable: { id: string; reason: string }[];
}

type Key = readonly [string, string];

interface Dependent {
  id: string;
  order_id: string | null;
  is_estimate: boolean;
}

/**
 * Takes settlements and statements of one shop into the ledger, its facts and rollups, inside the caller's
 * transaction. The same ones again, or older states of them, change nothing; any order of arrival ends in the
 * same state.
 * @throws when the shop is not registered (see `registerShop`).
 */
export async function applySettlements(
  tx: TenantTransaction,
  shopId: string,
  delivered: {
    settlements: readonly CanonicalSettlement[];
    statements: readonly CanonicalStatement[];
  },
  reading: Reading,
): Promise<MoneyApplied> {
  const key: Key = [tx.tenantId, shopId];
  const [, [shop]] = await Promise.all([
    tx.query(preferIndexes),
    tx.query<{ time_zone: string }>(lockShop, key),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);

  const unusable: MoneyApplied['unusable'] = [];
  const arriving: Versioned<CanonicalSettlement>[] = [];
  for (const settlement of delivered.settlements) {
    const reason = unusableReason(settlement);
    if (reason) unusable.push({ id: settlement.settlementId, reason });
    else {
      const { settlementId, updatedAt } = settlement;
      arriving.push(versioned(settlementId, settlement, updatedAt, reading));
    }
  }
  const changedStatements = await storeStatements(tx, key, delivered.statements, reading);
  const { known, replacing, orders } = await storeSettlements(tx, key, arriving, reading);

  const booked = new Set<string>();
  const estimated = new Set<string>();
  // What was not known has no facts to take out, and looking for them costs as much as making them.
  const old = new Set(known);
  const touch = (id: string, isEstimate: boolean) => (isEstimate ? estimated : booked).add(id);
  for (const { id, entity } of replacing) touch(id, entity.isEstimate);
  if (changedStatements.length > 0 || orders.size > 0) {
    const dependent = await tx.query<Dependent>(statements.dependentSettlements, [
      ...key,
      textArray(changedStatements),
      textArray([...orders]),
    ]);
    for (const { id, order_id, is_estimate } of dependent) {
      touch(id, is_estimate);
      old.add(id);
      if (order_id !== null) orders.add(order_id);
    }
  }
  // What is booked first: it decides which estimates still count.
  await rebuild(tx, key, { old, booked, estimated }, [...orders], shop.time_zone);
  return { applied: replacing.length, created: replacing.length - known.length, unusable };
}

function unusableReason({
  lines,
  occurredAt,
  settledAt,
  updatedAt,
}: CanonicalSettlement): string | null {
  if (lines.length === 0) return 'the settlement has no line';
  if (![occurredAt, settledAt, updatedAt].every(isStorableTime)) {
    return 'a time of the settlement is outside the years 1971 to 2199';
  }
  return lines.every((line) => isStorableAmount(line.amountE4))
    ? null
    : 'an amount of the settlement is too large';
}

async function storeSettlements(
  tx: TenantTransaction,
  key: Key,
  arriving: readonly Versioned<CanonicalSettlement>[],
  reading: Reading,
): Promise<{
  /** The ids of the replacing ones that were stored already. */
  known: string[];
  replacing: Versioned<CanonicalSettlement>[];
  orders: Set<string>;
}> {
  if (arriving.length === 0) return { known: [], replacing: [], orders: new Set() };
  const ids = textArray([...new Set(arriving.map(({ id }) => id))]);
  const stored = await tx.query<StoredVersionRow>(statements.storedSettlements, [...key, ids]);
  const { replacing, seen, known } = sortOut(arriving, stored);
  if (seen.length > 0) {
    await tx.execute(statements.markSettlementsSeen, [...key, textArray(seen), reading.observedAt]);
  }
  const orders = new Set(replacing.flatMap(({ entity }) => entity.orderId ?? []));
  const old = replacing.filter(({ id }) => known.has(id)).map(({ id }) => id);
  if (old.length > 0) {
    const rows = await tx.query<{ order_id: string }>(statements.clearLines, [
      ...key,
      textArray(old),
    ]);
    for (const { order_id } of rows) orders.add(order_id);
  }
  if (replacing.length > 0) {
    const lines = replacing.flatMap((of) => of.entity.lines.map((line) => ({ of, line })));
    await tx.execute(statements.storeLines, [...key, ...encodeRows(lineColumns, lines)]);
  }
  return { known: old, replacing, orders };
}

/** @returns the ids of the statements that are new or changed. */
async function storeStatements(
  tx: TenantTransaction,
  key: Key,
  delivered: readonly CanonicalStatement[],
  reading: Reading,
): Promise<string[]> {
  const arriving = delivered
    .filter(
      ({ payoutE4, totalE4, from, to, paidAt, updatedAt }) =>
        isStorableAmount(payoutE4) &&
        isStorableAmount(totalE4 ?? 0n) &&
        [from, to, paidAt, updatedAt].every(isStorableTime),
    )
    .map((statement) => versioned(statement.statementId, statement, statement.updatedAt, reading));
  if (arriving.length === 0) return [];
  const ids = textArray([...new Set(arriving.map(({ id }) => id))]);
  const stored = await tx.query<StoredVersionRow>(statements.storedStatements, [...key, ids]);
  const { replacing, seen } = sortOut(arriving, stored);
  if (seen.length > 0) {
    await tx.execute(statements.markStatementsSeen, [...key, textArray(seen), reading.observedAt]);
  }
  const changed = replacing.map(({ id }) => id);
  if (changed.length > 0) {
    await tx.execute(statements.clearStatements, [...key, textArray(changed)]);
    await tx.execute(statements.storeStatements, [
      ...key,
      ...encodeRows(statementColumns, replacing),
    ]);
  }
  return changed;
}

/** Facts of the touched settlements, then the days and orders that they touch. */
async function rebuild(
  tx: TenantTransaction,
  key: Key,
  { old, booked, estimated }: Readonly<Record<'old' | 'booked' | 'estimated', ReadonlySet<string>>>,
  orders: readonly string[],
  timeZone: string,
): Promise<void> {
  const days = new Set<string>();
  const touch = (rows: readonly { day: string }[]) => rows.forEach(({ day }) => days.add(day));
  if (old.size > 0) touch(await tx.query(statements.clearFacts, [...key, textArray([...old])]));
  if (booked.size > 0) {
    touch(await tx.query(statements.storeBookedFacts, [...key, textArray([...booked]), timeZone]));
  }
  if (estimated.size > 0) {
    touch(
      await tx.query(statements.storeEstimatedFacts, [...key, textArray([...estimated]), timeZone]),
    );
  }
  await Promise.all([
    days.size > 0 && tx.execute(statements.rebuildFeeDays, [...key, dayArray([...days])]),
    orders.length > 0 && tx.execute(statements.rebuildOrderPayouts, [...key, textArray(orders)]),
  ]);
}
