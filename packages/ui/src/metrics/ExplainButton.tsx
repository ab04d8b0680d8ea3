import type { ReactNode } from 'react';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './ExplainButton.module.css';

export interface MetricExplain {
  /** Visible where there is room, such as “Why did it change?”. */
  readonly text: string;
  readonly onOpen: () => void;
}

export interface ExplainButtonProps {
  readonly explain: MetricExplain;
  readonly metricName: string;
  /** Shown in place of the text, such as the change itself. */
  readonly children?: ReactNode;
}

/** A quiet button that opens the explanation of a metric's change. */
export function ExplainButton({ explain, metricName, children }: ExplainButtonProps) {
  const { text, onOpen } = explain;
  return (
    <button
      type="button"
      className={styles.button}
      // Without a text of its own, it has the change, which is printed.
      data-printed={children === undefined ? undefined : true}
      aria-haspopup="dialog"
      title={children === undefined ? undefined : text}
      onClick={onOpen}
    >
      {children ?? text}
      <VisuallyHidden>
        {' '}
        {children !== undefined && `${text} `}
        {metricName}
      </VisuallyHidden>
    </button>
  );
}
