import {
  Card,
  PartnerMark,
  Table,
  TextLink,
  useIsPhone,
  type TableColumn,
} from '@seller-connect/ui';
import type { ReportMoney, ShopMoney } from '@seller-connect/contract';
import { toE4 } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import { fromTableSort, toTableSort } from '../../../lists/listParams.ts';
import { sortRows } from '../../../lists/sortRows.ts';
import { texts as home } from '../texts.ts';
import styles from './money.module.css';
import { texts } from './texts.ts';

const labels = texts.shopsBlock;
const { metrics } = texts;

export interface ShopPayoutsCardProps {
  readonly data: ReportMoney;
  readonly busy: boolean;
  /** A column, with a leading minus for descending; by descending payout by default. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
  /** Returns the address of a shop's overdue orders. */
  readonly overdueHrefOf: (shopId: string) => string | undefined;
}

/** The same metrics by shop. Shops whose marketplace provides no payout data say so. */
export function ShopPayoutsCard(props: ShopPayoutsCardProps) {
  const { data, busy, overdueHrefOf } = props;
  const isPhone = useIsPhone();
  const sort = toTableSort(props.sort ?? '-payout');
  return (
    <Card title={labels.title} busy={busy} flush>
      <Table
        caption={labels.caption}
        columns={columnsOf(data, overdueHrefOf).map(({ total, ...column }) => ({
          ...column,
          // On a phone the rows are cards, and the tiles above have the totals.
          ...(!isPhone && { total }),
        }))}
        rows={sortRows(data.shops, sortValues[sort.column] ?? noValue, sort)}
        sort={sort}
        onSort={(by) => props.onSort(fromTableSort(by))}
        rowKey={(shop) => shop.shopId}
        busy={busy}
        roomyCards
      />
    </Card>
  );
}

function columnsOf(
  { currency, timeZone, period, ...totals }: ReportMoney,
  overdueHrefOf: ShopPayoutsCardProps['overdueHrefOf'],
): TableColumn<ShopMoney>[] {
  const end = 'end' as const;
  const money = (amount: string | null) =>
    amount === null ? '–' : formats.money(amount, currency);
  const percent = (rate: number | null) => (rate === null ? '–' : formats.percent(rate));
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
      total: labels.total,
    },
    {
      id: 'payout',
      header: metrics.payout.name,
      align: end,
      sortable: true,
      total: money(totals.payout.value),
      render: (shop) =>
        shop.reason === null ? money(shop.payout) : renderMissingReason(shop.reason),
    },
    {
      id: 'fees',
      header: metrics.fees.name,
      align: end,
      sortable: true,
      total: money(totals.fees.value),
      render: (shop) => money(shop.fees),
    },
    {
      id: 'takeRate',
      header: metrics.takeRate.name,
      align: end,
      sortable: true,
      total: percent(totals.takeRate.value),
      render: ({ takeRate }) => percent(takeRate),
    },
    {
      id: 'pending',
      header: metrics.pending.name,
      align: end,
      sortable: true,
      total: money(totals.pending),
      render: (shop) => money(shop.pending),
    },
    {
      id: 'overdue',
      header: metrics.overdueOrders.name,
      align: end,
      sortable: true,
      total: formats.number(totals.states.find(({ state }) => state === 'overdue')?.orders ?? 0),
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
      align: end,
      render: ({ asOf, daysLoading, reason }) => {
        const loading = daysLoading > 0 && daysLoading < period.days && reason === null;
        if (loading) return home.daysLoading(daysLoading);
        return asOf === null ? '–' : formats.dateTime(asOf, timeZone);
      },
    },
  ];
}

const noValue = () => null;
const sortValues: Readonly<Record<string, (shop: ShopMoney) => bigint | number | null>> = {
  payout: ({ payout }) => (payout === null ? null : toE4(payout)),
  fees: ({ fees }) => (fees === null ? null : toE4(fees)),
  takeRate: ({ takeRate }) => takeRate,
  pending: ({ pending }) => (pending === null ? null : toE4(pending)),
  overdue: ({ overdueOrders }) => overdueOrders,
};

function renderMissingReason(reason: NonNullable<ShopMoney['reason']>) {
  const whyNots = {
    not_provided: texts.notProvided,
    loading: home.periodLoading,
    to_come: home.toCome,
  };
  return <span className={styles.why}>{whyNots[reason]}</span>;
}
