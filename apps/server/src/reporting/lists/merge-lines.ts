import type { OrderLine, OrderStage } from '@seller-connect/contract';
import { toDecimal, sumBy } from '../../platform/money.ts';
import type { FactItem } from '../ingest/return-cases.ts';
import type { LineOutcome } from './order-cases.ts';

/** A stored line. */
export interface LineRow extends FactItem {
  listPriceE4: bigint;
  platformVoucherE4: bigint;
  stage: OrderStage;
  rawStatus: string;
  cancelledBy: OrderLine['cancelledBy'];
  /** Address at the marketplace. */
  picture: string | null;
}

type LineWithOutcome = LineOutcome & { row: LineRow };

/**
 * Merges equal lines of an order and counts them: some marketplaces send one line per unit. Equal lines have the same
 * product, price and state. Their vouchers may differ by rounding and are summed.
 */
export function mergeEqualLines(lines: readonly LineWithOutcome[]): OrderLine[] {
  const groups = Map.groupBy(lines, ({ row, outcome, returnedQuantity }) =>
    JSON.stringify([
      row.skuId,
      row.sellerSku,
      row.productName,
      row.quantity,
      String(row.listPriceE4),
      String(row.sellerPriceE4),
      row.stage,
      row.returnState,
      row.rawStatus,
      row.cancelledBy,
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
    toDecimal(sumBy(group, ({ row: each }) => part(each)));
  return {
    lineId: row.lineId,
    equalLines: group.length,
    picture: row.picture,
    sellerSku: row.sellerSku,
    name: row.productName,
    quantity: sum((line) => line.row.quantity),
    listPrice: amount((line) => line.listPriceE4),
    sellerPrice: amount((line) => line.sellerPriceE4),
    sellerVoucher: amount((line) => line.sellerVoucherE4),
    platformVoucher: amount((line) => line.platformVoucherE4),
    stage: row.stage,
    returnState: row.returnState,
    rawStatus: row.rawStatus,
    cancelledBy: row.cancelledBy,
    outcome,
    returnedQuantity: sum((line) => line.returnedQuantity),
  };
}
