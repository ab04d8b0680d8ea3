/** The interface of the seller centers' export formats, and functions that the formats share. */
import type { Order, Stage, Unit } from '../world/orders/order.ts';

/** A text cell, or an amount or count in a numeric column. */
export type Cell = string | { readonly number: string };

/** An order as the file shows it. Injected discrepancies make it differ from the real order. */
export interface ExportedOrder {
  readonly order: Order;
  /** The marketplace's order number. */
  readonly id: string;
  /** Creation time in the file, in epoch seconds. */
  readonly createdAt: number;
}

/** The format of a marketplace's export file. */
export interface ExportFormat {
  /** Name of the worksheet. */
  readonly sheet: string;
  /** Returns the file name without extension, for days as YYYYMMDD. */
  fileName(from: string, to: string): string;
  /** The rows above the orders, starting with the column names. */
  readonly head: readonly (readonly string[])[];
  /** Returns the marketplace's order number. */
  idOf(order: Order): string;
  /** Returns a number in the same format that no order of the world has. */
  inventedId(order: Order): string;
  /** Returns the rows of an order. */
  rows(exported: ExportedOrder): Cell[][];
}

export function numberCell(text: string): Cell {
  return { number: text };
}

export function currentStage(unit: Unit): Stage {
  return unit.life.at(-1)?.stage ?? 'unpaid';
}

/**
 * Builds a row from values by column name. Other cells are empty.
 *
 * @throws {RangeError} if a value has no column.
 */
export function buildRow(
  columns: readonly string[],
  values: Readonly<Record<string, Cell>>,
): Cell[] {
  const unknownColumn = Object.keys(values).find((name) => !columns.includes(name));
  if (unknownColumn !== undefined) throw new RangeError(`"${unknownColumn}" is no column`);
  return columns.map((name) => values[name] ?? '');
}
