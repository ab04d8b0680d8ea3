import type { OrderCase } from '@seller-connect/contract';
import type { ItemStage, ReturnState } from '@seller-connect/partners';
import { sql } from '../../platform/database/database.ts';
import { toDecimal } from '../../platform/money.ts';
import { itemOutcome, type ItemOutcome } from '../ingest/facts.ts';
import { applyReturnCases } from '../ingest/return-cases.ts';

/** Reads the return cases of one order with their items. */
export const readCases = sql(
  'reporting.read_order_cases',
  `select c.return_id, c.kind, c.state, c.reason, c.requested_at, c.decided_at, c.received_at, c.refunded_at,
          c.version_at, c.refund_e4, c.currency, c.borne_by, i.return_item_id, i.order_line_id, i.sku_id, i.quantity,
          i.refund_e4 as item_refund_e4, i.state as item_state, i.raw_status
     from reporting.return_case c
     join reporting.return_item i
       on i.tenant_id = $1 and i.shop_id = $2 and i.return_id = c.return_id
    where c.tenant_id = $1 and c.shop_id = $2 and c.order_id = $3
    order by c.requested_at desc, c.return_id, i.return_item_id`,
);

export interface CaseRow {
  return_id: string;
  kind: OrderCase['kind'];
  state: OrderCase['state'];
  reason: string;
  requested_at: Date;
  decided_at: Date | null;
  received_at: Date | null;
  refunded_at: Date | null;
  version_at: Date;
  refund_e4: bigint;
  currency: string;
  borne_by: OrderCase['borneBy'];
  return_item_id: string;
  order_line_id: string | null;
  sku_id: string | null;
  quantity: number;
  item_refund_e4: bigint;
  item_state: OrderCase['state'];
  raw_status: string;
}

/** The attributes of a line that return cases need. */
export interface CaseLine {
  line_id: string;
  sku_key: string;
  seller_sku: string;
  product_name: string;
  quantity: number;
  seller_price_e4: bigint;
  seller_voucher_e4: bigint;
  stage: ItemStage;
  return_state: ReturnState;
  updated_at: Date;
}

/** How a report counts a line; for a partially returned line, the remaining units. */
export interface LineOutcome {
  outcome: ItemOutcome;
  returnedQuantity: number;
}

/**
 * Returns the cases of an order and the outcomes of its lines. It applies the same rule as the facts, so that the
 * order page adds up to the report.
 */
export function applyCasesToLines<Line extends CaseLine>(
  lines: readonly Line[],
  rows: readonly CaseRow[],
): { cases: OrderCase[]; lines: (LineOutcome & { row: Line })[] } {
  const applied = applyReturnCases(
    lines.map((line) => ({
      lineId: line.line_id,
      skuId: line.sku_key,
      sellerSku: line.seller_sku,
      productName: line.product_name,
      quantity: line.quantity,
      sellerPriceE4: line.seller_price_e4,
      sellerVoucherE4: line.seller_voucher_e4,
      stage: line.stage,
      returnState: line.return_state,
      updatedAt: line.updated_at,
    })),
    rows.map((row) => ({
      returnId: row.return_id,
      returnItemId: row.return_item_id,
      orderLineId: row.order_line_id,
      skuId: row.sku_id,
      quantity: row.quantity,
      state: row.item_state,
      kind: row.kind,
      updatedAt: row.version_at,
    })),
  );
  const indexedRows = rows.map((row, index) => ({
    row,
    countedE4: applied.returned[index]?.valueE4 ?? 0n,
  }));
  const cases = [...Map.groupBy(indexedRows, ({ row }) => row.return_id).values()].flatMap(
    (parts) => (parts[0] ? [toOrderCase(parts[0].row, parts, lines)] : []),
  );
  const partsByLine = Map.groupBy(applied.items, ({ lineId }) => lineId);
  const counted = lines.map((row) => {
    const own = partsByLine.get(row.line_id) ?? [];
    const [back, keptPart] = [own.filter(isReturned), own.find((piece) => !isReturned(piece))];
    const returnedQuantity = back.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      row,
      outcome: keptPart ? itemOutcome(keptPart) : 'returned',
      returnedQuantity,
    } as const;
  });
  return { cases, lines: counted };
}

function isReturned(piece: Parameters<typeof itemOutcome>[0]): boolean {
  return itemOutcome(piece) === 'returned';
}

function toOrderCase(
  head: CaseRow,
  parts: readonly { row: CaseRow; countedE4: bigint }[],
  lines: readonly CaseLine[],
): OrderCase {
  const time = (at: Date | null) => at?.toISOString() ?? null;
  return {
    caseId: head.return_id,
    kind: head.kind,
    state: head.state,
    reason: head.reason,
    requestedAt: head.requested_at.toISOString(),
    decidedAt: time(head.decided_at),
    receivedAt: time(head.received_at),
    refundedAt: time(head.refunded_at),
    refund: toDecimal(head.refund_e4),
    currency: head.currency,
    borneBy: head.borne_by,
    counted: toDecimal(parts.reduce((sum, { countedE4 }) => sum + countedE4, 0n)),
    items: mergeEqualItems(
      parts.map(({ row }) => {
        const line = findLine(row, lines);
        return {
          name: line?.product_name ?? '',
          sellerSku: line?.seller_sku ?? '',
          quantity: row.quantity,
          refund: toDecimal(row.item_refund_e4),
          refundE4: row.item_refund_e4,
          state: row.item_state,
          rawStatus: row.raw_status,
        };
      }),
    ),
  };
}

type CaseItemWithE4 = OrderCase['items'][number] & { refundE4: bigint };

/** Merges items of a case with the same product and state. */
function mergeEqualItems(items: readonly CaseItemWithE4[]): OrderCase['items'] {
  const groups = Map.groupBy(items, ({ name, sellerSku, state, rawStatus }) =>
    JSON.stringify([name, sellerSku, state, rawStatus]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { refundE4: _refundE4, ...item } = first;
    return {
      ...item,
      quantity: group.reduce((all, { quantity }) => all + quantity, 0),
      refund: toDecimal(group.reduce((all, { refundE4 }) => all + refundE4, 0n)),
    };
  });
}

/** Finds the line by its id if the marketplace sends one (a line may be stored in parts), otherwise by the SKU. */
function findLine({ order_line_id: id, sku_id: sku }: CaseRow, lines: readonly CaseLine[]) {
  if (id === null) return lines.find((line) => line.sku_key === sku);
  return lines.find(({ line_id }) => line_id === id || line_id.startsWith(`${id}-`));
}
