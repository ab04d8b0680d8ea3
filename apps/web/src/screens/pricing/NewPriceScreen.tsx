import {
  Banner,
  Block,
  Button,
  CodeField,
  LinkButton,
  MoneyField,
  notify,
  PageHeader,
  Select,
  TextField,
} from '@seller-connect/ui';
import type { CreatePriceBody } from '@seller-connect/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiFailure, catalogue } from '../../api/index.ts';
import { priceQueries } from '../../api/queries/queryKeys.ts';
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
import { brandOptions } from './brandOptions.ts';
import { amountOf, fields, newRules, separator, type Draft } from './form.ts';
import styles from './pricing.module.css';
import { keepPrice, pricedBrandsQuery } from './queries.ts';
import { texts } from './texts.ts';

const blank = { sku: '', name: '', brand: '', listPrice: '', floorPrice: '' };

/** A product that comes into the price list. */
export function NewPriceScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const brands = useQuery(pricedBrandsQuery);
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const kept = useDraft('new price', hasFields(fields));
  const [draft, setDraft] = useState<Draft & { readonly sku: string }>(kept.restored ?? blank);
  const [failed, setFailed] = useState<string | null>(null);
  const set = (name: keyof typeof blank) => (value: string) => {
    const next = { ...draft, [name]: value };
    setDraft(next);
    kept.keep(next);
  };
  const discard = () => {
    setDraft(blank);
    kept.forget();
  };

  const create = useMutation({
    mutationFn: (body: CreatePriceBody) =>
      catalogue().call('createPrice', { body, handleErrorLocally: formStatuses }),
    changes: priceQueries,
    async onSuccess(price) {
      kept.forget();
      keepPrice(queries, price);
      notify({ tone: 'positive', title: texts.created(price.name) });
      await navigate({ to: `/pricing/${price.sku}`, ignoreBlocker: true, replace: true });
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
            if (errors.show(check(draft, newRules(draft, texts)))) return;
            create.mutate({
              ...draft,
              listPrice: amountOf(draft.listPrice) ?? '',
              floorPrice: amountOf(draft.floorPrice) ?? '',
            });
          }}
        >
          {kept.restored !== null && <RestoredBanner onDiscard={discard} />}
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
      </Block>
      <LeaveGuard
        unsaved={!create.isSuccess && Object.values(draft).some((value) => value !== '')}
        onLeave={kept.forget}
      />
    </div>
  );
}
