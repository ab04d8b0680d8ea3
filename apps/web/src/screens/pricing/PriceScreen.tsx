import { CoinsIcon, PageHeader, Page } from '@seller-connect/ui';
import type { Price } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { RecordColumns } from '../../editing/index.ts';
import { RecordState, useRouteParam } from '../../lists/index.ts';
import { PriceForm } from './PriceForm.tsx';
import { PriceHistory } from './PriceHistory.tsx';
import { priceQuery } from './queries.ts';
import { texts } from './texts.ts';

/** One product of the price list, with its form and its history. */
export default function PriceScreen() {
  const sku = useRouteParam('sku').toUpperCase();
  // Each product gets a new form.
  return <PriceLoader key={sku} sku={sku} />;
}

function PriceLoader({ sku }: { readonly sku: string }) {
  const query = useQuery(priceQuery(sku));
  if (query.data) return <PriceDetails price={query.data} />;
  return (
    <RecordState
      title={sku}
      query={query}
      failed={texts.loadFailed}
      missing={{
        title: texts.missing(sku),
        text: texts.missingText,
        icon: <CoinsIcon size={24} />,
        back: { href: '/pricing', label: texts.backToList },
      }}
    />
  );
}

function PriceDetails({ price }: { readonly price: Price }) {
  return (
    <Page>
      <PageHeader title={price.name}>
        {price.sku} · {price.brand.name}
      </PageHeader>
      <RecordColumns>
        <PriceForm price={price} />
        <PriceHistory sku={price.sku} currency={price.currency} />
      </RecordColumns>
    </Page>
  );
}
