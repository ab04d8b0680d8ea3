import { Button, Dialog, EditIcon, EmptyState, Quiet, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formats, sharedTexts } from '../../../i18n/index.ts';
import type { DayRange } from '../../../lists/listParams.ts';
import { LoadError } from '../../../loading/LoadError.tsx';
import { shopOptions } from '../../../shops/shopFilter.ts';
import { homeShopsQuery } from '../queries.ts';
import { formatPeriod } from '../report/metrics.tsx';
import { NoteForm, toNoteValues, useNoteDraft } from './NoteForm.tsx';
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
  const draft = useNoteDraft(toNoteValues({ day: days.to, shop: shop ?? null }));
  /** A form that was sent is replaced by an empty one. */
  const [round, setRound] = useState(0);
  const { data, error } = query;
  const newestFirst = data?.items.toReversed() ?? [];
  const labelOf = (id: string) => shops.find(({ value }) => value === id)?.label ?? '';
  return (
    <Dialog
      open
      title={texts.title}
      closeLabel={sharedTexts.close}
      onClose={() => {
        draft.clear();
        onClose();
      }}
    >
      <Quiet as="p">{texts.lead(formatPeriod(days))}</Quiet>
      {error && !data && <LoadError title={texts.failed} query={query} explained />}
      {!data && !error && <Skeleton shape="row" count={3} />}
      {data?.mayChange && (
        <NoteForm
          key={`${draft.values.id} ${round}`}
          draft={draft}
          shops={shops}
          onDone={() => {
            draft.reset();
            setRound(round + 1);
          }}
        />
      )}
      {data && newestFirst.length === 0 && (
        <EmptyState icon={<EditIcon size={20} />} tone="quiet" title={texts.empty}>
          {texts.emptyText}
        </EmptyState>
      )}
      {newestFirst.length > 0 && (
        <ul className={styles.list}>
          {newestFirst.map((note) => (
            <li key={note.id} className={styles.note}>
              <span className={styles.text}>{note.text}</span>
              <div className={styles.foot}>
                <Quiet>
                  {[
                    formats.day(note.day),
                    note.shop === null ? '' : labelOf(note.shop),
                    note.author === null ? '' : texts.by(note.author),
                  ]
                    .filter((each) => each !== '')
                    .join(' · ')}
                </Quiet>
                {data?.mayChange && (
                  <span className={styles.actions}>
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={texts.ofNote(sharedTexts.edit, note.text)}
                      onClick={() => draft.reset(toNoteValues(note))}
                    >
                      {sharedTexts.edit}
                    </Button>
                    <Button
                      size="small"
                      variant="quiet"
                      busy={removal.isPending && removal.variables.id === note.id}
                      aria-label={texts.ofNote(texts.remove, note.text)}
                      onClick={() => {
                        // The form would write it again.
                        if (draft.values.id === note.id) draft.reset();
                        removal.mutate(note);
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
