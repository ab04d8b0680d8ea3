import { ArrowDownIcon, ArrowUpIcon, MinusIcon } from '../icons/icons.ts';
import { classNames } from '../classNames.ts';
import styles from './MetricChange.module.css';

export interface MetricChangeProps {
  /** Signed change, such as “+12,3%”. */
  readonly text: string;
  readonly direction: 'up' | 'down' | 'flat';
  /** Whether the change is good, since up is not always good; null for neutral. */
  readonly good: boolean | null;
}

const arrows = {
  up: <ArrowUpIcon />,
  down: <ArrowDownIcon />,
  flat: <MinusIcon />,
} as const;

/** Shows a change by arrow, signed number and color. */
export function MetricChange({ text, direction, good }: MetricChangeProps) {
  const tone = good === null ? 'neutral' : good ? 'good' : 'bad';
  return (
    <span className={classNames(styles.change, styles[tone])} data-tone={tone}>
      {arrows[direction]}
      <span>{text}</span>
    </span>
  );
}
