import {
  Banner,
  Block,
  Button,
  CodeField,
  LinkButton,
  notify,
  PageHeader,
  Select,
  TextField,
} from '@seller-connect/ui';
import type { CreateBrandBody } from '@seller-connect/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiFailure, catalogue } from '../../api/index.ts';
import { brandQueries } from '../../api/queries/queryKeys.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { hasFields, LeaveGuard, RestoredBanner, useDraft } from '../../editing/index.ts';
import {
  check,
  fieldErrorsOf,
  formProblem,
  formStatuses,
  useFieldErrors,
} from '../../forms/index.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import styles from './brands.module.css';
import { codeFor, fields, rulesOf, valuesOf } from './form.ts';
import { brandQuery } from './queries.ts';
import { texts } from './texts.ts';

const typed = ['name', 'code', 'hasOwnCode', 'status'] as const;
const blank: Readonly<Record<(typeof typed)[number], string>> = {
  name: '',
  code: '',
  hasOwnCode: '',
  status: 'Active',
};

/** A new brand: its name, its code, its status. */
export function NewBrandScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const kept = useDraft('new brand', hasFields(typed));
  const [draft, setDraft] = useState(kept.restored ?? blank);
  const { name } = draft;
  // Until the person writes a code of their own it follows the name.
  const code = draft.hasOwnCode === 'yes' ? draft.code : codeFor(name);
  const [failed, setFailed] = useState<string | null>(null);
  const change = (part: Partial<typeof draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    kept.keep(next);
  };

  const create = useMutation({
    mutationFn: (body: CreateBrandBody) =>
      catalogue().call('createBrand', { body, handleErrorLocally: formStatuses }),
    changes: brandQueries,
    async onSuccess(brand) {
      kept.forget();
      queries.setQueryData(brandQuery(brand.code).queryKey, brand);
      notify({ tone: 'positive', title: texts.created(brand.name) });
      await navigate({ to: `/brands/${brand.code}`, ignoreBlocker: true, replace: true });
    },
    onError(error) {
      if (error instanceof ApiFailure && errors.show(fieldErrorsOf(error, fields))) return;
      setFailed(formProblem(error));
    },
  });

  return (
    <div className={styles.narrow}>
      <PageHeader title={texts.newTitle}>{texts.newIntro}</PageHeader>
      <Block>
        <form
          ref={form}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (create.isPending) return;
            setFailed(null);
            const values = valuesOf(new FormData(event.currentTarget));
            if (!errors.show(check(values, rulesOf(texts)))) create.mutate(values);
          }}
        >
          {kept.restored !== null && (
            <RestoredBanner
              onDiscard={() => {
                setDraft(blank);
                kept.forget();
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
      </Block>
      <LeaveGuard
        unsaved={!create.isSuccess && (name !== '' || draft.hasOwnCode === 'yes')}
        onLeave={kept.forget}
      />
    </div>
  );
}
