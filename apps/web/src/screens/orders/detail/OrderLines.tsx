import type { Order, OrderLine } from '@seller-connect/contract';
import { Button, Card, ProductPicture, Table, Tooltip, type TableColumn } from '@seller-connect/ui';
import { useState } from 'react';
import { formats } from '../../../i18n/index.ts';
import styles from '../orders.module.css';
import { StagePill } from '../StagePill.tsx';
import { texts } from '../texts.ts';

/** Number of lines shown initially and added per click. */
const linesAtOnce = 50;

/** The lines of an order, each with its outcome and the marketplace's own status. */
export function OrderLines({ order }: { readonly order: Order }) {
  const [limit, setLimit] = useState(linesAtOnce);
  const more = Math.min(linesAtOnce, order.lines.length - limit);
  return (
    <Card title={texts.lines} summary={texts.linesWhat} flush>
      <Table
        caption={texts.lines}
        rows={order.lines.slice(0, limit)}
        rowKey={(line) => line.lineId}
        roomyCards
        columns={columnsOf(order.currency)}
      />
      {more > 0 && (
        <div className={styles.more}>
          <Button variant="quiet" onClick={() => setLimit(limit + linesAtOnce)}>
            {texts.moreLines(formats.number(more))}
          </Button>
        </div>
      )}
    </Card>
  );
}

function columnsOf(currency: string): TableColumn<OrderLine>[] {
  const money = (amount: string) => formats.money(amount, currency);
  return [
    {
      id: 'name',
      header: texts.lineColumns.name,
      render: (line) => (
        <span className={styles.line}>
          <ProductPicture src={line.picture} />
          <span className={styles.words}>
            <span className={styles.wrapped}>{line.name}</span>
            <span className={styles.quiet}>
              {line.sellerSku === '' ? texts.noSku : line.sellerSku}
              {line.equalLines > 1 && ` · ${texts.equalLines(formats.number(line.equalLines))}`}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'quantity',
      header: texts.lineColumns.quantity,
      align: 'end',
      render: (line) => formats.number(line.quantity),
    },
    {
      id: 'listPrice',
      header: texts.lineColumns.listPrice,
      align: 'end',
      render: (line) => money(line.listPrice),
    },
    {
      id: 'sellerPrice',
      header: texts.lineColumns.sellerPrice,
      align: 'end',
      render: (line) => money(line.sellerPrice),
    },
    {
      id: 'vouchers',
      header: texts.lineColumns.vouchers,
      align: 'end',
      render: (line) => {
        const parts = [
          Number(line.sellerVoucher) === 0 ? null : texts.ofShop(money(line.sellerVoucher)),
          Number(line.platformVoucher) === 0 ? null : texts.ofPlatform(money(line.platformVoucher)),
        ].filter((part) => part !== null);
        return parts.length === 0 ? (
          '–'
        ) : (
          <span className={styles.words}>
            {parts.map((part) => (
              <span key={part}>{part}</span>
            ))}
          </span>
        );
      },
    },
    {
      id: 'stage',
      header: texts.lineColumns.stage,
      render: (line) => (
        <span className={styles.state}>
          <Tooltip content={texts.marketplaceStatus(line.rawStatus)}>
            <StagePill stage={line.stage} />
          </Tooltip>
          <span className={styles.quiet}>
            {[
              // The raw status is the only information about an unknown stage.
              line.stage === 'unknown' && texts.marketplaceStatus(line.rawStatus),
              line.cancelledBy && texts.byWhom[line.cancelledBy],
              texts.outcomes[line.outcome],
              line.outcome !== 'returned' &&
                line.returnedQuantity > 0 &&
                texts.partReturned(formats.number(line.returnedQuantity)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
  ];
}
