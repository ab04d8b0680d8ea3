import { Banner, Block, Button, MoneyField, notify, Select, TextField } from '@seller-connect/ui';
import type { Price } from '@seller-connect/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { catalogue } from '../../api/index.ts';
import { priceQueries } from '../../api/queries/queryKeys.ts';
import {
  ConflictDialog,
  hasFields,
  LeaveGuard,
  RestoredBanner,
  useVersionedEdit,
  type ConflictField,
} from '../../editing/index.ts';
import { check, fieldErrorsOf, formStatuses, useFieldErrors } from '../../forms/index.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import { formats } from '../../i18n/index.ts';
import { brandOptions } from './brandOptions.ts';
import { differenceOf } from './difference.ts';
import {
  amountOf,
  differs,
  draftOf,
  editable,
  editRules,
  priceFrom,
  separator,
  type Draft,
} from './form.ts';
import styles from './pricing.module.css';
import { keepPrice, pricedBrandsQuery } from './queries.ts';
import { texts } from './texts.ts';

/** What can be changed of a product and its price, with the difference in sight before it is saved. */
export function PriceFields({ price }: { readonly price: Price }) {
  const queries = useQueryClient();
  const brands = useQuery(pricedBrandsQuery);
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, editable);
  const edit = useVersionedEdit({
    form: `price ${price.sku}`,
    isDraft: hasFields(editable),
    stored: price,
    draftOf,
    differs,
    update: (typed: Draft, version) =>
      catalogue().call('updatePrice', {
        params: { sku: price.sku },
        body: {
          version,
          name: typed.name,
          brand: typed.brand,
          listPrice: amountOf(typed.listPrice) ?? '',
          floorPrice: amountOf(typed.floorPrice) ?? '',
        },
        handleErrorLocally: formStatuses,
      }),
    read: priceFrom,
    keep: (stored) => keepPrice(queries, stored),
    changes: priceQueries,
    onSaved: () => notify({ tone: 'positive', title: texts.saved }),
    showFields: (failure) => errors.show(fieldErrorsOf(failure, editable)),
  });
  const { draft, unsaved, newer } = edit;
  const set = (name: keyof Draft) => (value: string) => edit.change({ ...draft, [name]: value });

  return (
    <Block title={texts.details} summary={texts.since(formats.day(price.validFrom))}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (edit.busy) return;
          edit.begin();
          if (errors.show(check(draft, editRules(draft, texts)))) return;
          edit.save();
        }}
      >
        {edit.isRestored && <RestoredBanner onDiscard={edit.reset} />}
        {errors.count > 1 && (
          <Banner tone="negative" announced title={formMessages.several(errors.count)} />
        )}
        {edit.failed !== null && <Banner tone="negative" announced title={edit.failed} />}
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
          value={draft.brand}
          options={brandOptions(brands.data?.choices ?? [], price.brand)}
          onValueChange={set('brand')}
        />
        <BeforeSaving price={price} draft={draft} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={edit.busy} disabled={!unsaved}>
            {texts.save}
          </Button>
          {unsaved && (
            <Button
              variant="quiet"
              onClick={() => {
                errors.show({});
                edit.reset();
              }}
            >
              {texts.cancel}
            </Button>
          )}
        </div>
      </form>
      <ConflictDialog fields={newer && conflictOf(draft, newer)} {...edit.conflict} />
      <LeaveGuard unsaved={unsaved} onLeave={edit.reset} />
    </Block>
  );
}

/** Old, new and difference of what is about to be saved; nothing while no price changes. */
function BeforeSaving({ price, draft }: { readonly price: Price; readonly draft: Draft }) {
  const { currency } = price;
  const rows = [
    { name: texts.listPrice, before: price.listPrice, after: amountOf(draft.listPrice) },
    { name: texts.floorPrice, before: price.floorPrice, after: amountOf(draft.floorPrice) },
  ].flatMap(({ name, before, after }) =>
    after === null || after === before ? [] : [{ name, before, after }],
  );
  if (rows.length === 0) return null;
  return (
    <section className={styles.before} aria-label={texts.beforeSaving}>
      <p className={styles.choiceName}>{texts.beforeSaving}</p>
      <dl>
        {rows.map(({ name, before, after }) => (
          <div key={name} className={styles.change}>
            <dt>{name}</dt>
            <dd>
              {texts.fromTo(formats.money(before, currency), formats.money(after, currency))}
              <span className={styles.quiet}> {differenceOf(before, after, currency).text}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function conflictOf(draft: Draft, newer: Price): ConflictField[] {
  const money = (amount: string | null) =>
    amount === null ? '–' : formats.money(amount, newer.currency);
  const all = [
    {
      name: texts.listPrice,
      mine: money(amountOf(draft.listPrice)),
      theirs: money(newer.listPrice),
    },
    {
      name: texts.floorPrice,
      mine: money(amountOf(draft.floorPrice)),
      theirs: money(newer.floorPrice),
    },
    { name: texts.name, mine: draft.name, theirs: newer.name },
    { name: texts.brand, mine: draft.brand, theirs: newer.brand.code },
  ];
  const different = all.filter((field) => field.mine !== field.theirs);
  return different.length > 0 ? different : all.slice(0, 1);
}
