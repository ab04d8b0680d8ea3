import type { Order, OrderLine } from '@seller-connect/contract';
import {
  Button,
  Card,
  Lines,
  ProductPicture,
  Quiet,
  Table,
  Tooltip,
  type RowCard,
  type TableColumn,
} from '@seller-connect/ui';
import { useState } from 'react';
import { formats } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
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
        cardOf={(line) => cardOf(line, order.currency)}
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
          <Lines>
            <span className={styles.wrapped}>{line.name}</span>
            <Quiet>{skuText(line)}</Quiet>
          </Lines>
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
        const parts = voucherTexts(line, currency);
        return parts.length === 0 ? (
          '–'
        ) : (
          <Lines>
            {parts.map((part) => (
              <span key={part}>{part}</span>
            ))}
          </Lines>
        );
      },
    },
    {
      id: 'stage',
      header: texts.lineColumns.stage,
      render: (line) => <LineState line={line} />,
    },
  ];
}

function skuText({ sellerSku, equalLines }: OrderLine): string {
  const sku = sellerSku === '' ? texts.noSku : sellerSku;
  return equalLines > 1 ? `${sku} · ${texts.equalLines(formats.number(equalLines))}` : sku;
}

function voucherTexts({ sellerVoucher, platformVoucher }: OrderLine, currency: string): string[] {
  const money = (amount: string) => formats.money(amount, currency);
  return [
    Number(sellerVoucher) === 0 ? null : texts.ofShop(money(sellerVoucher)),
    Number(platformVoucher) === 0 ? null : texts.ofPlatform(money(platformVoucher)),
  ].filter((part) => part !== null);
}

function LineState({ line }: { readonly line: OrderLine }) {
  return (
    <span className={styles.state}>
      <Tooltip content={texts.marketplaceStatus(line.rawStatus)}>
        <StagePill stage={line.stage} />
      </Tooltip>
      <Quiet>
        {[
          // The raw status is the only information about an unknown stage.
          line.stage === 'unknown' && texts.marketplaceStatus(line.rawStatus),
          line.cancelledBy && knownText<string | null>(texts.byWhom, line.cancelledBy, null),
          knownText<string | null>(texts.outcomes, line.outcome, null),
          line.outcome !== 'returned' &&
            line.returnedQuantity > 0 &&
            texts.partReturned(formats.number(line.returnedQuantity)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Quiet>
    </span>
  );
}

/** Name and price; SKU and quantity; state, list price and vouchers. */
function cardOf(line: OrderLine, currency: string): RowCard {
  const { listPrice, sellerPrice } = line;
  const prices = [
    ...(Number(listPrice) === Number(sellerPrice)
      ? []
      : [`${texts.lineColumns.listPrice} ${formats.money(listPrice, currency)}`]),
    ...voucherTexts(line, currency),
  ];
  return {
    media: <ProductPicture src={line.picture} size={48} />,
    title: <span className={styles.wrapped}>{line.name}</span>,
    value: formats.money(sellerPrice, currency),
    text: <Quiet>{skuText(line)}</Quiet>,
    textEnd: texts.times(formats.number(line.quantity)),
    detail: <LineState line={line} />,
    detailEnd: (
      <span className={styles.sums}>
        {prices.map((price) => (
          <span key={price}>{price}</span>
        ))}
      </span>
    ),
  };
}
