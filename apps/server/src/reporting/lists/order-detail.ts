import type { Order } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { toDecimal } from '../../platform/money.ts';
import { pictureUrlSql } from '../pictures/picture-store.ts';
import { mergeEqualLines, type LineRow } from './merge-lines.ts';
import { applyCasesToLines, readCases, type CaseRow } from './order-cases.ts';
import { orderEvents, readOrderPayouts, type OrderPayoutRow } from './order-events.ts';
import { toOrderSummary, orderColumns, orderJoins, type StoredOrder } from './order-rows.ts';

interface OrderRow extends StoredOrder {
  paymentMethod: string;
  shippingFeeE4: bigint;
  createdDay: string;
  committedDay: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  cancelledAt: Date | null;
  versionAt: Date;
  observedAt: Date;
}

const readOrderStatement = sql(
  'reporting.read_order',
  `select ${orderColumns}, o.payment_method, o.shipping_fee_e4, o.created_day, o.committed_day, o.shipped_at,
          o.delivered_at, o.cancelled_at, o.version_at, o.observed_at
     from reporting.sales_order o ${orderJoins}
    where o.tenant_id = $1 and o.shop_id = $2 and o.order_id = $3`,
);
const readLinesStatement = sql(
  'reporting.read_order_lines',
  `select line_id, sku_key as sku_id, seller_sku, product_name, quantity, list_price_e4, seller_price_e4, seller_voucher_e4,
          platform_voucher_e4, stage, return_state, raw_status, cancelled_by, updated_at,
          ${pictureUrlSql('$2', 'order_item.sku_key')} as picture
     from reporting.order_item
    where tenant_id = $1 and shop_id = $2 and order_id = $3
    order by product_name, line_id`,
);

const readEstimate = sql(
  'reporting.read_order_estimate',
  `select sum(amount_e4)::bigint as amount_e4, coalesce(max(waiting_reason), '') as reason,
          coalesce(max(waiting_until), '') as until, max(observed_at) as read_at
     from reporting.settlement_line
    where tenant_id = $1 and shop_id = $2 and order_id = $3 and is_estimate and counts
   having count(*) > 0`,
);

interface EstimateRow {
  amountE4: bigint;
  reason: string;
  until: string;
  readAt: Date;
}

function orderNotFoundProblem(): Problem {
  return new Problem(404, 'order_unknown', {
    vi: 'Không tìm thấy đơn hàng này. Có thể đơn chưa được đọc về; hãy thử lại sau ít phút.',
    en: 'Order not found. It may not be synced yet. Try again in a few minutes.',
  });
}

/**
 * Returns an order with its lines, its return cases, its amounts and what happened when.
 * @throws Problem 404 if the tenant has no such order
 */
export async function readOrderDetail(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  { shopId, orderId }: { shopId: string; orderId: string },
): Promise<Order> {
  const key = [tenantId, shopId, orderId];
  const [[row], lineRows, caseRows, [expected], payoutRows] = await database.tenant(
    tenantId,
    (tx) =>
      Promise.all([
        tx.query<OrderRow>(readOrderStatement, key),
        tx.query<LineRow>(readLinesStatement, key),
        tx.query<CaseRow>(readCases, key),
        tx.query<EstimateRow>(readEstimate, key),
        tx.query<OrderPayoutRow>(readOrderPayouts, key),
      ]),
  );
  if (!row) throw orderNotFoundProblem();
  const { cases, lines } = applyCasesToLines(lineRows, caseRows);
  return {
    ...toOrderSummary(row),
    paymentMethod: row.paymentMethod,
    shippingFee: toDecimal(row.shippingFeeE4),
    salesDay: row.committedDay,
    placedDay: row.createdDay,
    cancelled: toDecimal(row.cancelledE4),
    failed: toDecimal(row.failedE4),
    returned: toDecimal(row.returnedE4),
    sellerVouchers: toDecimal(row.keptSellerVoucherE4),
    changedAt: row.versionAt.toISOString(),
    readAt: row.observedAt.toISOString(),
    lines: mergeEqualLines(lines),
    expected: expected
      ? {
          amount: toDecimal(expected.amountE4),
          reason: expected.reason,
          until: expected.until,
          readAt: expected.readAt.toISOString(),
        }
      : null,
    cases,
    events: orderEvents(row, cases, payoutRows),
  };
}
