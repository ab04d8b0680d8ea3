import type { ReportQuery, ReportsResult } from '@seller-connect/contract';
import { dayBasesOf } from '../query/data-sets.ts';
import type { SelectedFields } from './choose-data-set.ts';
import type { ComparePeriodsInput, QuerySelection } from './tool-schemas.ts';

type Meta = Pick<ReportsResult['meta'], 'from' | 'to' | 'basis' | 'currency' | 'currencies'>;

const screens: Record<string, { path: string; hash?: string; by?: string }> = {
  shop_day: { path: '/' },
  sku_day: { path: '/', hash: '#products' },
  orders: { path: '/orders' },
  order_items: { path: '/orders' },
  payout_day: { path: '/reports/money' },
  payout_lines: { path: '/reports/money' },
  order_payouts: { path: '/reports/money' },
  ad_day: { path: '/', by: 'campaign' },
  products: { path: '/products' },
  shops: { path: '/connect' },
};

/**
 * Returns the address of the screen for the data, with the same days and shops. A screen knows no filters of dimensions,
 * only that of orders knows several day bases, and that of products no several shops; `linkShowsSameFigures` says whether
 * the query has anything else.
 */
export function screenLink(
  appOrigin: string,
  input: QuerySelection & Pick<ComparePeriodsInput, 'compare' | 'compareFrom'>,
  { dataSet }: SelectedFields,
  { from, to, basis, currency, currencies }: Meta,
): { link: string; linkShowsSameFigures: boolean } {
  const screen = screens[dataSet.id] ?? { path: '/' };
  const isAll = screen.path === '/products' && (input.shops?.length ?? 0) > 1;
  const comparison = isCalendarComparison(input.compare) ? input.compare : undefined;
  const isScreenBasis = screen.path === '/orders' || basis === (dayBasesOf(dataSet)[0] ?? null);
  const isDated = from !== null && to !== null;
  const search = new URLSearchParams({
    ...(isDated && { period: 'custom', from, to }),
    ...(screen.path === '/orders' && basis !== null && { basis }),
    ...(screen.path === '/' && screen.by !== undefined && { by: screen.by }),
    ...(screen.path === '/' && comparison && { compare: comparison }),
    ...(!isAll && shopParameters(input.shops)),
    ...(isDated && currency !== null && currencies.length > 1 && { currency }),
  });
  const query = search.size > 0 ? `?${search.toString()}` : '';
  return {
    link: `${appOrigin}${screen.path}${query}${screen.hash ?? ''}`,
    linkShowsSameFigures:
      !isAll && isScreenBasis && !input.filters?.length && input.compareFrom === undefined,
  };
}

/** Returns the address of the report with the query of its own calls. */
export function reportLink(
  appOrigin: string,
  { period, from, to, compare, shops = '' }: ReportQuery,
  currency: string,
): { link: string; linkShowsSameFigures: boolean } {
  const search = new URLSearchParams({
    ...(from !== undefined && to !== undefined
      ? { period: 'custom', from, to }
      : period !== undefined && { period }),
    ...(isCalendarComparison(compare) && { compare }),
    ...shopParameters(shops.split(',').filter((each) => each !== '')),
    currency,
  });
  return { link: `${appOrigin}/?${search.toString()}`, linkShowsSameFigures: true };
}

function shopParameters(shops: readonly string[] = []): { shop?: string; shops?: string } {
  if (shops.length > 1) return { shops: shops.join(',') };
  return shops[0] === undefined ? {} : { shop: shops[0] };
}

function isCalendarComparison(compare: ReportQuery['compare']): compare is 'year' | 'campaign' {
  return compare === 'year' || compare === 'campaign';
}
