// A scrolling area must be reachable by keyboard, and the roles must be said (see below).
/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { classNames } from '../classNames.ts';
import checkbox from '../forms/Checkbox.module.css';
import { ArrowDownIcon, ArrowUpIcon } from '../icons/arrowIcons.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './Table.module.css';

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** Figures stand at the end, in digits of equal width. */
  readonly align?: 'start' | 'end';
  /** Can be sorted by, if the table is given `onSort`. */
  readonly sortable?: boolean;
  /** The direction of the first press; `descending` shows the largest first, as figures want. */
  readonly firstDirection?: TableSort['direction'];
}

export interface TableSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** Rows that can be chosen, for something to be done with all of them. */
export interface TableSelection<Row> {
  readonly isChosen: (row: Row) => boolean;
  readonly onChoose: (rows: readonly Row[], chosen: boolean) => void;
  /** What is chosen by a row's box. */
  readonly labelOf: (row: Row) => string;
  /** What is chosen by the box in the header. */
  readonly allLabel: string;
}

export interface TableProps<Row> {
  /** What the table shows; for screen readers, and the name of the area that scrolls. */
  readonly caption: string;
  /** The first column names the row and stays in sight. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sort?: TableSort;
  readonly onSort?: (sort: TableSort) => void;
  /** Rows of 36 instead of 44 px. */
  readonly compact?: boolean;
  /** Newer rows are on their way; these stay until then. */
  readonly busy?: boolean;
  /** Stays a table on a phone, scrolling sideways, instead of a list of cards. */
  readonly alwaysTable?: boolean;
  /** Cards with two columns, for words and pills that need more room than figures. */
  readonly roomyCards?: boolean;
  readonly selection?: TableSelection<Row>;
}

/**
 * A table of figures. On a phone each row is a card with the same order. The roles are written out
 * because browsers drop those of a table that is not displayed as one.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  compact = false,
  busy = false,
  alwaysTable = false,
  roomyCards = false,
  selection,
}: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const isOverflowing = useIsOverflowing(frame);
  return (
    <div
      ref={frame}
      className={classNames(styles.scroll, isOverflowing && styles.wide)}
      role="group"
      aria-label={caption}
      tabIndex={isOverflowing ? 0 : undefined}
    >
      <table
        role="table"
        className={classNames(
          styles.table,
          compact && styles.compact,
          busy && styles.busy,
          !alwaysTable && styles.cards,
          roomyCards && styles.roomy,
          selection && styles.choosing,
        )}
        aria-label={caption}
        aria-busy={busy || undefined}
      >
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <td role="cell">
                <SelectionCheckbox selection={selection} rows={rows} label={selection.allLabel} />
              </td>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row" key={rowKey(row)}>
              {selection && (
                <td role="cell">
                  <SelectionCheckbox
                    selection={selection}
                    rows={[row]}
                    label={selection.labelOf(row)}
                  />
                </td>
              )}
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.id} role="rowheader" scope="row">
                    {column.render(row)}
                  </th>
                ) : (
                  <td
                    key={column.id}
                    role="cell"
                    data-label={column.header}
                    className={column.align === 'end' ? styles.end : undefined}
                  >
                    {column.render(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether the table does not fit into its place, and so scrolls sideways in it. */
function useIsOverflowing(frame: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setIsWide] = useState(false);
  useLayoutEffect(() => {
    const box = frame.current;
    const table = box?.firstElementChild;
    if (!box || !(table instanceof HTMLElement)) return;
    const measure = () => setIsWide(table.offsetWidth > box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame]);
  return isOverflowing;
}

interface SelectionCheckboxProps<Row> {
  readonly selection: TableSelection<Row>;
  readonly rows: readonly Row[];
  readonly label: string;
}

/** Chooses its rows; half chosen where only some of them are. */
function SelectionCheckbox<Row>({ selection, rows, label }: SelectionCheckboxProps<Row>) {
  const count = rows.filter((row) => selection.isChosen(row)).length;
  const all = rows.length > 0 && count === rows.length;
  return (
    <label className={styles.choice}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !all;
        }}
        type="checkbox"
        className={checkbox.box}
        checked={all}
        onChange={() => selection.onChoose(rows, !all)}
      />
      <VisuallyHidden>{label}</VisuallyHidden>
    </label>
  );
}

interface HeaderCellProps<Row> {
  readonly column: TableColumn<Row>;
  readonly sort: TableSort | undefined;
  readonly onSort: ((sort: TableSort) => void) | undefined;
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  return (
    <th
      role="columnheader"
      scope="col"
      className={column.align === 'end' ? styles.end : undefined}
      aria-sort={direction}
    >
      {column.sortable === true && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() =>
            onSort({
              column: column.id,
              direction: nextDirection(direction, column.firstDirection ?? 'descending'),
            })
          }
        >
          {column.header}
          {direction === 'ascending' && <ArrowUpIcon />}
          {direction === 'descending' && <ArrowDownIcon />}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function nextDirection(
  current: TableSort['direction'] | undefined,
  initial: TableSort['direction'],
): TableSort['direction'] {
  if (current === undefined) return initial;
  return current === 'descending' ? 'ascending' : 'descending';
}
