import {
  Banner,
  Card,
  Button,
  CodeField,
  LinkButton,
  showToast,
  PageHeader,
  Select,
  TextField,
} from '@seller-connect/ui';
import type { CreateBrandBody } from '@seller-connect/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError, catalogueClient } from '../../api/index.ts';
import { brandQueryNames } from '../../api/queries/queryKeys.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import {
  createFieldsGuard,
  UnsavedChangesGuard,
  RestoredDraftBanner,
  useFormDraft,
} from '../../editing/index.ts';
import {
  validate,
  toFieldErrors,
  formErrorMessage,
  locallyHandledStatuses,
  useFieldErrors,
} from '../../forms/index.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';
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
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const formDraft = useFormDraft('new brand', createFieldsGuard(typed));
  const [draft, setDraft] = useState(formDraft.restored ?? blank);
  const { name } = draft;
  // The code follows the name until the user edits it.
  const code = draft.hasOwnCode === 'yes' ? draft.code : suggestCode(name);
  const [failed, setFailed] = useState<string | null>(null);
  const change = (part: Partial<typeof draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    formDraft.keep(next);
  };

  const create = useMutation({
    mutationFn: (body: CreateBrandBody) =>
      catalogueClient().call('createBrand', { body, handleErrorLocally: locallyHandledStatuses }),
    changes: brandQueryNames,
    async onSuccess(brand) {
      formDraft.clear();
      queries.setQueryData(brandQuery(brand.code).queryKey, brand);
      showToast({ tone: 'positive', title: texts.created(brand.name) });
      await navigate({ to: `/brands/${brand.code}`, ignoreBlocker: true, replace: true });
    },
    onError(error) {
      if (error instanceof ApiError && errors.show(toFieldErrors(error, fields))) return;
      setFailed(formErrorMessage(error));
    },
  });

  return (
    <div className={styles.narrow}>
      <PageHeader title={texts.newTitle}>{texts.newIntro}</PageHeader>
      <Card>
        <form
          ref={form}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (create.isPending) return;
            setFailed(null);
            const values = valuesOf(new FormData(event.currentTarget));
            if (!errors.show(validate(values, rulesOf(texts)))) create.mutate(values);
          }}
        >
          {formDraft.restored !== null && (
            <RestoredDraftBanner
              onDiscard={() => {
                setDraft(blank);
                formDraft.clear();
              }}
            />
          )}
          {errors.count > 1 && (
            <Banner tone="negative" announced title={formMessages.several(errors.count)} />
          )}
          {failed !== null && <Banner tone="negative" announced title={failed} />}
          <TextField
            {...errors.field('name')}
            label={texts.name}
            help={texts.nameHelp}
            maxLength={240}
            autoComplete="off"
            value={name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <CodeField
            {...errors.field('code')}
            label={texts.code}
            help={texts.codeHelp}
            maxLength={64}
            value={code}
            onValueChange={(own) => change({ code: own, hasOwnCode: 'yes' })}
          />
          <Select
            label={texts.status}
            name="status"
            value={draft.status}
            options={[
              { value: 'Active', label: texts.statuses.Active },
              { value: 'Inactive', label: texts.statuses.Inactive },
            ]}
            onValueChange={(status) => change({ status })}
          />
          <div className={styles.actions}>
            <Button type="submit" variant="primary" busy={create.isPending}>
              {texts.create}
            </Button>
            <LinkButton variant="quiet" href="/brands">
              {texts.cancel}
            </LinkButton>
          </div>
        </form>
      </Card>
      <UnsavedChangesGuard
        unsaved={!create.isSuccess && (name !== '' || draft.hasOwnCode === 'yes')}
        onLeave={formDraft.clear}
      />
    </div>
  );
}
