import type { CanonicalSettlement, CanonicalStatement } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import {
  dayArray,
  encodeRows,
  textArray,
  uuidArray,
} from '../../platform/database/binary-arrays.ts';
import { lockShop } from '../ingest/apply-orders.sql.ts';
import { preferIndexes } from '../prefer-indexes.ts';
import type { Reading } from '../ingest/canonical-rows.ts';
import { localDays, type LocalDayOf } from '../../platform/calendar.ts';
import { contentHashOf } from '../ingest/version.ts';
import * as statements from './apply-settlements.sql.ts';
import {
  lineColumns,
  statementColumns,
  type LineRow,
  type ToldSettlement,
  type Versioned,
} from './settlement-columns.ts';
import {
  isStorableAmount,
  isStorableTime,
  sortOut,
  versioned,
  type StoredVersionRow,
} from './versions.ts';

/** What became of a delivery of settlements or returns. */
export interface MoneyApplied {
  /** The ids of what was new, or newer than what was stored. */
  changed: string[];
  /** Those of them that were not known at all. */
  created: number;
  /** What cannot be stored, each with the reason for a developer. */
  unusable: { id: string; reason: string }[];
}

/** What became of a delivery of settlements. */
export interface SettlementsApplied extends MoneyApplied {
  /** Whether any was told in words that are not kept yet. */
  isNews: boolean;
}

type Key = readonly [string, string];

/** What lines count for: days of payout and orders. */
interface Touched {
  days: Set<string>;
  orders: Set<string>;
}

interface StoredSettlementRow extends StoredVersionRow {
  raw_hash: string | null;
}

interface TouchedRow {
  order_id: string | null;
  day: string | null;
}

/** Settlements and statements as a shop was told of them. */
export interface DeliveredSettlements {
  settlements: readonly CanonicalSettlement[];
  statements: readonly CanonicalStatement[];
  /** Each settlement's own words, in the order of `settlements`. */
  words?: readonly Buffer[];
}

/** Settlements and statements with their versions. */
export interface ReadySettlements {
  arriving: readonly ToldSettlement[];
  statements: readonly Versioned<CanonicalStatement>[];
  unusable: MoneyApplied['unusable'];
  reading: Reading;
}

/** Judges and hashes what was delivered; needs no transaction. */
export function readySettlements(
  delivered: DeliveredSettlements,
  reading: Reading,
): ReadySettlements {
  const unusable: MoneyApplied['unusable'] = [];
  const arriving: ToldSettlement[] = [];
  for (const [place, settlement] of delivered.settlements.entries()) {
    const reason = unusableReason(settlement);
    if (reason) unusable.push({ id: settlement.settlementId, reason });
    else {
      const { settlementId, updatedAt } = settlement;
      const words = delivered.words?.[place];
      const rawHash = words === undefined ? null : contentHashOf(words);
      arriving.push({ ...versioned(settlementId, settlement, updatedAt, reading), rawHash });
    }
  }
  const told = delivered.statements
    .filter(isStorableStatement)
    .map((statement) => versioned(statement.statementId, statement, statement.updatedAt, reading));
  return { arriving, statements: told, unusable, reading };
}

/**
 * Takes settlements and statements of one shop into the ledger and its rollups, inside the caller's
 * transaction. The same ones again, or older states of them, change nothing; any order of arrival ends in the
 * same state.
 * @throws when the shop is not registered (see `registerShop`).
 */
export function applySettlements(
  tx: TenantTransaction,
  shopId: string,
  delivered: DeliveredSettlements,
  reading: Reading,
): Promise<SettlementsApplied> {
  return applyReadySettlements(tx, shopId, readySettlements(delivered, reading));
}

