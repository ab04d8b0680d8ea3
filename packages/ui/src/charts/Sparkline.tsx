import { niceAxis, areaPath, linearScale, splitPath } from './geometry.ts';
import styles from './Sparkline.module.css';

export interface SparklineProps {
  /** One value per day; null for no value. */
  readonly values: readonly (number | null)[];
  /** Marks days that can still change; they are drawn dashed. */
  readonly open?: readonly boolean[];
}

const width = 100;
const height = 32;

/** A small trend line without axes. Hidden from screen readers: the chart has the values. */
export function Sparkline({ values, open: incomplete }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2 || known.every((value) => value === 0)) return null;
  const { min, max } = niceAxis(known);
  const x = linearScale(0, values.length - 1, 0, width);
  const y = linearScale(min, max, height - 2, 2);
  const points = values.map((value, index) =>
    value === null ? null : { x: x(index), y: y(value) },
  );
  const { solid, dashed } = splitPath(points, incomplete);
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.area} d={areaPath(points, y(0))} />
      <path className={styles.line} d={solid} />
      <path className={styles.open} d={dashed} />
    </svg>
  );
}
