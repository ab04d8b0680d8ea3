import type { ItemStage } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import {
  encodeDayArray,
  encodeRows,
  encodeTextArray,
} from '../../platform/database/binary-arrays.ts';
import * as orders from './apply-orders.sql.ts';
import { buildFacts } from './facts.ts';
import type { LocalTimeOf } from '../../platform/calendar.ts';
import { orderFactColumns, skuFactColumns } from './canonical-rows.ts';
import { firstBucketDay, rebuildSkuBuckets } from './sku-buckets.ts';
import * as statements from './apply-returns.sql.ts';
import {
  applyReturnCases,
  isEffectiveReturn,
  type ReturnCaseItem,
  type FactItem,
} from './return-cases.ts';

interface CaseRow extends ReturnCaseItem {
  orderId: string;
  requestedAt: Date;
  returnedAt: Date;
  currency: string;
  refundE4: bigint;
}

interface ItemRow extends FactItem {
  orderId: string;
  createdAt: Date;
  committedAt: Date | null;
  committedDay: string | null;
  orderStage: ItemStage;
  currency: string;
}

type Key = readonly [string, string];

/**
 * Rebuilds the facts of orders from their canonical rows and return cases, and the rollups of the days that they
 * touch. The caller holds the lock of the shop and has executed `preferIndexScans`.
 * @param all also rebuilds orders without cases: their only case may just have moved or disappeared
 */
export async function rebuildOrderFacts(
  tx: TenantTransaction,
  key: Key,
  orderIds: readonly string[],
  timeOf: LocalTimeOf,
  { all: includeOrdersWithoutCases }: { all: boolean },
): Promise<void> {
  if (orderIds.length === 0) return;
  const cases = await tx.query<CaseRow>(statements.casesOfOrders, [
    ...key,
    encodeTextArray(orderIds),
  ]);
  const byOrder = Map.groupBy(cases, (row) => row.orderId);
  const affectedOrderIds = includeOrdersWithoutCases ? orderIds : [...byOrder.keys()];
  if (affectedOrderIds.length === 0) return;
  const rows = await tx.query<ItemRow>(statements.itemsOfOrders, [
    ...key,
    encodeTextArray(affectedOrderIds),
  ]);
  const known = Map.groupBy(rows, (row) => row.orderId);
  const rebuilt = [...known.values()].map((items) =>
    buildOrderFacts(items, byOrder.get(items[0]?.orderId ?? '') ?? [], timeOf),
  );
  // A case may arrive before its order. It counts once the order is stored.
  const orphanedCases = cases.filter((row) => !known.has(row.orderId));
  const returnFacts = [
    ...rebuilt.flatMap((each) => each.returns),
    ...orphanedCases.map((row) => buildReturnFact(row, timeOf, null, null)),
  ];
  const [[firstBucket]] = await Promise.all([
    tx.query<{ day: string | null }>(firstBucketDay, key),
    returnFacts.length > 0 &&
      tx.execute(statements.upsertReturnFacts, [
        ...key,
        ...encodeRows(statements.returnFactColumns, returnFacts),
      ]),
  ]);
  if (rebuilt.length > 0) await replaceFacts(tx, key, rebuilt, firstBucket?.day ?? null);
}

type RebuiltOrder = ReturnType<typeof buildFacts> & { returns: statements.ReturnFact[] };

function buildOrderFacts(
  rows: readonly ItemRow[],
  caseRows: readonly CaseRow[],
  timeOf: LocalTimeOf,
): RebuiltOrder {
  const [order] = rows;
  if (!order) throw new Error('An order without items is not stored');
  const applied = applyReturnCases(rows, caseRows);
  const facts = buildFacts({ ...order, stage: order.orderStage, items: applied.items }, timeOf);
  return {
    ...facts,
    returns: caseRows.map((row, index) =>
      buildReturnFact(row, timeOf, order.committedDay, applied.returned[index] ?? null),
    ),
  };
}

function buildReturnFact(
  row: CaseRow,
  timeOf: LocalTimeOf,
  committedDay: string | null,
  returned: { valueE4: bigint; skuKey: string | null } | null,
): statements.ReturnFact {
  return {
    ...row,
    requestedDay: timeOf(row.requestedAt).day,
    returnedDay: isEffectiveReturn(row) ? timeOf(row.returnedAt).day : null,
    committedDay,
    returnedE4: returned?.valueE4 ?? 0n,
    skuKey: returned?.skuKey ?? null,
  };
}

async function replaceFacts(
  tx: TenantTransaction,
  key: Key,
  rebuilt: readonly RebuiltOrder[],
  bucketsFrom: string | null,
): Promise<void> {
  const facts = rebuilt.map((each) => each.order);
  const skus = rebuilt.flatMap((each) => each.skus);
  const days = new Set(facts.flatMap((fact) => [fact.createdDay, fact.committedDay ?? []].flat()));
  const pairs = [
    ...new Map(skus.map((fact) => [`${fact.committedDay} ${fact.skuKey}`, fact])).values(),
  ];
  const ofPairs = (some: typeof pairs): Buffer[] => [
    encodeDayArray(some.map((fact) => fact.committedDay)),
    encodeTextArray(some.map((fact) => fact.skuKey)),
  ];
  const bucketed = bucketsFrom ? pairs.filter((fact) => fact.committedDay >= bucketsFrom) : [];
  // Pipelined: the server runs them in this order. Neither SKUs nor days of an order change here.
  await Promise.all([
    tx.execute(statements.deleteOrderFacts, [
      ...key,
      encodeTextArray(facts.map((fact) => fact.orderId)),
      encodeDayArray(facts.map((fact) => fact.createdDay)),
      encodeDayArray(skus.map((fact) => fact.committedDay)),
      encodeTextArray(skus.map((fact) => fact.skuKey)),
      encodeTextArray(skus.map((fact) => fact.orderId)),
    ]),
    tx.execute(orders.insertOrderFacts, [...key, ...encodeRows(orderFactColumns, facts)]),
    tx.execute(orders.insertSkuFacts, [...key, ...encodeRows(skuFactColumns, skus)]),
    tx.execute(orders.rebuildShopDays, [...key, encodeDayArray([...days])]),
    pairs.length > 0 && tx.execute(orders.rebuildSkuDays, [...key, ...ofPairs(pairs)]),
    ...(bucketed.length > 0 ? rebuildSkuBuckets : []).map((statement) =>
      tx.execute(statement, [...key, ...ofPairs(bucketed)]),
    ),
  ]);
}
