import { CodeField, showToast, Select, TextField } from '@seller-connect/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { catalogueClient } from '../../api/index.ts';
import { priceQueryNames } from '../../api/queries/queryKeys.ts';
import {
  createFieldsGuard,
  NewRecordPage,
  useDraftValues,
  useOpenCreated,
} from '../../editing/index.ts';
import { validate, locallyHandledStatuses } from '../../forms/index.ts';
import { useForm } from '../../forms/useForm.tsx';
import { brandOptions, cachePrice, pricedBrandsQuery } from './queries.ts';
import { parseAmount, fields, createRules } from './form.ts';
import { PriceFields } from './PriceFields.tsx';
import { texts } from './texts.ts';

const blank = { sku: '', name: '', brand: '', listPrice: '', floorPrice: '' };

/** Adds a product to the price list. */
export default function NewPriceScreen() {
  const openCreated = useOpenCreated();
  const queries = useQueryClient();
  const brands = useQuery(pricedBrandsQuery);
  const draft = useDraftValues('new price', createFieldsGuard(fields), blank);
  const { values } = draft;
  const set = (name: keyof typeof blank) => (value: string) => draft.change({ [name]: value });
  const form = useForm({
    fields,
    validate: () => validate(values, createRules(values, texts)),
    send: async () => ({
      sent: values,
      price: await catalogueClient().call('createPrice', {
        body: {
          ...values,
          listPrice: parseAmount(values.listPrice) ?? '',
          floorPrice: parseAmount(values.floorPrice) ?? '',
        },
        handleErrorLocally: locallyHandledStatuses,
      }),
    }),
    changes: priceQueryNames,
    async onSuccess({ sent, price }) {
      draft.moveAfter(sent, `price ${price.sku}`, price.version);
      cachePrice(queries, price);
      showToast({ tone: 'positive', title: texts.created(price.name) });
      await openCreated(`/pricing/${price.sku}`);
    },
  });

  return (
    <NewRecordPage
      title={texts.newTitle}
      intro={texts.newIntro}
      form={form}
      draft={draft}
      typed={Object.values(values).some((value) => value !== '')}
      create={texts.create}
      listPath="/pricing"
    >
      <CodeField
        {...form.field('sku')}
        label={texts.sku}
        help={texts.skuHelp}
        maxLength={128}
        value={values.sku}
        onValueChange={set('sku')}
      />
      <TextField
        {...form.field('name')}
        label={texts.name}
        maxLength={400}
        autoComplete="off"
        value={values.name}
        onChange={(event) => set('name')(event.currentTarget.value)}
      />
      <Select
        {...form.field('brand')}
        label={texts.brand}
        disabled={!brands.data}
        value={values.brand}
        options={[
          { value: '', label: texts.chooseBrand },
          ...brandOptions(brands.data?.choices ?? []),
        ]}
        onValueChange={set('brand')}
      />
      <PriceFields errors={form} values={values} onChange={draft.change} />
    </NewRecordPage>
  );
}
