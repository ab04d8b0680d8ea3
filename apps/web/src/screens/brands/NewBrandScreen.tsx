import { CodeField, showToast, Select, TextField } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import { catalogueClient } from '../../api/index.ts';
import { brandQueryNames } from '../../api/queries/queryKeys.ts';
import {
  createFieldsGuard,
  NewRecordPage,
  useDraftValues,
  useOpenCreated,
} from '../../editing/index.ts';
import { validate, locallyHandledStatuses } from '../../forms/index.ts';
import { useForm } from '../../forms/useForm.tsx';
import { statuses } from './filters.ts';
import { suggestCode, fields, rulesOf, valuesOf } from './form.ts';
import { brandQuery } from './queries.ts';
import { texts } from './texts.ts';

const typed = ['name', 'code', 'hasOwnCode', 'status'] as const;
const blank: Readonly<Record<(typeof typed)[number], string>> = {
  name: '',
  code: '',
  hasOwnCode: '',
  status: 'Active',
};

/** Creates a brand with a name, a code and a status. */
export default function NewBrandScreen() {
  const openCreated = useOpenCreated();
  const queries = useQueryClient();
  const draft = useDraftValues('new brand', createFieldsGuard(typed), blank);
  const { name, hasOwnCode, status } = draft.values;
  // The code follows the name until the user edits it.
  const code = hasOwnCode === 'yes' ? draft.values.code : suggestCode(name);
  const form = useForm({
    fields,
    validate: (data) => validate(valuesOf(data), rulesOf(texts)),
    send: async (data) => ({
      sent: draft.values,
      brand: await catalogueClient().call('createBrand', {
        body: valuesOf(data),
        handleErrorLocally: locallyHandledStatuses,
      }),
    }),
    changes: brandQueryNames,
    async onSuccess({ sent, brand }) {
      draft.moveAfter(sent, `brand ${brand.code}`, brand.version);
      queries.setQueryData(brandQuery(brand.code).queryKey, brand);
      showToast({ tone: 'positive', title: texts.created(brand.name) });
      await openCreated(`/brands/${brand.code}`);
    },
  });

  return (
    <NewRecordPage
      title={texts.newTitle}
      intro={texts.newIntro}
      form={form}
      draft={draft}
      typed={name !== '' || hasOwnCode === 'yes'}
      create={texts.create}
      listPath="/brands"
    >
      <TextField
        {...form.field('name')}
        label={texts.name}
        help={texts.nameHelp}
        maxLength={240}
        autoComplete="off"
        value={name}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
      />
      <CodeField
        {...form.field('code')}
        label={texts.code}
        help={texts.codeHelp}
        maxLength={64}
        value={code}
        onValueChange={(own) => draft.change({ code: own, hasOwnCode: 'yes' })}
      />
      <Select
        label={texts.status}
        name="status"
        value={status}
        options={statuses.map((value) => ({ value, label: texts.statuses[value] }))}
        onValueChange={(next) => draft.change({ status: next })}
      />
    </NewRecordPage>
  );
}
