import type { Listing, ListingPage, ListingSort } from '@seller-connect/contract';
import {
  Lines,
  ProductPicture,
  Quiet,
  Table,
  TextLink,
  Tooltip,
  useIsPhone,
  type RowCard,
  type TableColumn,
} from '@seller-connect/ui';
import { useState } from 'react';
import { chosenColumns, type ColumnChoice } from '../../lists/columns/columns.ts';
import { sortProps } from '../../lists/index.ts';
import { formats } from '../../i18n/index.ts';
import { ShopName } from '../../shops/ShopName.tsx';
import styles from './products.module.css';
import { texts } from './texts.ts';
import { sorts, type ProductColumn } from './filters.ts';
import { CoverText, StockButton, StockDialog } from './StockDialog.tsx';

export interface ProductTableProps {
  readonly rows: readonly Listing[];
  /** Of the whole list, of which the rows are a page. */
  readonly whole: Pick<ListingPage, 'total' | 'totals'>;
  readonly busy: boolean;
  readonly choice: ColumnChoice<ProductColumn>;
  readonly sort: ListingSort;
  readonly onSort: (sort: ListingSort) => void;
}

/** Orders of the same shop: a seller SKU may be a different product in another shop. */
function ordersOf({ sellerSku, shopId }: Listing): string {
  return `/orders?${new URLSearchParams({ q: sellerSku, shop: shopId })}`;
}

/** The products of a page, each of which opens its stock by day. */
export function ProductTable(props: ProductTableProps) {
  const { rows, whole, busy, choice, sort, onSort } = props;
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState<Listing | null>(null);
  return (
    <>
      <Table
        caption={texts.caption}
        rows={rows}
        rowKey={keyOf}
        cardOf={(product) => cardOf(product, setOpened)}
        busy={busy}
        linkedRows
        frozen={choice.frozen}
        {...sortProps(sort, sorts, onSort)}
        columns={chosenColumns(choice.columns, columnsOf(whole, setOpened))}
      />
      {isPhone && (
        <p className={styles.totals}>
          <span>{texts.total(formats.number(whole.total))}</span>
          <span>{texts.inStock(formats.number(whole.totals.stock))}</span>
        </p>
      )}
      <StockDialog product={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function columnsOf(
  { total, totals }: ProductTableProps['whole'],
  onOpen: (product: Listing) => void,
): Record<ProductColumn, Omit<TableColumn<Listing>, 'id'>> {
  return {
    name: {
      header: texts.columns.name,
      sortable: true,
      firstDirection: 'ascending',
      render: (product) => (
        <span className={styles.product}>
          <ProductPicture src={product.picture} />
          <Lines>
            <span className={styles.name}>
              {product.sellerSku === '' ? (
                product.name
              ) : (
                <TextLink quiet href={ordersOf(product)}>
                  {product.name}
                </TextLink>
              )}
            </span>
            {product.goneAt !== null && (
              <span className={styles.none}>{texts.gone(formats.date(product.goneAt))}</span>
            )}
            <Quiet>{product.sellerSku || texts.noSku}</Quiet>
          </Lines>
        </span>
      ),
      total: texts.total(formats.number(total)),
    },
    sku: {
      header: texts.columns.sku,
      sortable: true,
      firstDirection: 'ascending',
      render: ({ sellerSku }) => sellerSku || texts.noSku,
    },
    shop: {
      header: texts.columns.shop,
      render: (product) => <ShopName partner={product.platform}>{product.shopName}</ShopName>,
    },
    price: {
      header: texts.columns.price,
      align: 'end',
      sortable: true,
      render: ({ price, specialPrice, currency }) => (
        <Lines>
          {formats.money(specialPrice ?? price, currency)}
          {specialPrice !== null && specialPrice !== price && (
            <Quiet>{texts.listPrice(formats.money(price, currency))}</Quiet>
          )}
        </Lines>
      ),
    },
    listPrice: {
      header: texts.columns.listPrice,
      align: 'end',
      render: ({ price, currency }) => formats.money(price, currency),
    },
    stock: {
      header: texts.columns.stock,
      align: 'end',
      sortable: true,
      firstDirection: 'ascending',
      render: ({ stock, goneAt }) => {
        if (goneAt !== null) return '–';
        if (stock === null) return <Tooltip content={texts.cover.missing.stock_unknown}>–</Tooltip>;
        return stock === 0 ? (
          <span className={styles.none}>{texts.none}</span>
        ) : (
          formats.number(stock)
        );
      },
      total:
        totals.stockUnknown === 0 ? (
          formats.number(totals.stock)
        ) : (
          <Tooltip content={texts.stockUnknown(formats.number(totals.stockUnknown))}>
            {formats.number(totals.stock)}
          </Tooltip>
        ),
    },
    cover: {
      header: texts.columns.cover,
      align: 'end',
      sortable: true,
      firstDirection: 'ascending',
      render: (product) => (
        <span className={styles.cover}>
          <CoverText product={product} />
          <StockButton product={product} onOpen={onOpen} />
        </span>
      ),
    },
    status: {
      header: texts.columns.status,
      render: ({ status }) => status,
    },
    changedAt: {
      header: texts.columns.changedAt,
      align: 'end',
      sortable: true,
      render: ({ changedAt }) => (
        <time className={styles.when} dateTime={changedAt}>
          {formats.dateTime(changedAt)}
        </time>
      ),
    },
  };
}

const keyOf = ({ shopId, itemId, skuId }: Listing) => `${shopId} ${itemId} ${skuId}`;

/** Name and price; SKU and stock; shop. */
function cardOf(product: Listing, onOpen: (product: Listing) => void): RowCard {
  const { name, price, specialPrice, currency, sellerSku, stock, goneAt } = product;
  return {
    action: <StockButton product={product} onOpen={onOpen} />,
    ...(sellerSku === '' ? {} : { href: ordersOf(product) }),
    media: <ProductPicture src={product.picture} size={48} />,
    title: name,
    value: formats.money(specialPrice ?? price, currency),
    text: <Quiet>{sellerSku || texts.noSku}</Quiet>,
    textEnd:
      goneAt !== null || stock === null ? undefined : stock === 0 ? (
        <span className={styles.none}>{texts.none}</span>
      ) : (
        <>
          {texts.inStock(formats.number(stock))}
          {product.daysOfCover !== null && (
            <>
              {' · '}
              <CoverText product={product} />
            </>
          )}
        </>
      ),
    detail: (
      <ShopName partner={product.platform} size={16}>
        {product.shopName}
      </ShopName>
    ),
    detailEnd: goneAt === null ? undefined : texts.gone(formats.date(goneAt)),
  };
}
