/** What the export files of all seller centres have in common. */
import type { Order, Stage, Unit } from '../world/orders/order.ts';

/** A cell: a text as it is, or an amount or a count in a column of numbers. */
export type Cell = string | { readonly number: string };

/** An order as the file tells it, which may be otherwise than it is. */
export interface ExportedOrder {
  readonly order: Order;
  /** The marketplace's own number. */
  readonly id: string;
  /** When it was placed, epoch seconds, as the file tells it. */
  readonly createdAt: number;
}

/** The export file of a marketplace's seller centre. */
export interface ExportFormat {
  readonly sheet: string;
  /** Without its ending. Days are YYYYMMDD. */
  fileName(from: string, to: string): string;
  /** The rows above the orders: the names of the columns first. */
  readonly head: readonly (readonly string[])[];
  idOf(order: Order): string;
  /** A number of the same form that no order of the world has. */
  inventedId(order: Order): string;
  rows(exported: ExportedOrder): Cell[][];
}

export function numberCell(text: string): Cell {
  return { number: text };
}

export function sumUnits(units: readonly Unit[], part: (unit: Unit) => bigint): bigint {
  return units.reduce((total, unit) => total + part(unit), 0n);
}

/** Units of one variant, in the order of the basket. */
export function groupBySku(order: Order): [Unit, ...Unit[]][] {
  const groups = new Map<number, [Unit, ...Unit[]]>();
  for (const unit of order.units) {
    const group = groups.get(unit.sku.number);
    if (group === undefined) groups.set(unit.sku.number, [unit]);
    else group.push(unit);
  }
  return [...groups.values()];
}

export function currentStage(unit: Unit): Stage {
  return unit.life.at(-1)?.stage ?? 'unpaid';
}

export function stageReachedAt(order: Order, stage: Stage): number | undefined {
  return order.units
    .flatMap(({ life }) => life.filter((step) => step.stage === stage))
    .map(({ at }) => at)
    .toSorted((a, b) => a - b)[0];
}

/** A row from values by the name of their column; the others stay empty. */
export function buildRow(
  columns: readonly string[],
  values: Readonly<Record<string, Cell>>,
): Cell[] {
  const unknownColumn = Object.keys(values).find((name) => !columns.includes(name));
  if (unknownColumn !== undefined) throw new RangeError(`"${unknownColumn}" is no column`);
  return columns.map((name) => values[name] ?? '');
}
