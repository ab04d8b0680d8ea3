import { TableIcon, IconButton, Popover, Skeleton } from '@seller-connect/ui';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { parseColumns, type ColumnChoice, type ColumnSet } from './columns.ts';
import { texts } from '../texts.ts';

/** Loaded when opened. */
const ColumnsPanel = lazyBlock(
  () => import('./ColumnsPanel.tsx'),
  <Skeleton shape="row" count={6} />,
);

export interface ColumnsButtonProps<Id extends string> {
  readonly set: ColumnSet<Id>;
  readonly names: Readonly<Record<Id, string>>;
  readonly choice: ColumnChoice<Id>;
  readonly onChange: (choice: ColumnChoice<Id>) => void;
}

/** Opens the choice of a table's columns. */
export function ColumnsButton<Id extends string>(props: ColumnsButtonProps<Id>) {
  const { set, names, choice, onChange } = props;
  return (
    <Popover
      label={texts.columns.title}
      renderTrigger={(trigger) => (
        <IconButton {...trigger} label={texts.columns.title} icon={<TableIcon />} />
      )}
    >
      {(close) => (
        <ColumnsPanel
          set={set}
          names={names}
          choice={choice}
          onChange={({ columns, frozen }) =>
            onChange(parseColumns(set, { cols: columns.join('.'), freeze: String(frozen) }))
          }
          onDone={close}
        />
      )}
    </Popover>
  );
}
