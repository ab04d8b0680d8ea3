import type { Platform } from '@seller-connect/contract';
import { parseMarketplace, parseShopId } from '../../shops/shopSearchParams.ts';
import { parsePage } from '../../lists/index.ts';
import { isDay } from '../../i18n/calendarDays.ts';

/** What is to be compared, chosen where the figures are. It lives in the address; nothing of it has to be there. */
export interface ReconcileScope {
  readonly platform: Platform | null;
  /** One shop; null: the file tells. */
  readonly shop: string | null;
  /** Days on which orders were placed; null: those that the file is about. */
  readonly days: { readonly from: string; readonly to: string } | null;
}

/** Which of the past checks are listed. */
interface ReconciliationListFilters {
  readonly page: number;
  /** Those of other shops too, whatever is chosen. */
  readonly allChecks: boolean;
}

/** Reads the search parameters of the address; whatever is not understood is as if it were absent. */
export function parseReconcileParams(
  address: Readonly<Record<string, unknown>>,
): ReconcileScope & ReconciliationListFilters {
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

/** The search parameters of what is chosen. */
export function toSearchParams({ platform, shop, days }: ReconcileScope): Record<string, string> {
  return {
    ...(platform === null ? {} : { platform }),
    ...(shop === null ? {} : { shop }),
    ...days,
  };
}
