import type { SavedView, SavedViewPath } from '@seller-connect/contract';
import { Checkbox, Quiet, showToast, TextField } from '@seller-connect/ui';
import { useState } from 'react';
import { coreClient } from '../api/index.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import {
  length,
  locallyHandledStatuses,
  notBlank,
  required,
  textOf,
  validate,
} from '../forms/index.ts';
import { FormMessages, useForm } from '../forms/useForm.tsx';
import { sharedTexts } from '../i18n/index.ts';
import { texts } from './texts.ts';
import { viewQueryNames } from './useChangeViews.ts';

const labels = texts.dialog;
const maxNameLength = 80;
const rules = {
  name: { label: labels.name, rules: [required(), notBlank(), length({ max: maxNameLength })] },
};

interface SaveViewDialogProps {
  /** The view to rename; null to save a new one. */
  readonly view: SavedView | null;
  readonly path: SavedViewPath;
  readonly search: string;
  readonly mayShare: boolean;
  readonly onSaved: (view: SavedView) => void;
  readonly onClose: () => void;
}

/** Names a new view, or renames one. */
export function SaveViewDialog(props: SaveViewDialogProps) {
  const { view, path, search, mayShare, onSaved, onClose } = props;
  // A view that was saved while its name was changed further is renamed next.
  const [stored, setStored] = useState(view);
  const [isShared, setShared] = useState(false);
  const form = useForm({
    fields: ['name'] as const,
    validate: (data) => validate({ name: textOf(data, 'name') }, rules),
    send(data) {
      const name = textOf(data, 'name');
      const options = { handleErrorLocally: locallyHandledStatuses };
      return stored
        ? coreClient().call('changeSavedView', {
            params: { viewId: stored.id },
            body: { name, ...(!view && mayShare && { isShared }) },
            ...options,
          })
        : coreClient().call('saveView', { body: { name, path, search, isShared }, ...options });
    },
    changes: viewQueryNames,
    onSuccess(saved) {
      const done = stored ? labels.renamed : labels.saved;
      showToast({ tone: 'positive', title: done(saved.name) });
      setStored(saved);
      onSaved(saved);
    },
    onClose,
  });
  return (
    <FormDialog
      title={view ? labels.rename : labels.save}
      form={form}
      submit={sharedTexts.save}
      onClose={onClose}
    >
      <FormMessages form={form} />
      {!view && <Quiet as="p">{labels.about}</Quiet>}
      <TextField
        {...form.field('name')}
        label={labels.name}
        {...(!view && { help: labels.example })}
        defaultValue={view?.name ?? ''}
        autoComplete="off"
        maxLength={maxNameLength}
      />
      {!view && mayShare && (
        <Checkbox
          label={labels.share}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
