import { ArrowDownIcon, ArrowUpIcon } from '../icons/arrowIcons.tsx';
import { MinusIcon } from '../icons/actionIcons.tsx';
import { classNames } from '../classNames.ts';
import styles from './MetricChange.module.css';

export interface MetricChangeProps {
  /** The change with its sign, such as “+12,3%”. */
  readonly text: string;
  readonly direction: 'up' | 'down' | 'flat';
  /** Whether that is good news; null when it is neither. Up is not always good. */
  readonly good: boolean | null;
}

const arrows = {
  up: <ArrowUpIcon />,
  down: <ArrowDownIcon />,
  flat: <MinusIcon />,
} as const;

/** A change by arrow, signed figure and colour. */
export function MetricChange({ text, direction, good }: MetricChangeProps) {
  const tone = good === null ? 'neutral' : good ? 'good' : 'bad';
  return (
    <span className={classNames(styles.change, styles[tone])} data-tone={tone}>
      {arrows[direction]}
      <span>{text}</span>
    </span>
  );
}
