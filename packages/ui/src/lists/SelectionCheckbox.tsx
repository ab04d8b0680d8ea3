import checkbox from '../forms/Checkbox.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './SelectionCheckbox.module.css';

/** Row selection for bulk actions. */
export interface TableSelection<Row> {
  readonly isChosen: (row: Row) => boolean;
  readonly onChoose: (rows: readonly Row[], chosen: boolean) => void;
  /** Accessible name of a row's checkbox. */
  readonly labelOf: (row: Row) => string;
  /** Accessible name of the checkbox in the header. */
  readonly allLabel: string;
}

interface SelectionCheckboxProps<Row> {
  readonly selection: TableSelection<Row>;
  readonly rows: readonly Row[];
  readonly label: string;
}

/** Selects all given rows; indeterminate if only some are selected. */
export function SelectionCheckbox<Row>({ selection, rows, label }: SelectionCheckboxProps<Row>) {
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
