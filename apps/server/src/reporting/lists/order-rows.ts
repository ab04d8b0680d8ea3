import type { Order, OrderStage, Platform } from '@seller-connect/contract';
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

export interface StoredOrder {
  shop_id: string;
  shop_name: string;
  platform: Platform;
  time_zone: string;
  order_id: string;
  created_at: Date;
  committed_at: Date | null;
  stage: OrderStage;
  is_split: boolean;
  is_cod: boolean;
  currency: string;
  flags: string[];
  units: number;
  gmv_e4: bigint;
  cancelled_e4: bigint;
  failed_e4: bigint;
  returned_e4: bigint;
  kept_seller_voucher_e4: bigint;
}

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

/** Maps the attributes that lists and the order page share. */
export function toOrderSummary(row: StoredOrder): OrderSummary {
  const nmv = row.gmv_e4 - row.cancelled_e4 - row.failed_e4 - row.returned_e4;
  return {
    shopId: row.shop_id,
    shopName: row.shop_name,
    platform: row.platform,
    orderId: row.order_id,
    createdAt: row.created_at.toISOString(),
    committedAt: row.committed_at?.toISOString() ?? null,
    timeZone: row.time_zone,
    stage: row.stage,
    isSplit: row.is_split,
    isCod: row.is_cod,
    currency: row.currency,
    gmv: toDecimal(row.gmv_e4),
    netSales: toDecimal(nmv - row.kept_seller_voucher_e4),
    units: row.units,
    flags: row.flags,
  };
}
