import { showToast, Select, TextField, Quiet } from '@seller-connect/ui';
import type { Price } from '@seller-connect/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { catalogueClient } from '../../api/index.ts';
import { priceQueryNames } from '../../api/queries/queryKeys.ts';
import {
  createFieldsGuard,
  EditRecordCard,
  useVersionedEdit,
  type ConflictField,
} from '../../editing/index.ts';
import { validate, locallyHandledStatuses } from '../../forms/index.ts';
import { useFormErrors } from '../../forms/useForm.tsx';
import { formats } from '../../i18n/index.ts';
import { brandOptions, cachePrice, pricedBrandsQuery } from './queries.ts';
import {
  formatDifference,
  parseAmount,
  hasChanges,
  toDraft,
  editable,
  editRules,
  parsePrice,
  type Draft,
} from './form.ts';
import styles from './pricing.module.css';
import { PriceFields } from './PriceFields.tsx';
import { texts } from './texts.ts';

/** Edits a product and its price, with a preview of the difference. */
export function PriceForm({ price }: { readonly price: Price }) {
  const queries = useQueryClient();
  const brands = useQuery(pricedBrandsQuery);
  const errors = useFormErrors(editable);
  const edit = useVersionedEdit({
    form: `price ${price.sku}`,
    isDraft: createFieldsGuard(editable),
    stored: price,
    draftOf: toDraft,
    differs: hasChanges,
    update: (typed: Draft, version) =>
      catalogueClient().call('updatePrice', {
        params: { sku: price.sku },
        body: {
          version,
          name: typed.name,
          brand: typed.brand,
          listPrice: parseAmount(typed.listPrice) ?? '',
          floorPrice: parseAmount(typed.floorPrice) ?? '',
        },
        handleErrorLocally: locallyHandledStatuses,
      }),
    read: parsePrice,
    keep: (stored) => cachePrice(queries, stored),
    changes: priceQueryNames,
    onSaved: () => showToast({ tone: 'positive', title: texts.saved }),
    errors,
  });
  const { draft, contested } = edit;
  const set = (name: keyof Draft) => (value: string) => edit.change({ ...draft, [name]: value });

  return (
    <EditRecordCard
      title={texts.details}
      summary={texts.since(formats.day(price.validFrom))}
      errors={errors}
      edit={edit}
      validate={() => validate(draft, editRules(draft, texts))}
      conflictFields={contested && conflictOf(contested.mine, contested.newer)}
    >
      <PriceFields
        errors={errors}
        values={draft}
        onChange={(change) => edit.change({ ...draft, ...change })}
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
        value={draft.brand}
        options={brandOptions(brands.data?.choices ?? [], price.brand)}
        onValueChange={set('brand')}
      />
      <PriceChangePreview price={price} draft={draft} />
    </EditRecordCard>
  );
}

/** The old price, the new price and the difference; hidden while no price changes. */
function PriceChangePreview({ price, draft }: { readonly price: Price; readonly draft: Draft }) {
  const { currency } = price;
  const rows = [
    { name: texts.listPrice, before: price.listPrice, after: parseAmount(draft.listPrice) },
    { name: texts.floorPrice, before: price.floorPrice, after: parseAmount(draft.floorPrice) },
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
              <Quiet> {formatDifference(before, after, currency).text}</Quiet>
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
      mine: money(parseAmount(draft.listPrice)),
      theirs: money(newer.listPrice),
    },
    {
      name: texts.floorPrice,
      mine: money(parseAmount(draft.floorPrice)),
      theirs: money(newer.floorPrice),
    },
    { name: texts.name, mine: draft.name, theirs: newer.name },
    { name: texts.brand, mine: draft.brand, theirs: newer.brand.code },
  ];
  const different = all.filter((field) => field.mine !== field.theirs);
  return different.length > 0 ? different : all.slice(0, 1);
}
