import type { Platform } from '@seller-connect/contract';
import { parseMarketplace, parseShopId } from '../../shops/shopFilter.ts';
import { parsePage, type UrlFilters } from '../../lists/index.ts';
import { isDay } from '../../i18n/calendarDays.ts';

/** The shops and days to compare, chosen in the report. Stored in the address; every part is optional. */
export interface ReconcileScope {
  readonly platform: Platform | null;
  /** One shop; null if the file determines it. */
  readonly shop: string | null;
  /** Days on which orders were placed; null for all days in the file. */
  readonly days: { readonly from: string; readonly to: string } | null;
}

/** The scope, and the filters of the list of past reconciliations. */
interface ReconcileFilters extends ReconcileScope {
  readonly page: number;
  /** Lists the reconciliations of all shops, regardless of the scope. */
  readonly allChecks: boolean;
}

/** Parses the search parameters; invalid ones are ignored. */
function parse(address: Readonly<Record<string, unknown>>): ReconcileFilters {
  const { platform, shop, from, to, checks, page } = address;
  const isRange = typeof from === 'string' && typeof to === 'string' && isDay(from) && isDay(to);
  return {
    platform: parseMarketplace(platform),
    shop: parseShopId(shop),
    days: isRange && from <= to ? { from, to } : null,
    allChecks: checks === 'all',
    page: parsePage(page),
  };
}

/** Returns the search parameters, without defaults. */
function toSearchParams(filters: ReconcileFilters): Record<string, string> {
  const { platform, shop, days, allChecks, page } = filters;
  return {
    ...(platform === null ? {} : { platform }),
    ...(shop === null ? {} : { shop }),
    ...days,
    ...(allChecks ? { checks: 'all' } : {}),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

export const reconcileFilters: UrlFilters<ReconcileFilters> = { parse, toSearchParams };
