import type { OrderLine, OrderStage } from '@seller-connect/contract';
import { toDecimal } from '../../platform/money.ts';
import type { CaseLine, LineOutcome } from './order-cases.ts';

/** A stored line. */
export interface LineRow extends CaseLine {
  list_price_e4: bigint;
  platform_voucher_e4: bigint;
  stage: OrderStage;
  raw_status: string;
  cancelled_by: OrderLine['cancelledBy'];
}

type LineWithOutcome = LineOutcome & { row: LineRow };

/**
 * Merges equal lines of an order and counts them: some marketplaces send one line per unit. Equal lines have the same
 * product, price and state. Their vouchers may differ by rounding and are summed.
 */
export function mergeEqualLines(lines: readonly LineWithOutcome[]): OrderLine[] {
  const groups = Map.groupBy(lines, ({ row, outcome, returnedQuantity }) =>
    JSON.stringify([
      row.sku_key,
      row.seller_sku,
      row.product_name,
      row.quantity,
      String(row.list_price_e4),
      String(row.seller_price_e4),
      row.stage,
      row.return_state,
      row.raw_status,
      row.cancelled_by,
      outcome,
      returnedQuantity,
    ]),
  );
  return [...groups.values()].flatMap((group) => (group[0] ? [toOrderLine(group[0], group)] : []));
}

function toOrderLine(
  { row, outcome }: LineWithOutcome,
  group: readonly LineWithOutcome[],
): OrderLine {
  const sum = (part: (line: LineWithOutcome) => number) =>
    group.reduce((all, line) => all + part(line), 0);
  const amount = (part: (line: LineRow) => bigint) =>
    toDecimal(group.reduce((all, line) => all + part(line.row), 0n));
  return {
    lineId: row.line_id,
    equalLines: group.length,
    sellerSku: row.seller_sku,
    name: row.product_name,
    quantity: sum((line) => line.row.quantity),
    listPrice: amount((line) => line.list_price_e4),
    sellerPrice: amount((line) => line.seller_price_e4),
    sellerVoucher: amount((line) => line.seller_voucher_e4),
    platformVoucher: amount((line) => line.platform_voucher_e4),
    stage: row.stage,
    returnState: row.return_state,
    rawStatus: row.raw_status,
    cancelledBy: row.cancelled_by,
    outcome,
    returnedQuantity: sum((line) => line.returnedQuantity),
  };
}
