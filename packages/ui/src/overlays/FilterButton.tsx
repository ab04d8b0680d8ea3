import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { FilterIcon } from '../icons/icons.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './FilterButton.module.css';
import { Popover } from './Popover.tsx';

export interface FilterButtonProps {
  /** Text of the button and title of the panel. */
  readonly label: string;
  /** Number of active filters, displayed on the button. */
  readonly count: number;
  /** Follows the number in the accessible name, such as “active”. */
  readonly activeLabel: string;
  readonly doneLabel: string;
  readonly clearLabel: string;
  readonly onClear: () => void;
  /** The filters. Each takes effect at once. */
  readonly children: ReactNode;
}

/** A button that opens the filters of a list or report: a panel beside it, a sheet on phones. */
export function FilterButton({
  label,
  count,
  activeLabel,
  doneLabel,
  clearLabel,
  onClear,
  children,
}: FilterButtonProps) {
  return (
    <Popover
      label={label}
      renderTrigger={(props) => (
        <button {...props} type="button" className={styles.button}>
          <FilterIcon />
          <span>{label}</span>
          {count > 0 && (
            <>
              <span className={styles.count}>{count}</span>
              <VisuallyHidden>{activeLabel}</VisuallyHidden>
            </>
          )}
        </button>
      )}
    >
      {(close) => (
        <div className={styles.panel}>
          <p className={styles.title}>{label}</p>
          <div className={styles.fields}>{children}</div>
          <div className={styles.actions}>
            {/* Not `disabled`, which would take the focus away from who just pressed it. */}
            <Button
              variant="quiet"
              aria-disabled={count === 0}
              onClick={count === 0 ? undefined : onClear}
            >
              {clearLabel}
            </Button>
            <Button variant="primary" onClick={close}>
              {doneLabel}
            </Button>
          </div>
        </div>
      )}
    </Popover>
  );
}
