import type { OrderBasis, OrderRow } from '@seller-connect/contract';
import {
  CardList,
  PartnerMark,
  ProductPicture,
  Table,
  TextLink,
  Tooltip,
  useIsPhone,
  type RowCard,
} from '@seller-connect/ui';
import { formats } from '../../i18n/index.ts';
import styles from './orders.module.css';
import { StagePill } from './StagePill.tsx';
import { texts } from './texts.ts';

export interface OrderTableProps {
  readonly rows: readonly OrderRow[];
  /** Which time of an order is shown: the one by which the list is sorted. */
  readonly basis: OrderBasis;
  readonly busy: boolean;
}

export function OrderTable({ rows, basis, busy }: OrderTableProps) {
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <CardList
        label={texts.caption}
        rows={rows}
        rowKey={keyOf}
        cardOf={(order) => cardOf(order, basis)}
        busy={busy}
      />
    );
  }
  return (
    <Table
      caption={texts.caption}
      rows={rows}
      rowKey={keyOf}
      busy={busy}
      linkedRows
      columns={[
        {
          id: 'order',
          header: texts.columns.order,
          render: (order) => (
            <span className={styles.order}>
              <PartnerMark partner={order.platform} />
              <span className={styles.words}>
                <TextLink href={hrefOf(order)}>{order.orderId}</TextLink>
                <span className={styles.quiet}>{order.shopName}</span>
              </span>
            </span>
          ),
        },
        {
          id: basis,
          header: texts.columns[basis],
          render: ({ createdAt, committedAt, timeZone, isCod }) => {
            const at = basis === 'committed' ? (committedAt ?? createdAt) : createdAt;
            return (
              <span className={styles.words}>
                <time dateTime={at}>{formats.dateTime(at, timeZone)}</time>
                <span className={styles.quiet}>{isCod ? texts.paysOnDelivery : texts.prepaid}</span>
              </span>
            );
          },
        },
        {
          id: 'stage',
          header: texts.columns.stage,
          render: (order) => (
            <span className={styles.state}>
              <StagePill stage={order.stage} />
              {order.isSplit && <span className={styles.quiet}>{texts.split}</span>}
            </span>
          ),
        },
        {
          id: 'products',
          header: texts.columns.products,
          render: (order) => (
            <span className={styles.product}>
              <ProductPicture src={order.picture} />
              <span className={styles.words}>
                <span className={styles.name} title={order.products[0]}>
                  {order.products[0]}
                </span>
                <span className={styles.quiet}>{unitsText(order)}</span>
              </span>
            </span>
          ),
        },
        {
          id: 'gmv',
          header: texts.columns.gmv,
          align: 'end',
          render: (order) => formats.money(order.gmv, order.currency),
        },
        {
          id: 'netSales',
          header: texts.columns.netSales,
          align: 'end',
          render: (order) =>
            order.committedAt === null ? (
              <Tooltip content={texts.notYetSale}>–</Tooltip>
            ) : (
              formats.money(order.netSales, order.currency)
            ),
        },
      ]}
    />
  );
}

const keyOf = ({ shopId, orderId }: OrderRow) => `${shopId} ${orderId}`;

const hrefOf = ({ shopId, orderId }: OrderRow) =>
  `/orders/${shopId}/${encodeURIComponent(orderId)}`;

/** Number and amount; product and units; state and time. */
function cardOf(order: OrderRow, basis: OrderBasis): RowCard {
  const { createdAt, committedAt, timeZone, products } = order;
  const at = basis === 'committed' ? (committedAt ?? createdAt) : createdAt;
  return {
    href: hrefOf(order),
    media: <ProductPicture src={order.picture} size={48} />,
    title: (
      <span className={styles.order}>
        <PartnerMark partner={order.platform} size={16} />
        <span className={styles.words}>{order.orderId}</span>
      </span>
    ),
    value: formats.money(order.gmv, order.currency),
    text: products[0],
    textEnd: unitsText(order),
    detail: <StagePill stage={order.stage} />,
    detailEnd: <time dateTime={at}>{formats.time(at, timeZone)}</time>,
    group: formats.date(at, timeZone),
  };
}

/** The number of other products, or else that of the units. A cancelled order has no units. */
function unitsText({ productCount, units }: OrderRow): string | undefined {
  if (productCount > 1) return texts.andMore(productCount - 1);
  return units === 0 ? undefined : texts.times(formats.number(units));
}
