import type { FeeClass, ReportsFilter, ReportsQuery } from '@seller-connect/contract';
import { isDay } from '../../../i18n/calendarDays.ts';
import type { UrlFilters } from '../../../lists/useUrlState.ts';
import { parseChoice, omitNullish } from '../../../lists/listParams.ts';
import { parseMarketplace, parseShopId, parseShops } from '../../../shops/shopFilter.ts';
import { rowMetrics, type RowFilters, type RowPart } from './rowsHref.ts';

/** The kinds of payout lines that the marketplace keeps. */
const fees: readonly FeeClass[] = [
  'commission',
  'payment_fee',
  'programme_fee',
  'infrastructure_fee',
  'affiliate_commission',
  'penalty',
];

/** Filters of the rows; null for an address without a metric or days. */
export const rowFilters: UrlFilters<RowFilters | { readonly of: null }> = {
  parse(search) {
    const { from, to, currency } = search;
    const of = parseChoice(rowMetrics, search['of']);
    if (of === null || typeof from !== 'string' || typeof to !== 'string') return { of: null };
    if (!isDay(from) || !isDay(to) || to < from) return { of: null };
    const text = (name: keyof RowPart) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? { [name]: value } : {};
    };
    const platform = parseMarketplace(search['platform']);
    const account = parseShopId(search['account']);
    return {
      of,
      from,
      to,
      ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
      ...omitNullish({ platform }),
      ...parseShops(search),
      ...omitNullish({ account }),
      ...text('class'),
      ...text('campaign'),
    };
  },
  toSearchParams: (filters) => (filters.of === null ? {} : { ...filters }),
};

/** Returns the query of the rows. Without fields, they are those of one row with the sum and the number of rows. */
export function rowsQuery(filters: RowFilters, fields: readonly string[]): ReportsQuery {
  const { of, from, to, currency, platform, account, campaign } = filters;
  const shops = filters.shop ?? filters.shops;
  const isAd = of === 'adSpend';
  const filter = (field: string, ...values: string[]): ReportsFilter[][] => [
    [{ field, operator: values.length === 1 ? 'eq' : 'in', values }],
  ];
  return {
    dataSet: isAd ? 'ad_day' : 'payout_lines',
    basis: isAd ? 'ad_day' : 'settled',
    dateRange: { from, to },
    fields: [...fields],
    ...omitNullish({ currency, shops: shops?.split(',') }),
    filters: [
      ...(platform === undefined || isAd ? [] : filter('platform', platform)),
      ...(filters.class === undefined ? [] : filter('fee_class', filters.class)),
      ...(of === 'fees' && filters.class === undefined ? filter('fee_class', ...fees) : []),
      ...(account === undefined ? [] : filter('account_id', account)),
      ...(campaign === undefined ? [] : filter('campaign_id', campaign)),
    ],
  };
}

/** The field with the amount of a metric. */
export const amountFields = { payout: 'payout', fees: 'fees', adSpend: 'ad_spend' } as const;
