import { Card, Button, showToast, TextField } from '@seller-connect/ui';
import type { Brand } from '@seller-connect/contract';
import { useQueryClient } from '@tanstack/react-query';
import { catalogueClient } from '../../api/index.ts';
import { brandQueryNames } from '../../api/queries/queryKeys.ts';
import {
  ConflictDialog,
  createFieldsGuard,
  UnsavedChangesGuard,
  RestoredDraft,
  useVersionedEdit,
  type ConflictField,
} from '../../editing/index.ts';
import { validate, locallyHandledStatuses } from '../../forms/index.ts';
import { FormMessages, useFormErrors } from '../../forms/useForm.tsx';
import styles from './brands.module.css';
import { parseBrand, nameRules } from './form.ts';
import { texts } from './texts.ts';
import { cacheBrand } from './useChangeBrandStatus.ts';

const editable = ['name'] as const;

/** Edits a brand and handles conflicts with concurrent changes. */
export function BrandForm({ brand }: { readonly brand: Brand }) {
  const queries = useQueryClient();
  const errors = useFormErrors(editable);
  const edit = useVersionedEdit({
    stored: brand,
    form: `brand ${brand.code}`,
    isDraft: createFieldsGuard(editable),
    draftOf: ({ name }) => ({ name }),
    differs: ({ name }, stored) => name.normalize('NFC') !== stored.name,
    update: ({ name }, version) =>
      catalogueClient().call('updateBrand', {
        params: { code: brand.code },
        body: { name, version },
        handleErrorLocally: locallyHandledStatuses,
      }),
    read: parseBrand,
    keep: (stored) => cacheBrand(queries, stored),
    changes: brandQueryNames,
    onSaved: () => showToast({ tone: 'positive', title: texts.saved }),
    errors,
  });
  const { unsaved, newer } = edit;
  const { name } = edit.draft;

  return (
    <Card title={texts.details}>
      <form
        {...errors.propsOf({
          busy: edit.busy,
          validate: () => validate({ name }, { name: nameRules(texts) }),
          send: edit.save,
        })}
        className={styles.form}
      >
        <RestoredDraft draft={edit} form={errors} />
        <FormMessages form={errors} />
        <TextField
          {...errors.field('name')}
          label={texts.name}
          help={texts.nameHelp}
          maxLength={240}
          autoComplete="off"
          value={name}
          onChange={(event) => edit.change({ name: event.currentTarget.value })}
        />
        <TextField
          label={texts.code}
          help={texts.codeFixed}
          tabularNums
          readOnly
          value={brand.code}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={edit.busy} disabled={!unsaved}>
            {texts.save}
          </Button>
          {unsaved && (
            <Button variant="quiet" onClick={edit.reset}>
              {texts.cancel}
            </Button>
          )}
        </div>
      </form>
      <ConflictDialog fields={newer && conflictOf(brand, name, newer)} {...edit.conflict} />
      <UnsavedChangesGuard unsaved={unsaved} onLeave={edit.reset} />
    </Card>
  );
}

function conflictOf(brand: Brand, name: string, newer: Brand): ConflictField[] {
  const { statuses } = texts;
  return [
    { name: texts.name, mine: name, theirs: newer.name },
    ...(brand.status === newer.status
      ? []
      : [
          // Saving the name keeps the status that the other user set.
          { name: texts.status, mine: statuses[newer.status], theirs: statuses[newer.status] },
        ]),
  ];
}
