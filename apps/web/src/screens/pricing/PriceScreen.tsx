import {
  Banner,
  Block,
  Button,
  CoinsIcon,
  EmptyState,
  LinkButton,
  PageHeader,
  Skeleton,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiFailure } from '../../api/index.ts';
import { shared } from '../../texts/index.ts';
import { PriceFields } from './PriceFields.tsx';
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
  const { data: price, error, isFetching, refetch } = useQuery(priceQuery(sku));
  if (price) {
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
  const missing = error instanceof ApiFailure && error.status === 404;
  return (
    <div className={styles.narrow}>
      <PageHeader title={sku} />
      <Block busy={!error}>
        {!error && <Skeleton shape="row" count={4} />}
        {missing && (
          <EmptyState
            title={texts.missing(sku)}
            icon={<CoinsIcon size={24} />}
            action={<LinkButton href="/pricing">{texts.backToList}</LinkButton>}
          >
            {texts.missingText}
          </EmptyState>
        )}
        {error && !missing && (
          <Banner
            tone="negative"
            announced
            title={texts.loadFailed}
            actions={
              <Button size="small" busy={isFetching} onClick={() => void refetch()}>
                {shared.tryAgain}
              </Button>
            }
          >
            {(error instanceof ApiFailure && error.serverMessage) || shared.somethingWentWrong}
          </Banner>
        )}
      </Block>
    </div>
  );
}
