import { CoinsIcon, PageHeader, Page } from '@seller-connect/ui';
import type { Price, PriceChange } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { RecordColumns, HistoryCard } from '../../editing/index.ts';
import { RecordState, useRouteParam } from '../../lists/index.ts';
import { PriceForm } from './PriceForm.tsx';
import { priceQuery } from './queries.ts';
import { texts } from './texts.ts';
import { catalogueClient } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { formats } from '../../i18n/index.ts';

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

/** The change history of a price: who changed what, and when. */
function PriceHistory({ sku, currency }: { sku: string; currency: string }) {
  return (
    <HistoryCard
      title={texts.history}
      historyKey={queryKey('priceHistory', { sku })}
      fetchPage={(page) => catalogueClient().call('priceHistory', { params: { sku }, ...page })}
      describeChange={(change) => describeChange(change, currency)}
    />
  );
}

function describeChange({ before, after }: PriceChange, currency: string): string[] {
  const money = (amount: string) => formats.money(amount, currency);
  if (before === null) return [texts.added(money(after.listPrice), money(after.floorPrice))];
  const line = (format: (a: string, b: string) => string, a: string, b: string) =>
    a === b ? [] : [format(a, b)];
  return [
    ...line(texts.changedList, money(before.listPrice), money(after.listPrice)),
    ...line(texts.changedFloor, money(before.floorPrice), money(after.floorPrice)),
    ...line(texts.renamed, before.name, after.name),
    ...line(texts.moved, before.brandCode, after.brandCode),
  ];
}
