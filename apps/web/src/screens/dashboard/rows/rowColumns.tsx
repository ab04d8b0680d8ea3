import type { ReportsResult } from '@seller-connect/contract';
import { Lines, Quiet, TextLink, type RowCard, type TableColumn } from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { parseMarketplace } from '../../../shops/shopFilter.ts';
import { ShopName } from '../../../shops/ShopName.tsx';
import { feeClassName } from '../money/feeClassName.ts';
import { amountFields } from './rowFilters.ts';
import type { RowMetric } from './rowsHref.ts';
import { texts } from './texts.ts';

const payoutFields = [
  'settled_day',
  'platform',
  'shop_id',
  'shop_name',
  'fee_class',
  'fee_name',
  'order_id',
  'settlement_id',
  'line_id',
] as const;
const adFields = [
  'day',
  'platform',
  'account_id',
  'account_name',
  'campaign_id',
  'campaign_name',
  'ad_clicks',
  'ad_purchases',
] as const;

/** The fields of the rows, without their amount. */
export const rowFields = (of: RowMetric): readonly string[] =>
  of === 'adSpend' ? adFields : payoutFields;

/** The values of a row by field, as text; empty for none. */
export type Cells = Readonly<Record<string, string>> & { readonly key: string };

export function cellsOf(
  { schema }: Pick<ReportsResult, 'schema'>,
  row: ReportsResult['rows'][number],
): Cells {
  const cells = Object.fromEntries(schema.map(({ id }, index) => [id, String(row[index] ?? '')]));
  const { shop_id, settlement_id, line_id, day, account_id, campaign_id } = cells;
  return {
    ...cells,
    key: [shop_id, settlement_id, line_id, day, account_id, campaign_id].join(' '),
  };
}

export function rowColumns(of: RowMetric, currency: string): TableColumn<Cells>[] {
  const amount: TableColumn<Cells> = {
    id: 'amount',
    header: texts.amount,
    align: 'end',
    render: (row) => formats.money(row[amountFields[of]] ?? '0', currency),
  };
  const count = (id: string, header: string): TableColumn<Cells> => ({
    id,
    header,
    align: 'end',
    render: (row) => formats.number(Number(row[id])),
  });
  if (of === 'adSpend') {
    return [
      { id: 'day', header: texts.day, render: (row) => formatDay(row['day']) },
      { id: 'campaign', header: texts.campaign, render: (row) => row['campaign_name'] },
      { id: 'account', header: texts.account, render: (row) => owner(row, row['account_name']) },
      count('ad_clicks', texts.clicks),
      count('ad_purchases', texts.purchases),
      amount,
    ];
  }
  return [
    { id: 'day', header: texts.day, render: (row) => formatDay(row['settled_day']) },
    {
      id: 'class',
      header: texts.kind,
      render: ({ fee_class: kind = '', fee_name: name = '' }) => (
        <Lines>
          <span>{feeClassName(kind)}</span>
          {name !== '' && <Quiet>{name}</Quiet>}
        </Lines>
      ),
    },
    { id: 'shop', header: texts.shop, render: (row) => owner(row, row['shop_name']) },
    {
      id: 'order',
      header: texts.order,
      render: ({ shop_id: shop = '', order_id: order = '' }) =>
        order === '' ? texts.noOrder : <TextLink href={orderHref(shop, order)}>{order}</TextLink>,
    },
    amount,
  ];
}

const orderHref = (shop: string, order: string) => `/orders/${shop}/${encodeURIComponent(order)}`;

/**
 * Below the day: kind of line and amount; name of the fee and order; shop. For ads: campaign and spend; clicks and
 * purchases; account.
 */
export function rowCard(of: RowMetric, row: Cells, currency: string): RowCard {
  const { shop_id: shop = '', order_id: order = '', fee_class: kind = '', fee_name: fee } = row;
  const value = formats.money(row[amountFields[of]] ?? '0', currency);
  if (of === 'adSpend') {
    return {
      group: formatDay(row['day']),
      title: row['campaign_name'],
      value,
      text: (
        <Quiet>
          {texts.counts(
            formats.number(Number(row['ad_clicks'])),
            formats.number(Number(row['ad_purchases'])),
          )}
        </Quiet>
      ),
      detail: owner(row, row['account_name']),
    };
  }
  return {
    ...(order !== '' && { href: orderHref(shop, order) }),
    group: formatDay(row['settled_day']),
    title: feeClassName(kind),
    value,
    text: <Quiet>{fee}</Quiet>,
    textEnd: order === '' ? texts.noOrder : order,
    detail: owner(row, row['shop_name']),
  };
}

/** A shop or account with the mark of its partner. */
function owner({ platform }: Cells, name: string | undefined) {
  const partner = platform === 'FACEBOOK' ? platform : parseMarketplace(platform);
  return (
    <ShopName partner={partner} size={16}>
      {name}
    </ShopName>
  );
}

/** @param day as `20261111` */
const formatDay = (day = '') =>
  formats.day(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`);
