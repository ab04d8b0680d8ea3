import type { ChartNote } from '@seller-connect/contract';
import { Button, Select, showToast, TextField } from '@seller-connect/ui';
import { useState } from 'react';
import { day, length, notBlank, required, textOf, validate } from '../../../forms/index.ts';
import { FormMessages, useForm } from '../../../forms/useForm.tsx';
import { formatTypedDay, parseTypedDay } from '../../../i18n/calendarDays.ts';
import { sharedTexts } from '../../../i18n/index.ts';
import styles from './notes.module.css';
import { texts } from './texts.ts';
import { chartNoteQueryNames, saveNote } from './useChangeNotes.ts';

const maxLength = 200;

export interface NoteFormProps {
  /** The note to change; undefined for a new one. */
  readonly note: ChartNote | undefined;
  /** Day and shop of a new note. */
  readonly day: string;
  readonly shop: string | undefined;
  readonly shops: readonly { readonly value: string; readonly label: string }[];
  /** Called when the note is stored, and when it stays as it is. */
  readonly onDone: () => void;
}

/** Writes a note on a day, or changes one. */
export function NoteForm({ note, day: newDay, shop: newShop, shops, onDone }: NoteFormProps) {
  const [shop, setShop] = useState(note === undefined ? (newShop ?? '') : (note.shop ?? ''));
  const form = useForm({
    fields: ['day', 'text'] as const,
    validate: (data) => validate({ day: textOf(data, 'day'), text: textOf(data, 'text') }, rules),
    send: (data) =>
      saveNote(note?.id ?? crypto.randomUUID(), {
        day: parseTypedDay(textOf(data, 'day')) ?? '',
        text: textOf(data, 'text').trim(),
        shop: shop === '' ? null : shop,
      }),
    changes: chartNoteQueryNames,
    onSuccess() {
      showToast({ tone: 'positive', title: texts.saved });
      onDone();
    },
  });
  return (
    <form {...form.props} className={styles.form} aria-label={note ? texts.edit : texts.add}>
      <FormMessages form={form} />
      <TextField
        {...form.field('day')}
        label={texts.day}
        tabularNums
        inputMode="numeric"
        autoComplete="off"
        placeholder="D/M/YYYY"
        defaultValue={formatTypedDay(note?.day ?? newDay)}
      />
      <TextField
        {...form.field('text')}
        label={texts.text}
        maxLength={maxLength}
        autoComplete="off"
        defaultValue={note?.text ?? ''}
      />
      {shops.length > 1 && (
        <Select
          label={texts.shop}
          value={shop}
          options={[{ value: '', label: texts.allShops }, ...shops]}
          onValueChange={setShop}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={form.busy}>
          {note ? texts.save : texts.add}
        </Button>
        {note && <Button onClick={onDone}>{sharedTexts.cancel}</Button>}
      </div>
    </form>
  );
}

const rules = {
  day: { label: texts.day, rules: [required(), notBlank(), day()] },
  text: { label: texts.text, rules: [required(), notBlank(), length({ max: maxLength })] },
};