/** As `applySettlements`. */
export async function applyReadySettlements(
  tx: TenantTransaction,
  shopId: string,
  { arriving, statements: told, unusable, reading }: ReadySettlements,
): Promise<SettlementsApplied> {
  const key: Key = [tx.tenantId, shopId];
  const [, [shop]] = await Promise.all([
    tx.query(preferIndexes),
    tx.query<{ time_zone: string }>(lockShop, key),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const touched: Touched = { days: new Set(), orders: new Set() };
  const changed = await storeStatements(tx, key, told, reading);
  const { known, replacing, paidAt, isNews } = await sortSettlements(tx, key, arriving, reading);
  if (known.length > 0)
    note(touched, await tx.query(statements.clearLines, [...key, textArray(known)]));
  if (changed.length > 0) {
    const moved = await tx.query<TouchedRow>(statements.moveLines, [
      ...key,
      textArray(changed),
      shop.time_zone,
    ]);
    note(touched, moved);
  }
  const lines = linesOf(replacing, paidAt, localDays(shop.time_zone));
  for (const { of, days } of lines) {
    note(touched, [
      { order_id: of.entity.orderId, day: of.entity.isEstimate ? null : days.settled },
    ]);
  }
  await storeAndRebuild(tx, key, lines, touched);
  return {
    changed: replacing.map(({ id }) => id),
    created: replacing.length - known.length,
    unusable,
    isNews: isNews || unusable.length > 0,
  };
}

function note({ days, orders }: Touched, rows: readonly TouchedRow[]): void {
  for (const { order_id, day } of rows) {
    if (day !== null) days.add(day);
    if (order_id !== null) orders.add(order_id);
  }
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

/** What of a delivery replaces what is stored, and when the statements that it names were paid. */
async function sortSettlements(
  tx: TenantTransaction,
  key: Key,
  arriving: readonly ToldSettlement[],
  reading: Reading,
): Promise<{
  /** The ids of the replacing ones that were stored already. */
  known: string[];
  replacing: ToldSettlement[];
  paidAt: ReadonlyMap<string, Date>;
  isNews: boolean;
}> {
  if (arriving.length === 0) return { known: [], replacing: [], paidAt: new Map(), isNews: false };
  const ids = textArray([...new Set(arriving.map(({ id }) => id))]);
  const named = new Set(arriving.flatMap(({ entity }) => entity.statementId ?? []));
  const [stored, paid] = await Promise.all([
    tx.query<StoredSettlementRow>(statements.storedSettlements, [...key, ids]),
    tx.query<{ id: string; paid_at: Date }>(statements.paidStatements, [
      ...key,
      textArray([...named]),
    ]),
  ]);
  const { replacing, seen, known } = sortOut(arriving, stored);
  if (seen.length > 0) {
    await tx.execute(statements.markSettlementsSeen, [...key, textArray(seen), reading.observedAt]);
  }
  const kept = new Map(stored.map(({ id, raw_hash }) => [id, raw_hash]));
  const news = arriving.filter(({ id, rawHash }) => rawHash !== null && kept.get(id) !== rawHash);
  const replaced = new Set(replacing);
  const retold = news.filter((each) => !replaced.has(each));
  if (retold.length > 0) {
    await tx.execute(statements.noteWords, [
      ...key,
      textArray(retold.map(({ id }) => id)),
      uuidArray(retold.map(({ rawHash }) => rawHash)),
    ]);
  }
  return {
    isNews: news.length > 0,
    known: replacing.filter(({ id }) => known.has(id)).map(({ id }) => id),
    replacing,
    paidAt: new Map(paid.map(({ id, paid_at }) => [id, paid_at])),
  };
}

function linesOf(
  settlements: readonly ToldSettlement[],
  paidAt: ReadonlyMap<string, Date>,
  dayOf: LocalDayOf,
): LineRow[] {
  return settlements.flatMap((of) => {
    const { lines, occurredAt, settledAt, statementId } = of.entity;
    const days = {
      occurred: dayOf(occurredAt),
      settled: settledAt && dayOf(paidAt.get(statementId ?? '') ?? settledAt),
    };
    return lines.map((line) => ({ of, line, days }));
  });
}

function isStorableStatement(statement: CanonicalStatement): boolean {
  const { payoutE4, totalE4, from, to, paidAt, updatedAt } = statement;
  return (
    isStorableAmount(payoutE4) &&
    isStorableAmount(totalE4 ?? 0n) &&
    [from, to, paidAt, updatedAt].every(isStorableTime)
  );
}

/** @returns the ids of the statements that are new or changed. */
async function storeStatements(
  tx: TenantTransaction,
  key: Key,
  arriving: readonly Versioned<CanonicalStatement>[],
  reading: Reading,
): Promise<string[]> {
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

/** Sent together; the server runs them one after another. What is booked decides which estimates still count. */
async function storeAndRebuild(
  tx: TenantTransaction,
  key: Key,
  lines: readonly LineRow[],
  { days, orders }: Touched,
): Promise<void> {
  const ofOrders = [...key, textArray([...orders])];
  await Promise.all([
    lines.length > 0 &&
      tx.execute(statements.storeLines, [...key, ...encodeRows(lineColumns, lines)]),
    orders.size > 0 && tx.execute(statements.weighEstimates, ofOrders),
    days.size > 0 && tx.execute(statements.rebuildFeeDays, [...key, dayArray([...days])]),
    orders.size > 0 && tx.execute(statements.rebuildOrderPayouts, ofOrders),
  ]);
}
