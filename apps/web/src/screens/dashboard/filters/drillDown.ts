import type { OrderFilter } from '@seller-connect/contract';
import { omitNullish } from '../../../lists/listParams.ts';
import type { ShopFilter } from '../../../shops/shopFilter.ts';
import { toSearchParams, type ReportFilters } from './filters.ts';

/** Returns the address of the report with these filters, for drill-down links. */
export function reportHref(filters: ReportFilters): string {
  return `/?${new URLSearchParams(toSearchParams(filters))}`;
}

/** Anchor of the products card on Home. */
export const productsAnchor = 'products';

/** Selects part of a report's sales: by shop, hour, product or state. */
export interface SalesPart extends Pick<
  OrderFilter,
  'platform' | 'shop' | 'stage' | 'outcome' | 'sku' | 'also' | 'alsoFrom' | 'alsoTo' | 'payout'
> {
  readonly hour?: string;
  /** Time of the last day that a comparison with an unfinished day counts up to. */
  readonly until?: string;
}

/**
 * The filters whose orders a report counts; null while the displayed data belongs to other filters, so that nothing
 * links to it.
 */
export type SalesScope = Pick<ReportFilters, 'platform' | 'shop' | 'shops' | 'currency'> | null;

/**
 * Returns the address of the order list behind part of a report. It uses the report's sales days, marketplace, shops
 * and currency, so that the list has as many orders as the report counts.
 */
export function ordersHref(
  scope: SalesScope,
  { from, to }: { readonly from: string; readonly to: string },
  part: SalesPart,
): string | undefined {
  if (scope === null) return undefined;
  const { platform, currency } = scope;
  const search = new URLSearchParams({
    ...omitNullish({ platform }),
    ...shopsOf({ ...scope, ...part }),
    ...part,
    ...omitNullish({ currency }),
    basis: 'committed',
    period: 'custom',
    from,
    to,
  });
  return `/orders?${search}`;
}

/** Returns the shop of a scope, or its several shops, as search parameters. */
export function shopsOf({ shop, shops }: Pick<ReportFilters, 'shop' | 'shops'>): ShopFilter {
  if (shop !== undefined) return { shop };
  return shops === undefined ? {} : { shops };
}

/** Returns the address that compares the same marketplace, shop and days with the seller center. */
export function reconcileHref(
  { platform, shop }: Pick<ReportFilters, 'platform' | 'shop'>,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const search = new URLSearchParams({ ...omitNullish({ platform, shop }), from, to });
  return `/reports/reconcile?${search}`;
}

/** Returns the scope of a query result, or null without data and while it still shows the data of other filters. */
export function salesScope(
  filters: ReportFilters,
  result: {
    readonly data: Parameters<typeof withReportCurrency>[1] | undefined;
    readonly isPlaceholderData: boolean;
  },
): SalesScope {
  return result.data && !result.isPlaceholderData ? withReportCurrency(filters, result.data) : null;
}

/** Returns the filters with the report's currency if the shops sell in several currencies. */
export function withReportCurrency(
  filters: ReportFilters,
  { currency, currencies }: { readonly currency: string; readonly currencies: readonly string[] },
): ReportFilters {
  return currencies.length > 1 ? { ...filters, currency } : filters;
}
