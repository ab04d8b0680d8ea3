import type { TableColumn } from '@seller-connect/ui';

/** The columns that a table can have. The first one names the row: it is always shown, and first. */
export interface ColumnSet<Id extends string> {
  readonly all: readonly Id[];
  /** Shown until others are chosen. */
  readonly initial: readonly Id[];
}

/** The columns of a table, in their order, and how many of them stay visible when scrolling sideways. */
export interface ColumnChoice<Id extends string> {
  readonly columns: readonly Id[];
  readonly frozen: number;
}

export const maxFrozen = 3;
const defaultFrozen = 1;

/** Parses the search parameters of a choice; unknown columns are left out. */
export function parseColumns<Id extends string>(
  { all, initial }: ColumnSet<Id>,
  { cols, freeze }: Readonly<Record<string, unknown>>,
): ColumnChoice<Id> {
  const named = typeof cols === 'string' ? cols.split('.') : [];
  const chosen = named.flatMap((name) => all.slice(1).filter((id) => id === name));
  const columns = named.length === 0 ? initial : [...all.slice(0, 1), ...new Set(chosen)];
  const frozen =
    typeof freeze === 'string' && /^[0-3]$/.test(freeze) ? Number(freeze) : defaultFrozen;
  return { columns, frozen };
}

/** Returns the search parameters of a choice; null for what is as usual. */
export function columnParams<Id extends string>(
  { initial }: ColumnSet<Id>,
  { columns, frozen }: ColumnChoice<Id>,
): { readonly cols: string | null; readonly freeze: number | null } {
  const cols = columns.join('.');
  return {
    cols: cols === initial.join('.') ? null : cols,
    freeze: frozen === defaultFrozen ? null : frozen,
  };
}

/** Returns the choice before anything is chosen. */
export const defaultColumns = <Id extends string>({
  initial,
}: ColumnSet<Id>): ColumnChoice<Id> => ({
  columns: initial,
  frozen: defaultFrozen,
});

/** Returns the definitions of the chosen columns, in the order of the choice. */
export function chosenColumns<Row, Id extends string>(
  chosen: readonly Id[],
  definitions: Readonly<Record<Id, Omit<TableColumn<Row>, 'id'>>>,
): TableColumn<Row>[] {
  return chosen.map((id) => ({ id, ...definitions[id] }));
}

/**
 * Returns the fields that a file has for the chosen columns; undefined before any are chosen, for a file with all its
 * fields.
 */
export function exportFields<Id extends string>(
  set: ColumnSet<Id>,
  choice: ColumnChoice<Id>,
  fieldsOf: Readonly<Record<Id, readonly string[]>>,
): string | undefined {
  if (columnParams(set, choice).cols === null) return undefined;
  return [...new Set(choice.columns.flatMap((id) => fieldsOf[id]))].join();
}
