import {
  Card,
  Button,
  CodeField,
  LinkButton,
  showToast,
  PageHeader,
  Select,
  TextField,
  Page,
} from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { catalogueClient } from '../../api/index.ts';
import { brandQueryNames } from '../../api/queries/queryKeys.ts';
import {
  createFieldsGuard,
  UnsavedChangesGuard,
  RestoredDraft,
  useDraftValues,
} from '../../editing/index.ts';
import { validate, locallyHandledStatuses } from '../../forms/index.ts';
import { FormMessages, useForm } from '../../forms/useForm.tsx';
import styles from './brands.module.css';
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
  const navigate = useNavigate();
  const queries = useQueryClient();
  const draft = useDraftValues('new brand', createFieldsGuard(typed), blank);
  const { name, hasOwnCode, status } = draft.values;
  // The code follows the name until the user edits it.
  const code = hasOwnCode === 'yes' ? draft.values.code : suggestCode(name);
  const form = useForm({
    fields,
    validate: (data) => validate(valuesOf(data), rulesOf(texts)),
    send: (data) =>
      catalogueClient().call('createBrand', {
        body: valuesOf(data),
        handleErrorLocally: locallyHandledStatuses,
      }),
    changes: brandQueryNames,
    async onSuccess(brand) {
      draft.clear();
      queries.setQueryData(brandQuery(brand.code).queryKey, brand);
      showToast({ tone: 'positive', title: texts.created(brand.name) });
      await navigate({ to: `/brands/${brand.code}`, ignoreBlocker: true, replace: true });
    },
  });

  return (
    <Page width="narrow">
      <PageHeader title={texts.newTitle}>{texts.newIntro}</PageHeader>
      <Card>
        <form {...form.props} className={styles.form}>
          <RestoredDraft draft={draft} form={form} />
          <FormMessages form={form} />
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
            options={[
              { value: 'Active', label: texts.statuses.Active },
              { value: 'Inactive', label: texts.statuses.Inactive },
            ]}
            onValueChange={(next) => draft.change({ status: next })}
          />
          <div className={styles.actions}>
            <Button type="submit" variant="primary" busy={form.busy}>
              {texts.create}
            </Button>
            <LinkButton variant="quiet" href="/brands">
              {texts.cancel}
            </LinkButton>
          </div>
        </form>
      </Card>
      <UnsavedChangesGuard
        unsaved={!form.isSent && (name !== '' || hasOwnCode === 'yes')}
        onLeave={draft.clear}
      />
    </Page>
  );
}
