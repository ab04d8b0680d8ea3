import {
  Banner,
  Card,
  Button,
  CodeField,
  LinkButton,
  MoneyField,
  showToast,
  PageHeader,
  Select,
  TextField,
} from '@seller-connect/ui';
import type { CreatePriceBody } from '@seller-connect/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError, catalogueClient } from '../../api/index.ts';
import { priceQueryNames } from '../../api/queries/queryKeys.ts';
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
import { brandOptions, cachePrice, pricedBrandsQuery } from './queries.ts';
import { parseAmount, fields, createRules, separator, type Draft } from './form.ts';
import styles from './pricing.module.css';
import { texts } from './texts.ts';

const blank = { sku: '', name: '', brand: '', listPrice: '', floorPrice: '' };

/** Adds a product to the price list. */
export default function NewPriceScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const brands = useQuery(pricedBrandsQuery);
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const formDraft = useFormDraft('new price', createFieldsGuard(fields));
  const [draft, setDraft] = useState<Draft & { readonly sku: string }>(formDraft.restored ?? blank);
  const [failed, setFailed] = useState<string | null>(null);
  const set = (name: keyof typeof blank) => (value: string) => {
    const next = { ...draft, [name]: value };
    setDraft(next);
    formDraft.keep(next);
  };
  const discard = () => {
    setDraft(blank);
    formDraft.clear();
  };

  const create = useMutation({
    mutationFn: (body: CreatePriceBody) =>
      catalogueClient().call('createPrice', { body, handleErrorLocally: locallyHandledStatuses }),
    changes: priceQueryNames,
    async onSuccess(price) {
      formDraft.clear();
      cachePrice(queries, price);
      showToast({ tone: 'positive', title: texts.created(price.name) });
      await navigate({ to: `/pricing/${price.sku}`, ignoreBlocker: true, replace: true });
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
            if (errors.show(validate(draft, createRules(draft, texts)))) return;
            create.mutate({
              ...draft,
              listPrice: parseAmount(draft.listPrice) ?? '',
              floorPrice: parseAmount(draft.floorPrice) ?? '',
            });
          }}
        >
          {formDraft.restored !== null && <RestoredDraftBanner onDiscard={discard} />}
          {errors.count > 1 && (
            <Banner tone="negative" announced title={formMessages.several(errors.count)} />
          )}
          {failed !== null && <Banner tone="negative" announced title={failed} />}
          <CodeField
            {...errors.field('sku')}
            label={texts.sku}
            help={texts.skuHelp}
            maxLength={128}
            value={draft.sku}
            onValueChange={set('sku')}
          />
          <TextField
            {...errors.field('name')}
            label={texts.name}
            maxLength={400}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => set('name')(event.currentTarget.value)}
          />
          <Select
            {...errors.field('brand')}
            label={texts.brand}
            disabled={!brands.data}
            value={draft.brand}
            options={[
              { value: '', label: texts.chooseBrand },
              ...brandOptions(brands.data?.choices ?? []),
            ]}
            onValueChange={set('brand')}
          />
          <div className={styles.pair}>
            <MoneyField
              {...errors.field('listPrice')}
              label={texts.listPrice}
              separator={separator}
              sign={texts.sign}
              value={draft.listPrice}
              onValueChange={set('listPrice')}
            />
            <MoneyField
              {...errors.field('floorPrice')}
              label={texts.floorPrice}
              help={texts.floorHelp}
              separator={separator}
              sign={texts.sign}
              value={draft.floorPrice}
              onValueChange={set('floorPrice')}
            />
          </div>
          <div className={styles.actions}>
            <Button type="submit" variant="primary" busy={create.isPending}>
              {texts.create}
            </Button>
            <LinkButton variant="quiet" href="/pricing">
              {texts.cancel}
            </LinkButton>
          </div>
        </form>
      </Card>
      <UnsavedChangesGuard
        unsaved={!create.isSuccess && Object.values(draft).some((value) => value !== '')}
        onLeave={formDraft.clear}
      />
    </div>
  );
}
