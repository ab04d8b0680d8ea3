import type { ReportsResult } from '@seller-connect/contract';
import { addDays, firstDayOf, lastDayOf } from '../../../i18n/calendarDays.ts';
import { toE4 } from '../../../i18n/decimalAmounts.ts';
import { sortRows } from '../../../lists/sortRows.ts';

export type PivotUnit = 'week' | 'month';

/** Longer periods would have hundreds of columns. */
export const maxDaysOfWeeks = 366;

/** Days, both included. */
export interface PivotColumn {
  readonly from: string;
  readonly to: string;
}

export interface PivotRow {
  readonly shopId: string;
  /** One amount per column, in ten-thousandths. */
  readonly amounts: readonly bigint[];
  readonly total: bigint;
}

export interface Pivot {
  readonly columns: readonly PivotColumn[];
  /** By descending total. */
  readonly rows: readonly PivotRow[];
  /** The sums of the columns. */
  readonly totals: PivotRow;
}

/** Returns the weeks, from Monday, or months of a period. The first and the last one are cut to the period. */
export function columnsOf({ from, to }: PivotColumn, unit: PivotUnit): PivotColumn[] {
  const columns: PivotColumn[] = [];
  for (let day = from; day <= to;) {
    const last = lastDayOf(unit, day);
    columns.push({ from: day, to: last < to ? last : to });
    day = addDays(last, 1);
  }
  return columns;
}

/**
 * Builds the table from the rows of a query for shop, first day of the week or month (`20261102`) and amount. Shops
 * without sales have a row too, and columns without sales are zero.
 */
export function pivotOf(
  { rows }: Pick<ReportsResult, 'rows'>,
  period: PivotColumn,
  unit: PivotUnit,
  shopIds: readonly string[],
): Pivot {
  const columns = columnsOf(period, unit);
  const indexOf = new Map(
    columns.map(({ from }, index) => [firstDayOf(unit, from).replaceAll('-', ''), index]),
  );
  const amountsByShop = new Map(shopIds.map((id) => [id, columns.map(() => 0n)]));
  for (const [shopId, day, amount] of rows) {
    const amounts = amountsByShop.get(String(shopId));
    const index = indexOf.get(String(day));
    if (amounts && index !== undefined) {
      amounts[index] = (amounts[index] ?? 0n) + toE4(String(amount));
    }
  }
  const pivotRows = [...amountsByShop].map(([shopId, amounts]) => toRow(shopId, amounts));
  return {
    columns,
    rows: sortRows(pivotRows, ({ total }) => total, { direction: 'descending' }),
    totals: toRow(
      '',
      columns.map((_, index) => sum(pivotRows.map(({ amounts }) => amounts[index] ?? 0n))),
    ),
  };
}

const toRow = (shopId: string, amounts: readonly bigint[]): PivotRow => ({
  shopId,
  amounts,
  total: sum(amounts),
});

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
