import { Button, Dialog, EditIcon, EmptyState, Quiet, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { ConflictDialog, type ConflictField } from '../../../editing/ConflictDialog.tsx';
import { formats, sharedTexts } from '../../../i18n/index.ts';
import type { DayRange } from '../../../lists/listParams.ts';
import { LoadError } from '../../../loading/LoadError.tsx';
import { shopOptions } from '../../../shops/shopFilter.ts';
import { homeShopsQuery } from '../queries.ts';
import { formatPeriod } from '../report/metrics.tsx';
import { NoteForm, toNoteValues, useNoteForm, type NoteValues } from './NoteForm.tsx';
import styles from './notes.module.css';
import { notesQuery } from './queries.ts';
import { texts } from './texts.ts';
import { useDeleteNote } from './useChangeNotes.ts';

export interface NotesDialogProps {
  /** The days of the chart, whose notes are listed. */
  readonly days: DayRange;
  readonly shop: string | undefined;
  readonly onClose: () => void;
}

/** The team's notes on the days of the chart, with a form to write them. */
export default function NotesDialog({ days, shop, onClose }: NotesDialogProps) {
  const query = useQuery(notesQuery(days));
  const shops = shopOptions(useQuery(homeShopsQuery).data?.items ?? []);
  const removal = useDeleteNote();
  const { data, error } = query;
  const note = useNoteForm(toNoteValues({ day: days.to, shop: shop ?? null }), data?.items ?? []);
  const newestFirst = data?.items.toReversed() ?? [];
  const labelOf = (id: string) => shops.find(({ value }) => value === id)?.label ?? '';
  return (
    <Dialog
      open
      title={texts.title}
      closeLabel={sharedTexts.close}
      closesOnOutsideClick={note.draft.values.text === ''}
      onClose={() => {
        note.draft.clear();
        onClose();
      }}
    >
      <Quiet as="p">{texts.lead(formatPeriod(days))}</Quiet>
      {error && !data && <LoadError title={texts.failed} query={query} explained />}
      {!data && !error && <Skeleton shape="row" count={3} />}
      <ConflictDialog
        {...note.conflict}
        fields={
          note.newer &&
          conflictFields(note.draft.values, toNoteValues(note.newer), (id) =>
            id === '' ? texts.allShops : labelOf(id),
          )
        }
      />
      {data?.mayChange && <NoteForm note={note} shops={shops} />}
      {data && newestFirst.length === 0 && (
        <EmptyState icon={<EditIcon size={20} />} tone="quiet" title={texts.empty}>
          {texts.emptyText}
        </EmptyState>
      )}
      {newestFirst.length > 0 && (
        <ul className={styles.list}>
          {newestFirst.map((item) => (
            <li key={item.id} className={styles.note}>
              <span className={styles.text}>{item.text}</span>
              <div className={styles.foot}>
                <Quiet>
                  {[
                    formats.day(item.day),
                    item.shop === null ? '' : labelOf(item.shop),
                    item.author === null ? '' : texts.by(item.author),
                  ]
                    .filter((each) => each !== '')
                    .join(' · ')}
                </Quiet>
                {data?.mayChange && (
                  <span className={styles.actions}>
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={texts.ofNote(sharedTexts.edit, item.text)}
                      disabled={note.form.busy}
                      onClick={() => note.show(toNoteValues(item))}
                    >
                      {sharedTexts.edit}
                    </Button>
                    <Button
                      size="small"
                      variant="quiet"
                      busy={removal.isPending && removal.variables.id === item.id}
                      aria-label={texts.ofNote(texts.remove, item.text)}
                      onClick={() => {
                        // The form would write it again.
                        if (note.draft.values.id === item.id) note.show();
                        removal.mutate(item);
                      }}
                    >
                      {texts.remove}
                    </Button>
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The fields in which two versions of a note differ. */
function conflictFields(
  mine: NoteValues,
  theirs: NoteValues,
  shopName: (id: string) => string,
): ConflictField[] {
  return [
    { name: texts.day, mine: mine.day, theirs: theirs.day },
    { name: texts.text, mine: mine.text, theirs: theirs.text },
    { name: texts.shop, mine: shopName(mine.shop), theirs: shopName(theirs.shop) },
  ].filter((field) => field.mine !== field.theirs);
}
