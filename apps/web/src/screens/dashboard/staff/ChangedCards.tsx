import {
  Card,
  CoinsIcon,
  EmptyState,
  LinkButton,
  Row,
  RowList,
  RowText,
  Skeleton,
  StatusPill,
  TagIcon,
  TextLink,
} from '@seller-connect/ui';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formats } from '../../../i18n/index.ts';
import { LoadError } from '../../../loading/LoadError.tsx';
import { changedBrandsQuery, changedPricesQuery } from './queries.ts';
import styles from './StaffHome.module.css';
import { texts } from './texts.ts';

/** The brands that were changed last. */
export function ChangedBrands() {
  return (
    <ChangedCard
      title={texts.changedBrands}
      all={<TextLink href="/brands?sort=-updatedAt">{texts.all.brands}</TextLink>}
      query={useQuery(changedBrandsQuery)}
      empty={
        <EmptyState
          icon={<TagIcon size={24} />}
          title={texts.empty.brands}
          action={<LinkButton href="/brands/new">{texts.empty.newBrand}</LinkButton>}
        >
          {texts.empty.brandsText}
        </EmptyState>
      }
      renderRow={({ code, name, status, updatedAt }) => (
        <Row
          key={code}
          title={<TextLink href={`/brands/${encodeURIComponent(code)}`}>{name}</TextLink>}
          actions={
            status === 'Inactive' && <StatusPill state="paused">{texts.inactiveBrand}</StatusPill>
          }
        >
          <RowText>{texts.changed(formats.relative(updatedAt))}</RowText>
        </Row>
      )}
    />
  );
}

/** The prices that apply since the latest day. */
export function ChangedPrices() {
  return (
    <ChangedCard
      title={texts.changedPrices}
      all={<TextLink href="/pricing?sort=-validFrom">{texts.all.prices}</TextLink>}
      query={useQuery(changedPricesQuery)}
      empty={
        <EmptyState
          icon={<CoinsIcon size={24} />}
          title={texts.empty.prices}
          action={<LinkButton href="/pricing/new">{texts.empty.newPrice}</LinkButton>}
        >
          {texts.empty.pricesText}
        </EmptyState>
      }
      renderRow={({ sku, name, brand, listPrice, currency, validFrom }) => (
        <Row
          key={sku}
          title={<TextLink href={`/pricing/${encodeURIComponent(sku)}`}>{name}</TextLink>}
          actions={<span className={styles.amount}>{formats.money(listPrice, currency)}</span>}
        >
          <RowText>
            {brand.name} · {texts.validFrom(formats.day(validFrom))}
          </RowText>
        </Row>
      )}
    />
  );
}

interface ChangedCardProps<Row> {
  readonly title: string;
  /** Link to the whole list. */
  readonly all: ReactNode;
  readonly query: UseQueryResult<{ readonly items: readonly Row[] }>;
  readonly empty: ReactNode;
  readonly renderRow: (row: Row) => ReactNode;
}

function ChangedCard<Row>({ title, all, query, empty, renderRow }: ChangedCardProps<Row>) {
  const { data, isError } = query;
  return (
    <Card
      flush
      title={title}
      busy={!data && !isError}
      // Inside a line of text, the touch area of a link takes no height.
      actions={data?.items.length ? <span>{all}</span> : null}
    >
      {!data && !isError && (
        <div className={styles.padded}>
          <Skeleton shape="row" count={3} />
        </div>
      )}
      {isError && !data && (
        <div className={styles.padded}>
          <LoadError title={texts.failed} query={query} />
        </div>
      )}
      {data?.items.length === 0 && empty}
      {data && data.items.length > 0 && <RowList>{data.items.map(renderRow)}</RowList>}
    </Card>
  );
}
