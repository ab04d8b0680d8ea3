import type { ChartNote } from '@seller-connect/contract';
import { Button, Select, showToast, TextField } from '@seller-connect/ui';
import {
  createFieldsGuard,
  RestoredDraft,
  useDraftValues,
} from '../../../editing/useFormDraft.tsx';
import { useVersionedForm } from '../../../editing/useVersionedForm.ts';
import { day, length, notBlank, required, validate } from '../../../forms/index.ts';
import { FormMessages } from '../../../forms/useForm.tsx';
import { useEffect, useRef, useState } from 'react';
import { formatTypedDay, parseTypedDay } from '../../../i18n/calendarDays.ts';
import { sharedTexts } from '../../../i18n/index.ts';
import styles from './notes.module.css';
import { texts } from './texts.ts';
import { chartNoteQueryNames, saveNote } from './useChangeNotes.ts';

const maxLength = 200;

/**
 * The fields as they are typed. Of a new note, the id and the time of the version that is changed are empty; of one for
 * all shops, the shop.
 */
export type NoteValues = Readonly<Record<'id' | 'changedAt' | 'day' | 'text' | 'shop', string>>;

const isNoteValues = createFieldsGuard(['id', 'changedAt', 'day', 'text', 'shop']);

/** Returns the values of a note, or of a new one on a day of a shop. */
export const toNoteValues = ({
  id = '',
  changedAt = '',
  day: of,
  text = '',
  shop,
}: Pick<ChartNote, 'day' | 'shop'> & Partial<ChartNote>): NoteValues => ({
  id,
  changedAt,
  day: formatTypedDay(of),
  text,
  shop: shop ?? '',
});

/**
 * The note that is written or changed. It is stored as a draft until it is sent or cancelled.
 * @param stored the notes as far as they are known
 */
export function useNoteForm(blank: NoteValues, stored: readonly ChartNote[]) {
  const draft = useDraftValues('chart note', isNoteValues, blank);
  const { values } = draft;
  // The new note that was half written when another one was edited.
  const [unfinished, setUnfinished] = useState<NoteValues | undefined>();
  const isNew = values.id === '';
  // One for all attempts: a note whose response was lost is not written twice.
  const [newId, setNewId] = useState(() => crypto.randomUUID());

  async function save(newer: ChartNote | null) {
    const { changedAt } = newer ?? values;
    const body = {
      day: parseTypedDay(values.day) ?? '',
      text: values.text.trim(),
      shop: values.shop === '' ? null : values.shop,
    };
    return { sent: values, saved: await saveNote(isNew ? newId : values.id, changedAt, body) };
  }

  const { form, newer, conflict } = useVersionedForm({
    fields: ['day', 'text'] as const,
    validate: () => validate({ day: values.day, text: values.text }, rules),
    changes: chartNoteQueryNames,
    newest: stored.find(({ id }) => id === values.id) ?? null,
    isBase: ({ changedAt }) => changedAt === values.changedAt,
    send: save,
    onSuccess({ sent, saved }) {
      showToast({ tone: 'positive', title: texts.saved });
      // What was typed meanwhile is the next note, or the next change of this one.
      if (draft.resetAfter(sent, unfinished)) setUnfinished(undefined);
      else if (sent.id !== '') draft.change({ changedAt: saved.changedAt });
      setNewId(crypto.randomUUID());
    },
    savedAt: ({ changedAt }) => changedAt,
    onTakeTheirs: (theirs) => draft.reset(toNoteValues(theirs)),
  });
  return {
    draft,
    form,
    isNew,
    /** Shows the values of another note; without them, those of the new one. */
    show(next?: NoteValues) {
      if (!next) setUnfinished(undefined);
      else if (isNew && values.text !== '') setUnfinished(values);
      draft.reset(next ?? unfinished);
      form.clear();
    },
    /** The version of another user; null if there is no conflict. */
    newer,
    /** Props of the conflict dialog. */
    conflict,
  };
}

export interface NoteFormProps {
  readonly note: ReturnType<typeof useNoteForm>;
  readonly shops: readonly { readonly value: string; readonly label: string }[];
}

/** Writes a note on a day, or changes one. */
export function NoteForm({ note, shops }: NoteFormProps) {
  const { draft, form, isNew, show } = note;
  const { id, day: typedDay, text, shop } = draft.values;
  // A draft can name a shop that was erased meanwhile.
  const isGone = shop !== '' && shops.length > 0 && !shops.some(({ value }) => value === shop);
  const textField = useRef<HTMLInputElement>(null);
  const shownId = useRef('');
  useEffect(() => {
    // The form stands above the list, from which a note is chosen to be changed.
    if (shownId.current !== id) textField.current?.focus();
    shownId.current = id;
  }, [id]);
  return (
    <form {...form.props} className={styles.form} aria-label={isNew ? texts.add : sharedTexts.edit}>
      <RestoredDraft draft={draft} form={form} />
      <FormMessages form={form} />
      <TextField
        {...form.field('day')}
        label={texts.day}
        tabularNums
        inputMode="numeric"
        autoComplete="off"
        placeholder="D/M/YYYY"
        value={typedDay}
        onChange={(event) => draft.change({ day: event.currentTarget.value })}
      />
      <TextField
        {...form.field('text')}
        label={texts.text}
        ref={textField}
        maxLength={maxLength}
        autoComplete="off"
        value={text}
        onChange={(event) => draft.change({ text: event.currentTarget.value })}
      />
      {(shops.length > 1 || isGone) && (
        <Select
          label={texts.shop}
          value={shop}
          options={[
            { value: '', label: texts.allShops },
            ...shops,
            ...(isGone ? [{ value: shop, label: texts.goneShop }] : []),
          ]}
          onValueChange={(next) => draft.change({ shop: next })}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={form.busy}>
          {isNew ? texts.add : texts.save}
        </Button>
        {!isNew && (
          <Button disabled={form.busy} onClick={() => show()}>
            {sharedTexts.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

const rules = {
  day: { label: texts.day, rules: [required(), notBlank(), day()] },
  text: { label: texts.text, rules: [required(), notBlank(), length({ max: maxLength })] },
};
