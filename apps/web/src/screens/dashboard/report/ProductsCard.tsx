import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ReportProducts } from '@seller-connect/contract';
import {
  Block,
  BoxIcon,
  Button,
  Change,
  EmptyState,
  LinkButton,
  PartnerMark,
  Skeleton,
  Table,
  TextLink,
  VisuallyHidden,
  type TableColumn,
} from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { BlockFailure } from '../CardError.tsx';
import { brandName } from '../brandName.ts';
import { meaningOf } from './metrics.tsx';
import styles from './ProductsCard.module.css';
import { productsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { hrefOf, productsPlace, type ReportView, type SalesPart } from '../filters/filters.ts';

type Product = ReportProducts['items'][number];

const words = texts.products;

const nowhere = () => undefined;

/** How many are shown before more are asked for: as high as the shops beside them. */
const atFirst = 5;

export interface ProductsBlockProps {
  readonly view: ReportView;
  /** Where the orders of a part of the report are listed, once its days are known; another view's are nowhere. */
  readonly ordersOf: (part: SalesPart) => string | undefined;
  readonly live: boolean;
  /** The period before is completely read; null while nothing is known of it. */
  readonly comparable: boolean | null;
  /** Of a day that is not over: that products, which have no hours, are set against a whole one. */
  readonly wholeDay: string | null;
}

/** The products with the highest GMV of the period. */
export function ProductsBlock({ view, ordersOf, live, comparable, wholeDay }: ProductsBlockProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    productsQuery(view, live),
  );
  const [all, setAll] = useState(false);
  const place = useFocusOn(view.brand);
  const { brand, ...allBrands } = view;
  const title = brand === undefined ? words.title : words.ofBrand(brandName(brand));
  const empty = data?.items.length === 0;
  const shown = all ? data?.items : data?.items.slice(0, atFirst);
  return (
    <div ref={place} id={productsPlace} tabIndex={-1} className={styles.place}>
      <Block
        title={title}
        actions={
          brand !== undefined && (
            <LinkButton size="small" href={hrefOf(allBrands)}>
              {words.allBrands}
            </LinkButton>
          )
        }
        summary={
          data && !empty
            ? [
                words.summary(formats.number(shown?.length ?? 0), formats.number(data.total)),
                comparable === false ? texts.notComparable : wholeDay,
              ]
                .filter(Boolean)
                .join(' · ')
            : undefined
        }
        busy={isPlaceholderData}
        flush={data !== undefined && !empty}
      >
        {error && (
          <BlockFailure
            title={words.failed}
            error={error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton shape="row" count={atFirst} />}
        {data &&
          (empty ? (
            <EmptyState icon={<BoxIcon size={20} />} title={words.none}>
              {words.noneWhy}
            </EmptyState>
          ) : (
            <>
              <Table
                caption={title}
                columns={columnsOf(
                  data.currency,
                  isPlaceholderData ? nowhere : ordersOf,
                  comparable,
                  wholeDay !== null,
                )}
                rows={shown ?? []}
                rowKey={(product) => `${product.shopId} ${product.id}`}
                busy={isPlaceholderData}
              />
              {data.items.length > atFirst && (
                <div className={styles.more}>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-expanded={all}
                    onClick={() => setAll(!all)}
                  >
                    {all ? words.fewer : words.more(formats.number(data.items.length - atFirst))}
                  </Button>
                </div>
              )}
            </>
          ))}
      </Block>
    </div>
  );
}

/** Moves on to the block when another brand's products are wanted: the link to them stands elsewhere on the page. */
function useFocusOn(brand: string | undefined): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(brand);
  useEffect(() => {
    if (brand !== undefined && brand !== shown.current) place.current?.focus();
    shown.current = brand;
  }, [brand]);
  return place;
}

function columnsOf(
  currency: string,
  ordersOf: ProductsBlockProps['ordersOf'],
  comparable: boolean | null,
  openDay: boolean,
): TableColumn<Product>[] {
  return [
    {
      id: 'name',
      header: words.name,
      render: ({ id, name, sku, platform, shopId }) => (
        <span className={styles.product}>
          <PartnerMark partner={platform} />
          <span className={styles.words}>
            <span className={styles.name} title={name}>
              <TextLink quiet href={ordersOf({ shop: shopId, sku: id })}>
                {name}
              </TextLink>
            </span>
            <span className={styles.sku}>{sku === '' ? words.noSku : words.sku(sku)}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'units',
      header: words.units,
      align: 'end',
      render: ({ units }) => formats.number(units),
    },
    {
      id: 'gmv',
      header: words.gmv,
      align: 'end',
      // Exact: short amounts of one column have different digits.
      render: ({ gmv }) => formats.money(gmv, currency),
    },
    {
      id: 'change',
      header: words.change,
      align: 'end',
      render: ({ gmv, previousGmv }) =>
        comparable === true ? (
          <ProductChange now={gmv} before={previousGmv} openDay={openDay} />
        ) : (
          <NotComparable known={comparable === false} />
        ),
    },
  ];
}

/** A product of which the period before is not read yet is not a new one. */
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
  if (previous <= 0) return <span className={styles.sku}>{words.fresh}</span>;
  const change = (Number(now) - previous) / previous;
  return <Change text={formats.change(change)} {...meaningOf(change, openDay ? null : true)} />;
}
