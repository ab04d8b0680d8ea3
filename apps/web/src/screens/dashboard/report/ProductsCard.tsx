import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ReportProducts } from '@seller-connect/contract';
import {
  Card,
  BoxIcon,
  Button,
  MetricChange,
  EmptyState,
  LinkButton,
  PartnerMark,
  ProductPicture,
  Skeleton,
  Table,
  TextLink,
  VisuallyHidden,
  type RowCard,
  type TableColumn,
} from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { CardError } from '../CardError.tsx';
import { blockTexts } from './blockTexts.ts';
import { brandName } from './brandName.ts';
import { classifyChange } from './metrics.tsx';
import styles from './ProductsCard.module.css';
import { productsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { reportHref, productsAnchor, type SalesPart } from '../filters/drillDown.ts';
import type { ReportFilters } from '../filters/filters.ts';

type Product = ReportProducts['items'][number];

const labels = blockTexts.products;

const noLink = () => undefined;

/** Initial number of rows; matches the height of the card beside it. */
const initialCount = 5;

export interface ProductsCardProps {
  readonly filters: ReportFilters;
  /**
   * Returns the address of the orders behind part of the report; undefined while it is not loaded for these filters.
   */
  readonly ordersOf: (part: SalesPart) => string | undefined;
  readonly live: boolean;
  /** Whether the previous period is completely synced; null while unknown. */
  readonly comparable: boolean | null;
  /** Note that an unfinished day is compared with a whole one, because products have no hours. */
  readonly wholeDay: string | null;
}

/** The products with the highest GMV in the period. */
export default function ProductsCard({
  filters,
  ordersOf,
  live,
  comparable,
  wholeDay,
}: ProductsCardProps) {
  const query = useQuery(productsQuery(filters, live));
  const { data, error, isPlaceholderData } = query;
  const [all, setAll] = useState(false);
  const blockRef = useFocusOn(filters.brand);
  const { brand, ...allBrands } = filters;
  const title = brand === undefined ? labels.title : labels.ofBrand(brandName(brand));
  const empty = data?.items.length === 0;
  const rowProps = {
    currency: data?.currency ?? '',
    ordersOf: isPlaceholderData ? noLink : ordersOf,
    comparable,
    isOpenDay: wholeDay !== null,
  };
  const visibleProducts = all ? data?.items : data?.items.slice(0, initialCount);
  return (
    <div ref={blockRef} id={productsAnchor} tabIndex={-1} className={styles.place}>
      <Card
        title={title}
        actions={
          brand !== undefined && (
            <LinkButton size="small" href={reportHref(allBrands)}>
              {labels.allBrands}
            </LinkButton>
          )
        }
        summary={
          data && !empty
            ? [
                labels.summary(
                  formats.number(visibleProducts?.length ?? 0),
                  formats.number(data.total),
                ),
                comparable === false ? texts.notComparable : wholeDay,
              ]
                .filter(Boolean)
                .join(' · ')
            : undefined
        }
        busy={isPlaceholderData}
        flush={data !== undefined && !empty}
      >
        {error && <CardError title={labels.failed} query={query} />}
        {!data && !error && <Skeleton shape="row" count={initialCount} />}
        {data &&
          (empty ? (
            <EmptyState icon={<BoxIcon size={20} />} title={labels.none}>
              {labels.noneWhy}
            </EmptyState>
          ) : (
            <>
              <Table
                caption={title}
                columns={columnsOf(rowProps)}
                cardOf={(product) => cardOf(product, rowProps)}
                rows={visibleProducts ?? []}
                rowKey={(product) => `${product.shopId} ${product.id}`}
                busy={isPlaceholderData}
              />
              {data.items.length > initialCount && (
                <div className={styles.more}>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-expanded={all}
                    onClick={() => setAll(!all)}
                  >
                    {all
                      ? labels.fewer
                      : labels.more(formats.number(data.items.length - initialCount))}
                  </Button>
                </div>
              )}
            </>
          ))}
      </Card>
    </div>
  );
}

/** Moves the focus to the card when another brand is selected, because the link is elsewhere on the page. */
function useFocusOn(brand: string | undefined): RefObject<HTMLDivElement | null> {
  const blockRef = useRef<HTMLDivElement>(null);
  const previousBrand = useRef(brand);
  useEffect(() => {
    if (brand !== undefined && brand !== previousBrand.current) blockRef.current?.focus();
    previousBrand.current = brand;
  }, [brand]);
  return blockRef;
}

interface ShownProducts extends Pick<ProductsCardProps, 'ordersOf' | 'comparable'> {
  readonly currency: string;
  readonly isOpenDay: boolean;
}

function columnsOf(shown: ShownProducts): TableColumn<Product>[] {
  const { currency, ordersOf } = shown;
  return [
    {
      id: 'name',
      header: labels.name,
      render: ({ id, name, sku, platform, shopId, picture }) => (
        <span className={styles.product}>
          <ProductPicture src={picture} />
          <span className={styles.texts}>
            <span className={styles.name} title={name}>
              <TextLink quiet href={ordersOf({ shop: shopId, sku: id })}>
                {name}
              </TextLink>
            </span>
            <Sku platform={platform} sku={sku} />
          </span>
        </span>
      ),
    },
    {
      id: 'units',
      header: labels.units,
      align: 'end',
      render: ({ units }) => formats.number(units),
    },
    {
      id: 'gmv',
      header: labels.gmv,
      align: 'end',
      // Exact amounts: abbreviated ones would have different precision in the same column.
      render: ({ gmv }) => formats.money(gmv, currency),
    },
    {
      id: 'change',
      header: labels.change,
      align: 'end',
      render: (product) => changeOf(product, shown),
    },
  ];
}

/** Name and GMV; SKU; units and change. */
function cardOf(product: Product, shown: ShownProducts): RowCard {
  const { id, name, sku, platform, shopId, picture, units, gmv } = product;
  return {
    href: shown.ordersOf({ shop: shopId, sku: id }),
    media: <ProductPicture src={picture} size={48} />,
    title: name,
    value: formats.money(gmv, shown.currency),
    text: <Sku platform={platform} sku={sku} />,
    detail: `${labels.units}: ${formats.number(units)}`,
    detailEnd: changeOf(product, shown),
  };
}

function Sku({ platform, sku }: Pick<Product, 'platform' | 'sku'>) {
  return (
    <span className={styles.sku}>
      <PartnerMark partner={platform} size={16} />
      {sku === '' ? labels.noSku : labels.sku(sku)}
    </span>
  );
}

function changeOf({ gmv, previousGmv }: Product, { comparable, isOpenDay }: ShownProducts) {
  return comparable === true ? (
    <ProductChange now={gmv} before={previousGmv} openDay={isOpenDay} />
  ) : (
    <NotComparable known={comparable === false} />
  );
}

/** A product whose previous period is not synced must not appear as new. */
function NotComparable({ known }: { readonly known: boolean }) {
  return (
    <span className={styles.sku}>
      <span aria-hidden="true">–</span>
      {known && <VisuallyHidden>{texts.notComparable}</VisuallyHidden>}
    </span>
  );
}

interface ProductChangeProps {
  readonly now: string;
  readonly before: string;
  readonly openDay: boolean;
}

function ProductChange({ now, before, openDay }: ProductChangeProps) {
  const previous = Number(before);
  if (previous <= 0) return <span className={styles.sku}>{labels.fresh}</span>;
  const change = (Number(now) - previous) / previous;
  return (
    <MetricChange
      text={formats.change(change)}
      {...classifyChange(change, openDay ? null : true)}
    />
  );
}
