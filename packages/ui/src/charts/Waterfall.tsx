// Cells of a chart have no text; the amount beside them says the same.
/* oxlint-disable jsx-a11y/control-has-associated-label */
import { useState, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../icons/icons.ts';
import styles from './Waterfall.module.css';

export interface WaterfallItem {
  readonly id: string;
  readonly name: string;
  /** Signed amount; used for positions only. */
  readonly value: number;
  /** Formatted amounts and counts, one for each of the `columns`. */
  readonly cells: readonly string[];
}

export interface WaterfallGroup extends WaterfallItem {
  /** What the group consists of; shown when it is opened. */
  readonly items: readonly WaterfallItem[];
}

export interface WaterfallProps {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly nameHeader: string;
  readonly columns: readonly string[];
  /** From the first amount down; each begins where the one before has ended. */
  readonly groups: readonly WaterfallGroup[];
  /** The sum of all groups. */
  readonly total: WaterfallItem;
  /** Newer values are loading; the current ones stay visible. */
  readonly busy?: boolean;
}

/**
 * A table of signed amounts that add up to a total, each with a bar from the sum before it to the sum after it. Groups
 * can be opened.
 */
export function Waterfall(props: WaterfallProps) {
  const { caption, nameHeader, columns, groups, total, busy = false } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { steps, zero } = waterfallSteps(groups.map(({ value }) => value));
  return (
    <table className={styles.table} aria-label={caption} aria-busy={busy || undefined}>
      <thead>
        <tr>
          <th scope="col">{nameHeader}</th>
          <td className={styles.chart} />
          {columns.map((column) => (
            <th key={column} scope="col" className={styles.end}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group, index) => (
        <tbody key={group.id}>
          <Row item={group} step={steps[index]} zero={zero}>
            {group.items.length > 1 ? (
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={open.has(group.id)}
                onClick={() => setOpen(open.symmetricDifference(new Set([group.id])))}
              >
                {open.has(group.id) ? <ChevronDownIcon /> : <ChevronRightIcon />}
                {group.name}
              </button>
            ) : (
              <span className={styles.single}>{group.name}</span>
            )}
          </Row>
          {open.has(group.id) &&
            group.items.map((item) => (
              <tr key={item.id} className={styles.part}>
                <th scope="row">{item.name}</th>
                <td className={styles.chart} />
                <Cells item={item} />
              </tr>
            ))}
        </tbody>
      ))}
      <tbody className={styles.total}>
        <Row item={total} step={{ from: zero, to: steps.at(-1)?.to ?? zero }} zero={zero}>
          <span className={styles.single}>{total.name}</span>
        </Row>
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly item: WaterfallItem;
  /** Start and end of the bar in percent of the width. */
  readonly step: { readonly from: number; readonly to: number } | undefined;
  readonly zero: number;
  readonly children: ReactNode;
}

function Row({ item, step, zero, children }: RowProps) {
  const { from, to } = step ?? { from: zero, to: zero };
  return (
    <tr>
      <th scope="row">{children}</th>
      <td className={styles.chart}>
        <svg
          className={styles.bar}
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect
            className={classNames(styles.step, item.value < 0 && styles.minus)}
            x={Math.min(from, to)}
            width={Math.max(0.4, Math.abs(to - from))}
            height="1"
          />
        </svg>
      </td>
      <Cells item={item} />
    </tr>
  );
}

function Cells({ item }: { readonly item: WaterfallItem }) {
  return item.cells.map((cell, index) => (
    // Columns have a fixed order.
    <td key={index} className={styles.end}>
      {cell}
    </td>
  ));
}

/** Start and end of a bar, in percent of the width. */
interface Step {
  readonly from: number;
  readonly to: number;
}

/**
 * Places signed amounts one after the other: each bar begins at the sum of the amounts before it.
 * @returns the bars, and the position of zero
 */
export function waterfallSteps(values: readonly number[]): { steps: Step[]; zero: number } {
  const sums = values.reduce<number[]>(
    (known, value) => [...known, (known.at(-1) ?? 0) + value],
    [0],
  );
  const [min, max] = [Math.min(...sums), Math.max(...sums)];
  const place = (sum: number) => (max === min ? 0 : ((sum - min) / (max - min)) * 100);
  return {
    steps: values.map((_, index) => ({
      from: place(sums[index] ?? 0),
      to: place(sums[index + 1] ?? 0),
    })),
    zero: place(0),
  };
}
