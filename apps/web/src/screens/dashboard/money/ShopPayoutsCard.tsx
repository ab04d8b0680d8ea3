import { Card, PartnerMark, Table, TextLink, type TableColumn } from '@seller-connect/ui';
import type { ReportMoney, ShopMoney } from '@seller-connect/contract';
import { formats } from '../../../i18n/index.ts';
import { texts as home } from '../texts.ts';
import styles from './money.module.css';
import { texts } from './texts.ts';

const labels = texts.shopsBlock;
const { metrics } = texts;

export interface ShopPayoutsCardProps {
  readonly data: ReportMoney;
  readonly busy: boolean;
  /** Returns the address of a shop's overdue orders. */
  readonly overdueHrefOf: (shopId: string) => string | undefined;
}

/** The same metrics by shop. Shops whose marketplace provides no payout data say so. */
export function ShopPayoutsCard({ data, busy, overdueHrefOf }: ShopPayoutsCardProps) {
  return (
    <Card title={labels.title} busy={busy} flush>
      <Table
        caption={labels.caption}
        columns={columnsOf(data, overdueHrefOf)}
        rows={data.shops}
        rowKey={(shop) => shop.shopId}
        busy={busy}
        roomyCards
      />
    </Card>
  );
}

function columnsOf(
  { currency, timeZone, period }: ReportMoney,
  overdueHrefOf: ShopPayoutsCardProps['overdueHrefOf'],
): TableColumn<ShopMoney>[] {
  const end = 'end' as const;
  const money = (amount: string | null) =>
    amount === null ? '–' : formats.money(amount, currency);
  return [
    {
      id: 'shop',
      header: labels.shop,
      render: (shop) => (
        <span className={styles.shop}>
          <PartnerMark partner={shop.platform} />
          <span>{shop.name}</span>
        </span>
      ),
    },
    {
      id: 'payout',
      header: metrics.payout.name,
      align: end,
      render: (shop) =>
        shop.reason === null ? money(shop.payout) : renderMissingReason(shop.reason),
    },
    { id: 'fees', header: metrics.fees.name, align: end, render: (shop) => money(shop.fees) },
    {
      id: 'takeRate',
      header: metrics.takeRate.name,
      align: end,
      render: ({ takeRate }) => (takeRate === null ? '–' : formats.percent(takeRate)),
    },
    {
      id: 'pending',
      header: metrics.pending.name,
      align: end,
      render: (shop) => money(shop.pending),
    },
    {
      id: 'overdue',
      header: metrics.overdueOrders.name,
      align: end,
      render: ({ shopId, overdueOrders }) =>
        overdueOrders === null ? (
          '–'
        ) : overdueOrders === 0 ? (
          formats.number(0)
        ) : (
          <TextLink href={overdueHrefOf(shopId)}>{formats.number(overdueOrders)}</TextLink>
        ),
    },
    {
      id: 'asOf',
      header: labels.asOf,
      render: ({ asOf, daysLoading, reason }) => {
        const loading = daysLoading > 0 && daysLoading < period.days && reason === null;
        if (loading) return home.daysLoading(daysLoading);
        return asOf === null ? '–' : formats.dateTime(asOf, timeZone);
      },
    },
  ];
}

function renderMissingReason(reason: NonNullable<ShopMoney['reason']>) {
  const whyNots = {
    not_provided: texts.notProvided,
    loading: home.periodLoading,
    to_come: home.toCome,
  };
  return <span className={styles.why}>{whyNots[reason]}</span>;
}
