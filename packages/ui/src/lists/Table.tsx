// A scrollable region must be focusable, and a click on a row is a shortcut for its link.
/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */
import {
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { classNames } from '../classNames.ts';
import { ArrowDownIcon, ArrowUpIcon } from '../icons/icons.ts';
import { useIsPhone } from '../layout/useMediaQuery.ts';
import { CardList, type RowCard } from './CardList.tsx';
import { SelectionCheckbox, type TableSelection } from './SelectionCheckbox.tsx';
import styles from './Table.module.css';

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** `end` for numbers, with digits of equal width. */
  readonly align?: 'start' | 'end';
  /** Sortable, provided that the table has `onSort`. */
  readonly sortable?: boolean;
  /** The sum of the whole column, in a last row. Only in tables that stay tables on phones or are not shown there. */
  readonly total?: ReactNode;
  /** Direction of the first click. Numbers usually start with `descending`, the largest first. */
  readonly firstDirection?: TableSort['direction'];
}

export interface TableSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

export interface TableProps<Row> {
  /** Accessible name of the table and of its scroll container. */
  readonly caption: string;
  /** The first column is the row header. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** How many of the first columns stay visible when scrolling sideways; 1 by default, 0 by default with a selection. */
  readonly frozen?: number;
  readonly sort?: TableSort;
  readonly onSort?: (sort: TableSort) => void;
  /** Rows of 36 px instead of 44 px. */
  readonly compact?: boolean;
  /** Newer rows are loading; the current ones stay visible. */
  readonly busy?: boolean;
  /** The content of a row on a phone, where the table is a `CardList`. Without it, the table scrolls sideways there. */
  readonly cardOf?: ((row: Row) => RowCard) | undefined;
  /** Needs `cardOf` on a phone. */
  readonly selection?: TableSelection<Row>;
  /** A click anywhere on a row follows the link in its first column. */
  readonly linkedRows?: boolean;
}

/** A data table. On a phone, each row is a card in the same order if the table has cards. */
export function Table<Row>(props: TableProps<Row>) {
  const isPhone = useIsPhone();
  const { caption, cardOf, ...rest } = props;
  return isPhone && cardOf ? (
    <CardList {...rest} label={caption} cardOf={cardOf} />
  ) : (
    <DataTable {...props} />
  );
}

function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  compact = false,
  busy = false,
  selection,
  frozen = selection ? 0 : 1,
  linkedRows = false,
}: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const isOverflowing = useIsOverflowing(
    frame,
    columns
      .slice(0, frozen)
      .map(({ id }) => id)
      .join(' '),
  );
  const [isScrolled, setScrolled] = useState(false);
  const hasTotals = columns.some(({ total }) => total !== undefined);
  return (
    <div
      ref={frame}
      className={classNames(
        styles.scroll,
        isOverflowing && styles.wide,
        isScrolled && styles.scrolled,
      )}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft > 0)}
      role="group"
      aria-label={caption}
      tabIndex={isOverflowing ? 0 : undefined}
    >
      <table
        className={classNames(
          styles.table,
          compact && styles.compact,
          busy && styles.busy,
          selection && styles.choosing,
          linkedRows && styles.linked,
        )}
        aria-label={caption}
        aria-busy={busy || undefined}
      >
        <thead>
          <tr>
            {selection && (
              <td>
                <SelectionCheckbox selection={selection} rows={rows} label={selection.allLabel} />
              </td>
            )}
            {columns.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                frozen={frozenProps(index, frozen)}
                sort={sort}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody onClick={linkedRows ? followRow : undefined}>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {selection && (
                <td>
                  <SelectionCheckbox
                    selection={selection}
                    rows={[row]}
                    label={selection.labelOf(row)}
                  />
                </td>
              )}
              <Cells columns={columns} frozen={frozen} contentOf={({ render }) => render(row)} />
            </tr>
          ))}
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr>
              <Cells columns={columns} frozen={frozen} contentOf={({ total }) => total} />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface CellsProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly frozen: number;
  readonly contentOf: (column: TableColumn<Row>) => ReactNode;
}

/** The cells of a row; the first one is its header. */
function Cells<Row>({ columns, frozen, contentOf }: CellsProps<Row>) {
  return columns.map((column, index) => {
    const { className, ...place } = frozenProps(index, frozen);
    return index === 0 ? (
      <th key={column.id} scope="row" className={className} {...place}>
        {contentOf(column)}
      </th>
    ) : (
      <td
        key={column.id}
        className={classNames(column.align === 'end' && styles.end, className)}
        {...place}
      >
        {contentOf(column)}
      </td>
    );
  });
}

interface FrozenProps {
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly 'data-frozen'?: true;
}

/** The place of a cell that stays visible: right of the frozen ones before it. */
function frozenProps(index: number, frozen: number): FrozenProps {
  if (index >= frozen) return {};
  return {
    'data-frozen': true,
    className: classNames(styles.frozen, index === frozen - 1 && styles.edge),
    style: index === 0 ? undefined : { left: `var(--frozen-${index})` },
  };
}

/** Follows the link of a row, unless the click was on something else or ended a selection of text. */
function followRow({ target, nativeEvent }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, input, label, [tabindex]')) return;
  if (getSelection()?.isCollapsed === false) return;
  // With the keys of the click: Ctrl or Cmd open a new tab.
  target
    .closest('tr')
    ?.querySelector('th a')
    ?.dispatchEvent(new window.MouseEvent('click', nativeEvent));
}

/**
 * Returns whether the table is wider than its container and scrolls horizontally, and measures where its frozen columns
 * begin.
 */
function useIsOverflowing(frame: RefObject<HTMLElement | null>, frozenColumns: string): boolean {
  const [isOverflowing, setIsOverflowing] = useState(false);
  useLayoutEffect(() => {
    const box = frame.current;
    const table = box?.firstElementChild;
    if (!box || !(table instanceof HTMLElement)) return;
    const frozenCells =
      frozenColumns === '' ? [] : [...table.querySelectorAll<HTMLElement>('thead [data-frozen]')];
    const measure = () => {
      setIsOverflowing(table.offsetWidth > box.clientWidth);
      let left = 0;
      for (const [index, cell] of frozenCells.entries()) {
        table.style.setProperty(`--frozen-${index}`, `${left}px`);
        left += cell.offsetWidth;
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [box, table, ...frozenCells]) observer.observe(element);
    return () => observer.disconnect();
  }, [frame, frozenColumns]);
  return isOverflowing;
}

interface HeaderCellProps<Row> {
  readonly column: TableColumn<Row>;
  readonly frozen: FrozenProps;
  readonly sort: TableSort | undefined;
  readonly onSort: ((sort: TableSort) => void) | undefined;
}

function HeaderCell<Row>({ column, frozen, sort, onSort }: HeaderCellProps<Row>) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  const { className, ...place } = frozen;
  return (
    <th
      scope="col"
      className={classNames(column.align === 'end' && styles.end, className)}
      {...place}
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
