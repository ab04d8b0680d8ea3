import {
  Card,
  Quiet,
  Select,
  Table,
  TextLink,
  useIsPhone,
  type RowCard,
  type TableColumn,
} from '@seller-connect/ui';
import type { ReportMoney, ShopMoney } from '@seller-connect/contract';
import { toE4 } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { fromTableSort, toTableSort } from '../../../lists/listParams.ts';
import { sortRows } from '../../../lists/sortRows.ts';
import { texts as lists } from '../../../lists/texts.ts';
import { ShopName } from '../../../shops/ShopName.tsx';
import { texts as home } from '../texts.ts';
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
  const columns = columnsOf(data, overdueHrefOf);
  return (
    <Card
      title={labels.title}
      busy={busy}
      flush
      actions={
        isPhone && (
          <Select
            compact
            label={lists.sort}
            value={sort.column}
            options={columns.flatMap(({ id, header, sortable }) =>
              sortable === true ? [{ value: id, label: header }] : [],
            )}
            onValueChange={(column) =>
              props.onSort(fromTableSort({ column, direction: 'descending' }))
            }
          />
        )
      }
    >
      <Table
        caption={labels.caption}
        columns={columns}
        cardOf={(shop) => cardOf(shop, data, overdueHrefOf)}
        rows={sortRows(data.shops, sortValues[sort.column] ?? noValue, sort)}
        sort={sort}
        onSort={(by) => props.onSort(fromTableSort(by))}
        rowKey={(shop) => shop.shopId}
        busy={busy}
      />
    </Card>
  );
}

function columnsOf(
  { currency, timeZone, period, ...totals }: ReportMoney,
  overdueHrefOf: ShopPayoutsCardProps['overdueHrefOf'],
): TableColumn<ShopMoney>[] {
  const end = 'end' as const;
  const money = (amount: string | null) => moneyText(amount, currency);
  return [
    {
      id: 'shop',
      header: labels.shop,
      render: (shop) => <ShopName partner={shop.platform}>{shop.name}</ShopName>,
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
      render: (shop) => overdueLink(shop, overdueHrefOf),
    },
    {
      id: 'asOf',
      header: labels.asOf,
      align: end,
      render: (shop) => asOfText(shop, period.days, timeZone) ?? '–',
    },
  ];
}

const moneyText = (amount: string | null, currency: string) =>
  amount === null ? '–' : formats.money(amount, currency);

const percent = (rate: number | null) => (rate === null ? '–' : formats.percent(rate));

function overdueLink(
  { shopId, overdueOrders }: ShopMoney,
  hrefOf: ShopPayoutsCardProps['overdueHrefOf'],
) {
  if (overdueOrders === null) return '–';
  const count = formats.number(overdueOrders);
  return overdueOrders === 0 ? count : <TextLink href={hrefOf(shopId)}>{count}</TextLink>;
}

/** How many days are still loading, or else the time of the last sync; undefined before the first. */
function asOfText({ asOf, daysLoading, reason }: ShopMoney, days: number, timeZone: string) {
  const isLoading = daysLoading > 0 && daysLoading < days && reason === null;
  if (isLoading) return home.daysLoading(daysLoading);
  return asOf === null ? undefined : formats.dateTime(asOf, timeZone);
}

/** Shop and payout; fees and pending payout; overdue orders and time of the sync. */
function cardOf(
  shop: ShopMoney,
  { currency, timeZone, period }: ReportMoney,
  overdueHrefOf: ShopPayoutsCardProps['overdueHrefOf'],
): RowCard {
  const { platform, name, reason, payout, fees, takeRate, pending } = shop;
  const title = (
    <ShopName partner={platform} size={16}>
      {name}
    </ShopName>
  );
  if (reason !== null) return { title, value: renderMissingReason(reason) };
  return {
    title,
    value: moneyText(payout, currency),
    text: (
      <Quiet>{`${metrics.fees.name} ${moneyText(fees, currency)} (${percent(takeRate)})`}</Quiet>
    ),
    textEnd: texts.pendingOf(moneyText(pending, currency)),
    detail: (
      <>
        {metrics.overdueOrders.name}: {overdueLink(shop, overdueHrefOf)}
      </>
    ),
    detailEnd: asOfText(shop, period.days, timeZone),
  };
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
  return <Quiet>{knownText(whyNots, reason, texts.reasons.other)}</Quiet>;
}
