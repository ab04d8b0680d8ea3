import type { Order } from '@seller-connect/contract';
import { toDecimal } from '../../platform/money.ts';

/** Columns of every order query, from `o` (the order), `f` (its fact) and `s` (its shop). */
export const orderColumns = `
  o.shop_id, s.name as shop_name, s.platform, s.time_zone, o.order_id, o.created_at, o.committed_at, o.stage,
  o.is_split, o.is_cod, o.currency, o.flags, f.units, f.gmv_e4, f.cancelled_e4, f.failed_e4, f.returned_e4,
  f.kept_seller_voucher_e4`;

/** Joins the fact and the shop to orders `o` of the tenant in $1. */
export const orderJoins = `
  join reporting.fact_order f on f.tenant_id = $1 and f.shop_id = o.shop_id
   and f.created_day = o.created_day and f.order_id = o.order_id
  join reporting.shop s on s.tenant_id = $1 and s.shop_id = o.shop_id`;

/** Net sales of the fact `f`, as `toOrderSummary` computes them. */
export const netSalesSql =
  '(f.gmv_e4 - f.cancelled_e4 - f.failed_e4 - f.returned_e4 - f.kept_seller_voucher_e4)';

type OrderSummary = Pick<
  Order,
  | 'shopId'
  | 'shopName'
  | 'platform'
  | 'orderId'
  | 'createdAt'
  | 'committedAt'
  | 'timeZone'
  | 'stage'
  | 'isSplit'
  | 'isCod'
  | 'currency'
  | 'gmv'
  | 'netSales'
  | 'units'
  | 'flags'
>;

export interface StoredOrder extends Omit<
  OrderSummary,
  'createdAt' | 'committedAt' | 'gmv' | 'netSales'
> {
  createdAt: Date;
  committedAt: Date | null;
  gmvE4: bigint;
  cancelledE4: bigint;
  failedE4: bigint;
  returnedE4: bigint;
  keptSellerVoucherE4: bigint;
}

/** Maps the attributes that lists and the order page share. */
export function toOrderSummary(row: StoredOrder): OrderSummary {
  const nmv = row.gmvE4 - row.cancelledE4 - row.failedE4 - row.returnedE4;
  return {
    shopId: row.shopId,
    shopName: row.shopName,
    platform: row.platform,
    orderId: row.orderId,
    createdAt: row.createdAt.toISOString(),
    committedAt: row.committedAt?.toISOString() ?? null,
    timeZone: row.timeZone,
    stage: row.stage,
    isSplit: row.isSplit,
    isCod: row.isCod,
    currency: row.currency,
    gmv: toDecimal(row.gmvE4),
    netSales: toDecimal(nmv - row.keptSellerVoucherE4),
    units: row.units,
    flags: row.flags,
  };
}
