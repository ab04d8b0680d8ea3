import type {
  ItemOutcome,
  OrderBasis,
  OrderFilter,
  OrderPayout,
  OrderQuery,
  OrderStage,
  Platform,
} from '@seller-connect/contract';
import { parseMarketplace, parseShopId } from '../../shops/shopSearchParams.ts';
import { parsePage } from '../../lists/index.ts';
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

/** Which orders are looked at. It lives in the address, so that a shared link shows the same. */
export interface OrderListFilters {
  readonly search: string;
  /** The shops on one marketplace; null for all. */
  readonly platform: Platform | null;
  /** One shop; null for all. */
  readonly shop: string | null;
  readonly stage: OrderStage | null;
  /** Which of an order's days counts. What only sales have, such as a payout, counts by that of the sale. */
  readonly basis: OrderBasis;
  /** How far the money of sales is. */
  readonly payout: OrderPayout | null;
  /** What a report counts a part of each sale as. */
  readonly outcome: ItemOutcome | null;
  /** The hour of the shop's clock in which it became a sale. */
  readonly hour: number | null;
  /** A product, by its id in a report. */
  readonly sku: string | null;
  readonly currency: string | null;
  readonly period: OrderPeriod;
  /** Days, both included; with the period `custom` alone. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** Only orders that something is odd about. */
  readonly odd: boolean;
  readonly page: number;
}

/** Reads the search parameters of the address; whatever is not understood is as if it were absent. */
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

/** Of sales nothing left out; a list by the day placed can be narrowed to none of it. */
export const emptySalesFilters = {
  payout: null,
  outcome: null,
  hour: null,
  sku: null,
  currency: null,
} as const satisfies Partial<OrderListFilters>;

/** The search parameters of a view; what is as usual is left out. */
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

/** What of sales is asked for in words. */
function salesParams({ payout, outcome, sku, currency }: OrderListFilters) {
  return {
    ...(payout === null ? {} : { payout }),
    ...(outcome === null ? {} : { outcome }),
    ...(sku === null ? {} : { sku }),
    ...(currency === null ? {} : { currency }),
  };
}

/** Nothing left out; the page and the rest of the address stay as they are. */
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

/** Whether the view leaves any order out. */
export function hasActiveFilters(filters: OrderListFilters): boolean {
  const { search, platform, shop, stage, basis, period, odd } = filters;
  const isAny = platform === null && shop === null && stage === null && basis === 'created';
  return search.trim() !== '' || !isAny || period !== 'all' || odd;
}

/** First and last day of a view; null from the beginning on. */
export function toDateRange(
  { period, days }: Pick<OrderListFilters, 'period' | 'days'>,
  today: string = todayIn(defaultTimeZone),
): { from: string; to: string } | null {
  if (period === 'all') return null;
  if (period === 'custom') return days;
  return { from: period === 'today' ? today : addDays(today, 1 - Number(period)), to: today };
}

/** What the server is asked for. */
export function toQuery(filters: OrderListFilters, today?: string): OrderQuery {
  return { ...toFilter(filters, today), page: filters.page };
}

/** The same without a page: every order that is meant. */
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
