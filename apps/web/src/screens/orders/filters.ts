import type {
  ItemOutcome,
  OrderBasis,
  OrderFilter,
  OrderPayout,
  OrderQuery,
  OrderStage,
  Platform,
} from '@seller-connect/contract';
import { parseMarketplace, parseShopId } from '../../shops/shopFilter.ts';
import { parsePage, type UrlFilters } from '../../lists/index.ts';
import { addDays, isDay, todayIn } from '../../i18n/calendarDays.ts';
import { defaultTimeZone } from '../../i18n/index.ts';

export const stages = [
  'unpaid',
  'to_ship',
  'shipping',
  'delivered',
  'completed',
  'cancelled',
  'failed_delivery',
  'unknown',
] as const satisfies readonly OrderStage[];

export const payoutStates = [
  'not_due',
  'due',
  'overdue',
  'matched',
  'under',
  'over',
  'settled',
  'unknown',
] as const satisfies readonly OrderPayout[];

export const bases = ['created', 'committed'] as const satisfies readonly OrderBasis[];
const itemOutcomes = [
  'kept',
  'cancelled',
  'failed',
  'returned',
] as const satisfies readonly ItemOutcome[];

export const periods = ['all', 'today', '7', '28', 'custom'] as const;
export type OrderPeriod = (typeof periods)[number];

/** Filters of the order list. They are stored in the address, so that a shared link shows the same list. */
export interface OrderListFilters {
  readonly search: string;
  /** Restricts the list to one marketplace; null for all. */
  readonly platform: Platform | null;
  /** Restricts the list to one shop; null for all. */
  readonly shop: string | null;
  readonly stage: OrderStage | null;
  /** The day by which orders are filtered and sorted. Filters that apply only to sales imply `committed`. */
  readonly basis: OrderBasis;
  /** Payout state of sales. */
  readonly payout: OrderPayout | null;
  /** Orders that have an item with this outcome in the report. */
  readonly outcome: ItemOutcome | null;
  /** Hour in the shop's time zone in which the order became a sale. */
  readonly hour: number | null;
  /** Product, by its ID in the report. */
  readonly sku: string | null;
  readonly currency: string | null;
  readonly period: OrderPeriod;
  /** First and last day, inclusive; only with the period `custom`. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** Only orders with flags. */
  readonly odd: boolean;
  readonly page: number;
}

/** Parses the search parameters; invalid ones are ignored. */
export function parseOrderFilters(address: Readonly<Record<string, unknown>>): OrderListFilters {
  const { q, platform, shop, stage, period, from, to, odd, page } = address;
  const days =
    typeof from === 'string' && typeof to === 'string' && isDay(from) && isDay(to) && from <= to
      ? { from, to }
      : null;
  const found = periods.find((each) => each === period) ?? 'all';
  return {
    search: typeof q === 'string' ? q.slice(0, 200) : '',
    platform: parseMarketplace(platform),
    shop: parseShopId(shop),
    stage: stages.find((each) => each === stage) ?? null,
    ...readSales(address),
    period: found === 'custom' && days === null ? 'all' : found,
    days: found === 'custom' ? days : null,
    odd: odd === '1',
    page: parsePage(page),
  };
}

function readSales({
  basis,
  payout,
  outcome,
  hour,
  sku,
  currency,
}: Readonly<Record<string, unknown>>): OfSales {
  const isHour = typeof hour === 'string' && /^(1?\d|2[0-3])$/.test(hour);
  const wanted = {
    payout: payoutStates.find((each) => each === payout) ?? null,
    outcome: itemOutcomes.find((each) => each === outcome) ?? null,
    hour: isHour ? Number(hour) : null,
    sku: typeof sku === 'string' && sku !== '' && sku.length <= 500 ? sku : null,
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null,
  };
  const isOfSales = basis === 'committed' || Object.values(wanted).some((each) => each !== null);
  return { ...wanted, basis: isOfSales ? 'committed' : 'created' };
}

type OfSales = Pick<OrderListFilters, 'basis' | keyof typeof emptySalesFilters>;

/** Clears the filters that apply only to sales. With the basis `created` they are always empty. */
export const emptySalesFilters = {
  payout: null,
  outcome: null,
  hour: null,
  sku: null,
  currency: null,
} as const satisfies Partial<OrderListFilters>;

/** Returns the search parameters of the filters, without defaults. */
export function toSearchParams(filters: OrderListFilters): Record<string, string> {
  const { search, platform, shop, stage, period, days, odd, page } = filters;
  return {
    ...(search === '' ? {} : { q: search }),
    ...(platform === null ? {} : { platform }),
    ...(shop === null ? {} : { shop }),
    ...(stage === null ? {} : { stage }),
    ...salesParams(filters),
    ...(filters.hour === null ? {} : { hour: String(filters.hour) }),
    ...(filters.basis === 'created' ? {} : { basis: filters.basis }),
    ...(period === 'all' ? {} : { period }),
    ...(period === 'custom' && days ? days : {}),
    ...(odd ? { odd: '1' } : {}),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

/** Returns the string-valued sales filters, which are the same in the address and in the API. */
function salesParams({ payout, outcome, sku, currency }: OrderListFilters) {
  return {
    ...(payout === null ? {} : { payout }),
    ...(outcome === null ? {} : { outcome }),
    ...(sku === null ? {} : { sku }),
    ...(currency === null ? {} : { currency }),
  };
}

/** Clears all filters. The page and other parameters of the address stay. */
export const emptyFilters = {
  search: '',
  platform: null,
  shop: null,
  stage: null,
  basis: 'created',
  ...emptySalesFilters,
  period: 'all',
  days: null,
  odd: false,
} as const satisfies Partial<OrderListFilters>;

/** Whether the filters exclude any order. */
export function hasActiveFilters(filters: OrderListFilters): boolean {
  const { search, platform, shop, stage, basis, period, odd } = filters;
  const isAny = platform === null && shop === null && stage === null && basis === 'created';
  return search.trim() !== '' || !isAny || period !== 'all' || odd;
}

/** Returns the first and last day of the filters, or null for all days. */
export function toDateRange(
  { period, days }: Pick<OrderListFilters, 'period' | 'days'>,
  today: string = todayIn(defaultTimeZone),
): { from: string; to: string } | null {
  if (period === 'all') return null;
  if (period === 'custom') return days;
  return { from: period === 'today' ? today : addDays(today, 1 - Number(period)), to: today };
}

/** Returns the query of the API call. */
export function toQuery(filters: OrderListFilters, today?: string): OrderQuery {
  return { ...toFilter(filters, today), page: filters.page };
}

/** Returns the same query without a page, for all matching orders. */
export function toFilter(filters: OrderListFilters, today?: string): OrderFilter {
  const wanted = filters.search.trim();
  return {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(filters.platform === null ? {} : { platform: filters.platform }),
    ...(filters.shop === null ? {} : { shop: filters.shop }),
    ...(filters.stage === null ? {} : { stage: filters.stage }),
    ...salesParams(filters),
    ...(filters.hour === null ? {} : { hour: filters.hour }),
    ...(filters.basis === 'created' ? {} : { basis: filters.basis }),
    ...toDateRange(filters, today),
    ...(filters.odd ? { odd: true } : {}),
  };
}

export const orderFilters: UrlFilters<OrderListFilters> = {
  parse: parseOrderFilters,
  toSearchParams,
};
