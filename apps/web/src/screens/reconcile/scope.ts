import type { Platform } from '@seller-connect/contract';
import { parseMarketplace, parseShopId } from '../../shops/shopFilter.ts';
import { formatParams, parseDays, parsePage } from '../../lists/listParams.ts';
import type { UrlFilters } from '../../lists/useUrlState.ts';

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
  /** Lists the reconciliations of the scope's shops only, or of all. */
  readonly reconciliations: 'own' | 'all';
}

export const reconcileFilters: UrlFilters<ReconcileFilters> = {
  parse: (search) => ({
    platform: parseMarketplace(search['platform']),
    shop: parseShopId(search['shop']),
    days: parseDays(search),
    reconciliations: search['reconciliations'] === 'all' ? 'all' : 'own',
    page: parsePage(search['page']),
  }),
  toSearchParams: ({ days, ...filters }) =>
    formatParams({ ...filters, ...days }, { reconciliations: 'own', page: 1 }),
};
