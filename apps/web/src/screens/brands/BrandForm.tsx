import { showToast, TextField } from '@seller-connect/ui';
import type { Brand } from '@seller-connect/contract';
import { useQueryClient } from '@tanstack/react-query';
import { catalogueClient } from '../../api/index.ts';
import { brandQueryNames } from '../../api/queries/queryKeys.ts';
import { createFieldsGuard, EditRecordCard, useVersionedEdit } from '../../editing/index.ts';
import { validate, locallyHandledStatuses } from '../../forms/index.ts';
import { useFormErrors } from '../../forms/useForm.tsx';
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
  const { contested } = edit;
  const { name } = edit.draft;

  return (
    <EditRecordCard
      title={texts.details}
      errors={errors}
      edit={edit}
      validate={() => validate({ name }, { name: nameRules(texts) })}
      conflictFields={
        contested && [{ name: texts.name, mine: contested.mine.name, theirs: contested.newer.name }]
      }
    >
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
    </EditRecordCard>
  );
}
