import type { ItemStage, ReturnCaseState, ReturnKind, ReturnState } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import {
  encodeDayArray,
  encodeRows,
  encodeTextArray,
} from '../../platform/database/binary-arrays.ts';
import * as orders from './apply-orders.sql.ts';
import { buildFacts } from './facts.ts';
import type { LocalTimeOf } from '../../platform/calendar.ts';
import { orderFactColumns, skuFactColumns } from './order-columns.ts';
import { firstBucketDay, rebuildSkuBuckets } from './sku-buckets.sql.ts';
import * as statements from './apply-returns.sql.ts';
import {
  applyReturnCases,
  isEffectiveReturn,
  type ReturnCaseItem,
  type FactItem,
} from './return-cases.ts';

interface CaseRow {
  order_id: string;
  return_id: string;
  kind: ReturnKind;
  requested_at: Date;
  returned_at: Date;
  currency: string;
  return_item_id: string;
  order_line_id: string | null;
  sku_id: string | null;
  quantity: number;
  refund_e4: bigint;
  state: ReturnCaseState;
  version_at: Date;
}

interface ItemRow {
  order_id: string;
  created_at: Date;
  committed_at: Date | null;
  created_day: string;
  committed_day: string | null;
  order_stage: ItemStage;
  currency: string;
  line_id: string;
  sku_key: string;
  quantity: number;
  seller_price_e4: bigint;
  seller_voucher_e4: bigint;
  stage: ItemStage;
  return_state: ReturnState;
  updated_at: Date;
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
  const byOrder = Map.groupBy(cases, (row) => row.order_id);
  const affectedOrderIds = includeOrdersWithoutCases ? orderIds : [...byOrder.keys()];
  if (affectedOrderIds.length === 0) return;
  const rows = await tx.query<ItemRow>(statements.itemsOfOrders, [
    ...key,
    encodeTextArray(affectedOrderIds),
  ]);
  const known = Map.groupBy(rows, (row) => row.order_id);
  const rebuilt = [...known.values()].map((items) =>
    buildOrderFacts(items, byOrder.get(items[0]?.order_id ?? '') ?? [], timeOf),
  );
  // A case may arrive before its order. It counts once the order is stored.
  const orphanedCases = cases.filter((row) => !known.has(row.order_id));
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
  const items = rows.map((row): FactItem => ({
    lineId: row.line_id,
    // Facts are grouped by the SKU key, so it stands in for the partner's id.
    skuId: row.sku_key,
    sellerSku: '',
    productName: '',
    quantity: row.quantity,
    sellerPriceE4: row.seller_price_e4,
    sellerVoucherE4: row.seller_voucher_e4,
    stage: row.stage,
    returnState: row.return_state,
    updatedAt: row.updated_at,
  }));
  const applied = applyReturnCases(
    items,
    caseRows.map((row): ReturnCaseItem => ({
      returnId: row.return_id,
      returnItemId: row.return_item_id,
      orderLineId: row.order_line_id,
      skuId: row.sku_id,
      quantity: row.quantity,
      state: row.state,
      kind: row.kind,
      updatedAt: row.version_at,
    })),
  );
  const facts = buildFacts(
    {
      orderId: order.order_id,
      createdAt: order.created_at,
      committedAt: order.committed_at,
      currency: order.currency,
      stage: order.order_stage,
      items: applied.items,
    },
    timeOf,
  );
  return {
    ...facts,
    returns: caseRows.map((row, index) =>
      buildReturnFact(row, timeOf, order.committed_day, applied.returned[index] ?? null),
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
    returnId: row.return_id,
    returnItemId: row.return_item_id,
    orderId: row.order_id,
    kind: row.kind,
    state: row.state,
    currency: row.currency,
    requestedDay: timeOf(row.requested_at).day,
    returnedDay: isEffectiveReturn(row) ? timeOf(row.returned_at).day : null,
    committedDay,
    quantity: row.quantity,
    refundE4: row.refund_e4,
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
