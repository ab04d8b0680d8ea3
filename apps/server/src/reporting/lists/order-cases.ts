import type { OrderCase } from '@seller-connect/contract';
import { sql } from '../../platform/database/database.ts';
import { toDecimal, sumBy } from '../../platform/money.ts';
import { itemOutcome, type ItemOutcome } from '../ingest/facts.ts';
import { applyReturnCases, type FactItem, type ReturnCaseItem } from '../ingest/return-cases.ts';

/** Reads the return cases of one order with their items. */
export const readCases = sql(
  'reporting.read_order_cases',
  `select c.return_id, c.kind, c.state as case_state, c.reason, c.requested_at, c.decided_at, c.received_at, c.refunded_at,
          c.version_at as updated_at, c.refund_e4, c.currency, c.borne_by, c.flags, i.return_item_id, i.order_line_id, i.sku_id, i.quantity,
          i.refund_e4 as item_refund_e4, i.state, i.raw_status
     from reporting.return_case c
     join reporting.return_item i
       on i.tenant_id = $1 and i.shop_id = $2 and i.return_id = c.return_id
    where c.tenant_id = $1 and c.shop_id = $2 and c.order_id = $3
    order by c.requested_at desc, c.return_id, i.return_item_id`,
);

export interface CaseRow extends ReturnCaseItem {
  caseState: OrderCase['state'];
  reason: string;
  requestedAt: Date;
  decidedAt: Date | null;
  receivedAt: Date | null;
  refundedAt: Date | null;
  refundE4: bigint;
  currency: string;
  borneBy: OrderCase['borneBy'];
  flags: string[];
  itemRefundE4: bigint;
  rawStatus: string;
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
export function applyCasesToLines<Line extends FactItem>(
  lines: readonly Line[],
  rows: readonly CaseRow[],
): { cases: OrderCase[]; lines: (LineOutcome & { row: Line })[] } {
  const applied = applyReturnCases(lines, rows);
  const indexedRows = rows.map((row, index) => ({
    row,
    countedE4: applied.returned[index]?.valueE4 ?? 0n,
  }));
  const cases = [...Map.groupBy(indexedRows, ({ row }) => row.returnId).values()].flatMap((parts) =>
    parts[0] ? [toOrderCase(parts[0].row, parts, lines)] : [],
  );
  const partsByLine = Map.groupBy(applied.items, ({ lineId }) => lineId);
  const counted = lines.map((row) => {
    const own = partsByLine.get(row.lineId) ?? [];
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
  lines: readonly FactItem[],
): OrderCase {
  const time = (at: Date | null) => at?.toISOString() ?? null;
  return {
    caseId: head.returnId,
    kind: head.kind,
    state: head.caseState,
    reason: head.reason,
    requestedAt: head.requestedAt.toISOString(),
    decidedAt: time(head.decidedAt),
    receivedAt: time(head.receivedAt),
    refundedAt: time(head.refundedAt),
    refund: toDecimal(head.refundE4),
    currency: head.currency,
    borneBy: head.borneBy,
    counted: toDecimal(sumBy(parts, ({ countedE4 }) => countedE4)),
    flags: head.flags,
    items: mergeEqualItems(
      parts.map(({ row }) => {
        const line = findLine(row, lines);
        return {
          name: line?.productName ?? '',
          sellerSku: line?.sellerSku ?? '',
          quantity: row.quantity,
          refund: toDecimal(row.itemRefundE4),
          refundE4: row.itemRefundE4,
          state: row.state,
          rawStatus: row.rawStatus,
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
      refund: toDecimal(sumBy(group, ({ refundE4 }) => refundE4)),
    };
  });
}

/** Finds the line by its id if the marketplace sends one (a line may be stored in parts), otherwise by the SKU. */
function findLine({ orderLineId: id, skuId: sku }: CaseRow, lines: readonly FactItem[]) {
  if (id === null) return lines.find((line) => line.skuId === sku);
  return lines.find(({ lineId }) => lineId === id || lineId.startsWith(`${id}-`));
}
