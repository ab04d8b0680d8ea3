import { sql, type Database } from '../../platform/database/database.ts';
import { toDecimal } from '../../platform/money.ts';
import type { LedgerDay } from './processes/sandbox-process.ts';

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
    placedOrders: number;
    validOrders: number;
    cancelledOrders: number;
    units: bigint;
    gmvE4: bigint;
    cancelledE4: bigint;
    failedE4: bigint;
    returnedE4: bigint;
    nmvE4: bigint;
    netSalesE4: bigint;
  }>(tenantId, daysStatement, [tenantId, shopId]);
  return rows.map((row) => ({
    date: row.day,
    orders: row.orders,
    placedOrders: row.placedOrders,
    validOrders: row.validOrders,
    cancelledOrders: row.cancelledOrders,
    units: Number(row.units),
    gmv: toDecimal(row.gmvE4),
    cancelledValue: toDecimal(row.cancelledE4),
    failedValue: toDecimal(row.failedE4),
    returnedValue: toDecimal(row.returnedE4),
    nmv: toDecimal(row.nmvE4),
    netSales: toDecimal(row.netSalesE4),
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
