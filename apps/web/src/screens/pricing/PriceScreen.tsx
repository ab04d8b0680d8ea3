import { CoinsIcon, EmptyState, LinkButton, PageHeader } from '@seller-connect/ui';
import type { Price } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { RecordPending } from '../../lists/index.ts';
import { PriceFields } from './PriceForm.tsx';
import { PriceHistory } from './PriceHistory.tsx';
import styles from './pricing.module.css';
import { priceQuery } from './queries.ts';
import { texts } from './texts.ts';

/** One product of the price list: its price, what can be changed, and what was. */
export function PriceScreen() {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const sku = typeof params['sku'] === 'string' ? params['sku'].toUpperCase() : '';
  // Another product is another form.
  return <PriceOf key={sku} sku={sku} />;
}

function PriceOf({ sku }: { readonly sku: string }) {
  const query = useQuery(priceQuery(sku));
  if (query.data) return <PriceRoot price={query.data} />;
  return (
    <RecordPending
      title={sku}
      query={query}
      failed={texts.loadFailed}
      missing={
        <EmptyState
          title={texts.missing(sku)}
          icon={<CoinsIcon size={24} />}
          action={<LinkButton href="/pricing">{texts.backToList}</LinkButton>}
        >
          {texts.missingText}
        </EmptyState>
      }
    />
  );
}

function PriceRoot({ price }: { readonly price: Price }) {
  return (
    <div className={styles.screen}>
      <PageHeader title={price.name}>
        {price.sku} · {price.brand.name}
      </PageHeader>
      <div className={styles.root}>
        <PriceFields price={price} />
        <PriceHistory sku={price.sku} currency={price.currency} />
      </div>
    </div>
  );
}
