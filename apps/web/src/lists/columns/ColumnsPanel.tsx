import { Button, Quiet, Select } from '@seller-connect/ui';
import { ArrangeList } from '../../arrange/ArrangeList.tsx';
import styles from './ColumnsPanel.module.css';
import { maxFrozen, defaultColumns, type ColumnChoice, type ColumnSet } from './columns.ts';
import { texts } from '../texts.ts';

const labels = texts.columns;

export interface ColumnsPanelProps {
  readonly set: ColumnSet<string>;
  readonly names: Readonly<Record<string, string>>;
  readonly choice: ColumnChoice<string>;
  readonly onChange: (choice: ColumnChoice<string>) => void;
  readonly onDone: () => void;
}

/** The columns of a table with their order, and how many of them stay visible. Each change takes effect at once. */
export default function ColumnsPanel({ set, names, choice, onChange, onDone }: ColumnsPanelProps) {
  const nameOf = (id: string) => names[id] ?? id;
  const [first = '', ...others] = set.all;
  return (
    <div className={styles.panel}>
      <div>
        <p className={styles.title}>{labels.title}</p>
        <Quiet as="p">{labels.first(nameOf(first))}</Quiet>
      </div>
      <ArrangeList
        label={labels.title}
        items={others.map((id) => ({ id, name: nameOf(id) }))}
        shown={choice.columns.slice(1)}
        onChange={(columns) => onChange({ ...choice, columns: [first, ...columns] })}
      />
      <Select
        label={labels.frozen}
        value={String(choice.frozen)}
        options={Array.from({ length: maxFrozen + 1 }, (_, count) => ({
          value: String(count),
          label: labels.frozenCounts(count),
        }))}
        onValueChange={(count) => onChange({ ...choice, frozen: Number(count) })}
      />
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => onChange(defaultColumns(set))}>
          {labels.reset}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {labels.done}
        </Button>
      </div>
    </div>
  );
}
