import type { OrderBasis, OrderRow, OrderSort } from '@seller-connect/contract';
import {
  Lines,
  PartnerMark,
  ProductPicture,
  Quiet,
  Table,
  TextLink,
  Tooltip,
  useIsPhone,
  type RowCard,
  type TableColumn,
} from '@seller-connect/ui';
import { formats } from '../../i18n/index.ts';
import { chosenColumns, type ColumnChoice } from '../../lists/columns/columns.ts';
import { sortProps } from '../../lists/index.ts';
import { ShopName } from '../../shops/ShopName.tsx';
import { sorts, type OrderColumn } from './filters.ts';
import {
  currencyLines,
  OrderTotalsLine,
  totalText,
  type OrderTotalsQuery,
} from './OrderTotals.tsx';
import styles from './orders.module.css';
import { ReturnedNote, StagePill } from './StagePill.tsx';
import { texts } from './texts.ts';

export interface OrderTableProps {
  readonly rows: readonly OrderRow[];
  /** The sums of the whole list, of which the rows are a page. */
  readonly totals: OrderTotalsQuery;
  /** Which time of an order is shown: the one by which the list is sorted. */
  readonly basis: OrderBasis;
  readonly choice: ColumnChoice<OrderColumn>;
  readonly sort: OrderSort;
  readonly onSort: (sort: OrderSort) => void;
  readonly busy: boolean;
}

export function OrderTable(props: OrderTableProps) {
  const { rows, totals, basis, choice, sort, onSort, busy } = props;
  const isPhone = useIsPhone();
  return (
    <>
      <Table
        caption={texts.caption}
        rows={rows}
        rowKey={keyOf}
        cardOf={(order) => cardOf(order, basis, sort)}
        busy={busy}
        linkedRows
        frozen={choice.frozen}
        {...sortProps(sort, sorts, onSort)}
        columns={chosenColumns(choice.columns, columnsOf(basis, totals))}
      />
      {isPhone && <OrderTotalsLine totals={totals} />}
    </>
  );
}

function columnsOf(
  basis: OrderBasis,
  totals: OrderTotalsQuery,
): Record<OrderColumn, Omit<TableColumn<OrderRow>, 'id'>> {
  return {
    order: {
      header: texts.columns.order,
      render: (order) => (
        <span className={styles.order}>
          <PartnerMark partner={order.platform} />
          <Lines>
            <TextLink href={hrefOf(order)}>{order.orderId}</TextLink>
            <Quiet>{order.shopName}</Quiet>
          </Lines>
        </span>
      ),
      total: totalText(totals),
    },
    time: {
      header: texts.columns[basis],
      sortable: true,
      render: ({ createdAt, committedAt, timeZone, isCod }) => {
        const at = basis === 'committed' ? (committedAt ?? createdAt) : createdAt;
        return (
          <Lines>
            <time dateTime={at}>{formats.dateTime(at, timeZone)}</time>
            <Quiet>{isCod ? texts.paysOnDelivery : texts.prepaid}</Quiet>
          </Lines>
        );
      },
    },
    stage: {
      header: texts.columns.stage,
      render: (order) => (
        <span className={styles.state}>
          <StagePill stage={order.stage} />
          {order.isSplit && <Quiet>{texts.split}</Quiet>}
          <ReturnedNote of={order} />
        </span>
      ),
    },
    shop: {
      header: texts.shop,
      render: (order) => (
        <span className={styles.unbroken}>
          <ShopName partner={order.platform}>{order.shopName}</ShopName>
        </span>
      ),
    },
    payment: {
      header: texts.columns.payment,
      render: ({ isCod }) => (
        <span className={styles.unbroken}>{isCod ? texts.paysOnDelivery : texts.prepaid}</span>
      ),
    },
    products: {
      header: texts.columns.products,
      render: (order) => (
        <span className={styles.product}>
          <ProductPicture src={order.picture} />
          <Lines>
            <span className={styles.name} title={order.products[0]}>
              {order.products[0]}
            </span>
            <Quiet>{unitsText(order, texts.andMore)}</Quiet>
          </Lines>
        </span>
      ),
    },
    units: {
      header: texts.columns.units,
      align: 'end',
      sortable: true,
      render: ({ units }) => formats.number(units),
      total: currencyLines(totals, ({ units }) => formats.number(units)),
    },
    gmv: {
      header: texts.columns.gmv,
      align: 'end',
      sortable: true,
      render: (order) => formats.money(order.gmv, order.currency),
      total: currencyLines(totals, ({ gmv, currency }) => formats.money(gmv, currency)),
    },
    netSales: {
      header: texts.columns.netSales,
      align: 'end',
      sortable: true,
      render: (order) =>
        order.committedAt === null ? (
          <Tooltip content={texts.notYetSale}>–</Tooltip>
        ) : (
          formats.money(order.netSales, order.currency)
        ),
      total: currencyLines(totals, ({ netSales, currency }) => formats.money(netSales, currency)),
    },
  };
}

const keyOf = ({ shopId, orderId }: OrderRow) => `${shopId} ${orderId}`;

const hrefOf = ({ shopId, orderId }: OrderRow) =>
  `/orders/${shopId}/${encodeURIComponent(orderId)}`;

/** Number and amount; product and units; state and time. Sorted by time, the cards stand below their days. */
function cardOf(order: OrderRow, basis: OrderBasis, sort: OrderSort): RowCard {
  const { createdAt, committedAt, timeZone, products } = order;
  const at = basis === 'committed' ? (committedAt ?? createdAt) : createdAt;
  const isByTime = sort === 'time' || sort === '-time';
  return {
    href: hrefOf(order),
    media: <ProductPicture src={order.picture} size={48} />,
    title: (
      <span className={styles.order}>
        <PartnerMark partner={order.platform} size={16} />
        <span className={styles.number}>
          <bdi>{order.orderId}</bdi>
        </span>
      </span>
    ),
    value: formats.money(order.gmv, order.currency),
    text: products[0],
    // The name of the product needs the width.
    textEnd: unitsText(order, texts.plusProducts),
    detail: (
      <span className={styles.about}>
        <StagePill stage={order.stage} />
        <ReturnedNote of={order} />
      </span>
    ),
    detailEnd: (
      <time dateTime={at}>
        {isByTime ? formats.time(at, timeZone) : formats.dateTime(at, timeZone)}
      </time>
    ),
    ...(isByTime ? { group: formats.date(at, timeZone) } : {}),
  };
}

/** The number of other products, or else that of the units. A cancelled order has no units. */
function unitsText(
  { productCount, units }: OrderRow,
  countText: (count: number) => string,
): string | undefined {
  if (productCount > 1) return countText(productCount - 1);
  return units === 0 ? undefined : texts.times(formats.number(units));
}
