import { Button, Dialog, Table, type RowCard } from '@seller-connect/ui';
import { formats, sharedTexts } from '../i18n/index.ts';
import styles from './record.module.css';
import { texts } from './texts.ts';

const labels = texts.conflict;

/** A field with its formatted value in both versions. */
export interface ConflictField {
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
}

export interface ConflictDialogProps {
  /** By default, it says that another user changed the record. */
  readonly title?: string;
  /** Null if there is no conflict. */
  readonly fields: readonly ConflictField[] | null;
  /** Time at which the newest version was saved. */
  readonly savedAt: string;
  readonly busy: boolean;
  readonly onTakeTheirs: () => void;
  readonly onSaveMine: () => void;
  /** Continues editing without saving. */
  readonly onClose: () => void;
}

/** Shows both versions of a concurrently edited record and lets the user choose. */
export function ConflictDialog({
  title = labels.title,
  fields,
  savedAt,
  busy,
  onTakeTheirs,
  onSaveMine,
  onClose,
}: ConflictDialogProps) {
  return (
    <Dialog
      open={fields !== null}
      onClose={onClose}
      title={title}
      closeLabel={sharedTexts.close}
      actions={
        <>
          <Button onClick={onTakeTheirs}>{labels.takeTheirs}</Button>
          <Button variant="primary" busy={busy} onClick={onSaveMine}>
            {labels.saveMine}
          </Button>
        </>
      }
    >
      <p>{labels.text(formats.relative(savedAt))}</p>
      <div className={styles.versions}>
        <Table
          caption={title}
          rows={fields ?? []}
          rowKey={(field) => field.name}
          cardOf={cardOf}
          columns={[
            { id: 'field', header: labels.field, render: (field) => field.name },
            { id: 'mine', header: labels.mine, render: (field) => field.mine },
            { id: 'theirs', header: labels.theirs, render: (field) => field.theirs },
          ]}
        />
      </div>
    </Dialog>
  );
}

/** The field; its value in both versions, one below the other. */
function cardOf({ name, mine, theirs }: ConflictField): RowCard {
  const facts = [
    { name: labels.mine, value: mine },
    { name: labels.theirs, value: theirs },
  ];
  return { title: name, facts, factAlign: 'start' };
}
