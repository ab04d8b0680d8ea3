import type { OrderBasis, OrderRow } from '@seller-connect/contract';
import { PartnerMark, Table, TextLink, Tooltip } from '@seller-connect/ui';
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
  return (
    <Table
      caption={texts.caption}
      rows={rows}
      rowKey={(order) => `${order.shopId} ${order.orderId}`}
      busy={busy}
      roomyCards
      columns={[
        {
          id: 'order',
          header: texts.columns.order,
          render: (order) => (
            <span className={styles.order}>
              <PartnerMark partner={order.platform} />
              <span className={styles.words}>
                <TextLink href={`/orders/${order.shopId}/${encodeURIComponent(order.orderId)}`}>
                  {order.orderId}
                </TextLink>
                <span className={styles.quiet}>{order.shopName}</span>
              </span>
            </span>
          ),
        },
        {
          id: basis,
          header: texts.columns[basis],
          render: ({ createdAt, committedAt, timeZone }) => {
            const at = basis === 'committed' ? (committedAt ?? createdAt) : createdAt;
            return <time dateTime={at}>{formats.dateTime(at, timeZone)}</time>;
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
            <span className={styles.words}>
              <span className={styles.name} title={order.products[0]}>
                {order.products[0]}
              </span>
              {order.productCount > 1 && (
                <span className={styles.quiet}>{texts.andMore(order.productCount - 1)}</span>
              )}
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
