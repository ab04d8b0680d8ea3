import { sql, type Database } from '../../platform/database/database.ts';
import { toDecimal } from '../../reporting/index.ts';
import type { LedgerDay } from './sandbox-process.ts';

const daysStatement = sql(
  'test.days',
  `select day, orders, placed_orders, valid_orders, cancelled_orders, units, gmv_e4, cancelled_e4,
          failed_e4, returned_e4, nmv_e4, net_sales_e4
     from reporting.agg_shop_day where tenant_id = $1 and shop_id = $2 order by day`,
);

/** Returns the stored rollups of a shop by day, in the shape of the ledger. */
export async function storedDays(
  database: Database,
  tenantId: string,
  shopId: string,
): Promise<LedgerDay[]> {
  const rows = await database.tenantRead<{
    day: string;
    orders: number;
    placed_orders: number;
    valid_orders: number;
    cancelled_orders: number;
    units: bigint;
    gmv_e4: bigint;
    cancelled_e4: bigint;
    failed_e4: bigint;
    returned_e4: bigint;
    nmv_e4: bigint;
    net_sales_e4: bigint;
  }>(tenantId, daysStatement, [tenantId, shopId]);
  return rows.map((row) => ({
    date: row.day,
    orders: row.orders,
    placedOrders: row.placed_orders,
    validOrders: row.valid_orders,
    cancelledOrders: row.cancelled_orders,
    units: Number(row.units),
    gmv: toDecimal(row.gmv_e4),
    cancelledValue: toDecimal(row.cancelled_e4),
    failedValue: toDecimal(row.failed_e4),
    returnedValue: toDecimal(row.returned_e4),
    nmv: toDecimal(row.nmv_e4),
    netSales: toDecimal(row.net_sales_e4),
  }));
}

/** Drops days without orders: the ledger lists every day, rollups do not. */
export function eventfulDays(days: readonly LedgerDay[]): LedgerDay[] {
  return days
    .filter((day) => day.orders > 0 || day.placedOrders > 0)
    .map((day) => ({
      date: day.date,
      orders: day.orders,
      placedOrders: day.placedOrders,
      validOrders: day.validOrders,
      cancelledOrders: day.cancelledOrders,
      units: day.units,
      gmv: day.gmv,
      cancelledValue: day.cancelledValue,
      failedValue: day.failedValue,
      returnedValue: day.returnedValue,
      nmv: day.nmv,
      netSales: day.netSales,
    }));
}
