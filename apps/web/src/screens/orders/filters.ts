import type {
  ItemOutcome,
  OrderBasis,
  OrderFilter,
  OrderPayout,
  OrderQuery,
  OrderSort,
  OrderStage,
  Platform,
} from '@seller-connect/contract';
import { parseMarketplace, parseShops } from '../../shops/shopFilter.ts';
import {
  formatParams,
  parseChoice,
  parseDays,
  parsePage,
  parseSearchText,
  omitNullish,
} from '../../lists/listParams.ts';
import {
  columnParams,
  parseColumns,
  type ColumnChoice,
  type ColumnSet,
} from '../../lists/columns/columns.ts';
import type { Search, UrlFilters } from '../../lists/useUrlState.ts';
import { addDays, todayIn } from '../../i18n/calendarDays.ts';
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
export const itemOutcomes = [
  'kept',
  'cancelled',
  'failed',
  'returned',
] as const satisfies readonly ItemOutcome[];

const alsoChoices = ['both', 'only'] as const satisfies readonly OrderFilter['also'][];

export const periods = ['all', 'today', '7', '28', 'custom'] as const;
export type OrderPeriod = (typeof periods)[number];

/** By how the list is sorted; the newest first by default. */
export const sorts = [
  '-time',
  'time',
  '-gmv',
  'gmv',
  '-netSales',
  'netSales',
  '-units',
  'units',
] as const satisfies readonly OrderSort[];

const columnIds = [
  'order',
  'time',
  'stage',
  'shop',
  'payment',
  'products',
  'units',
  'gmv',
  'netSales',
] as const;
export type OrderColumn = (typeof columnIds)[number];

export const orderColumns: ColumnSet<OrderColumn> = {
  all: columnIds,
  initial: ['order', 'time', 'stage', 'products', 'gmv', 'netSales'],
};

/** The fields of a file that have what a column shows. */
export const orderFields: Readonly<Record<OrderColumn, readonly string[]>> = {
  order: ['order_id', 'shop_name', 'platform'],
  time: ['created_at', 'created_day', 'committed_day', 'is_cod'],
  stage: ['stage'],
  shop: ['shop_name', 'platform'],
  payment: ['is_cod', 'payment_method'],
  products: ['products', 'units'],
  units: ['units'],
  gmv: ['gmv', 'currency'],
  netSales: ['net_sales', 'currency'],
};

/** Filters of the order list. They are stored in the address, so that a shared link shows the same list. */
export interface OrderListFilters {
  readonly search: string;
  /** Restricts the list to one marketplace; null for all. */
  readonly platform: Platform | null;
  /** Restricts the list to one shop; null for all. */
  readonly shop: string | null;
  /** Several shops, comma-separated; without effect with `shop`. */
  readonly shops: string | null;
  readonly stage: OrderStage | null;
  /** The day by which orders are filtered and sorted. Filters that apply only to sales imply `committed`. */
  readonly basis: OrderBasis;
  /** Payout state of sales. */
  readonly payout: OrderPayout | null;
  /** Orders that have an item with this outcome in the report. */
  readonly outcome: ItemOutcome | null;
  /** Hour in the shop's time zone in which the order became a sale. */
  readonly hour: number | null;
  /** Time of the last day before which the order became a sale. */
  readonly until: string | null;
  /** Product, by its ID in the report. */
  readonly sku: string | null;
  /** Only products that also sold, or did not sell, in other days. */
  readonly also: (typeof alsoChoices)[number] | null;
  readonly alsoFrom: string | null;
  readonly alsoTo: string | null;
  readonly currency: string | null;
  readonly period: OrderPeriod;
  /** First and last day, inclusive; only with the period `custom`. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** Only orders with flags. */
  readonly odd: boolean;
  readonly sort: OrderSort;
  readonly columns: ColumnChoice<OrderColumn>;
  readonly page: number;
}

/** Clears the filters that apply only to sales. With the basis `created` they are always empty. */
export const emptySalesFilters = {
  payout: null,
  outcome: null,
  hour: null,
  until: null,
  sku: null,
  also: null,
  alsoFrom: null,
  alsoTo: null,
  currency: null,
} as const satisfies Partial<OrderListFilters>;

export const orderFilters: UrlFilters<OrderListFilters> = {
  parse(search) {
    const sales = parseSales(search);
    const { shop = null, shops = null } = parseShops(search);
    const hasSalesFilter = Object.values(sales).some((each) => each !== null);
    const days = parseDays(search);
    const period = parseChoice(periods, search['period']) ?? 'all';
    return {
      search: parseSearchText(search['q']),
      platform: parseMarketplace(search['platform']),
      shop,
      shops,
      stage: parseChoice(stages, search['stage']),
      ...sales,
      basis: hasSalesFilter ? 'committed' : (parseChoice(bases, search['basis']) ?? 'created'),
      period: period === 'custom' && days === null ? 'all' : period,
      days: period === 'custom' ? days : null,
      odd: search['odd'] === '1',
      sort: parseChoice(sorts, search['sort']) ?? '-time',
      columns: parseColumns(orderColumns, search),
      page: parsePage(search['page']),
    };
  },
  toSearchParams: ({ search, days, columns, ...filters }) =>
    formatParams(
      {
        q: search,
        ...filters,
        ...(filters.period === 'custom' && days),
        ...columnParams(orderColumns, columns),
      },
      { basis: 'created', period: 'all', sort: '-time', page: 1 },
    ),
};

function parseSales({ payout, outcome, hour, until, sku, currency, ...search }: Search) {
  const also = parseChoice(alsoChoices, search['also']);
  const days = parseDays({ from: search['alsoFrom'], to: search['alsoTo'] });
  const isTime = typeof until === 'string' && /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(until);
  const isHour = typeof hour === 'string' && /^(1?\d|2[0-3])$/.test(hour);
  return {
    payout: parseChoice(payoutStates, payout),
    outcome: parseChoice(itemOutcomes, outcome),
    sku: typeof sku === 'string' && sku !== '' && sku.length <= 500 ? sku : null,
    also: days && also,
    alsoFrom: also && days && days.from,
    alsoTo: also && days && days.to,
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null,
    hour: isHour ? Number(hour) : null,
    until: isTime ? until : null,
  } satisfies Pick<OrderListFilters, keyof typeof emptySalesFilters>;
}

/** Clears all filters. The page and other parameters of the address stay. */
export const emptyFilters = {
  search: '',
  platform: null,
  shop: null,
  shops: null,
  stage: null,
  basis: 'created',
  ...emptySalesFilters,
  period: 'all',
  days: null,
  odd: false,
} as const satisfies Partial<OrderListFilters>;

/** Whether the filters exclude any order. */
export function hasActiveFilters(filters: OrderListFilters): boolean {
  const { search, platform, shop, shops, stage, basis, period, odd } = filters;
  const isAny =
    [platform, shop, shops, stage].every((each) => each === null) && basis === 'created';
  return search.trim() !== '' || !isAny || period !== 'all' || odd;
}

/** Counts the active filters behind the filter button. On a phone, shop, days and sort order are among them. */
export function countFilters(
  { platform, shop, shops, basis, payout, outcome, period, odd, sort }: OrderListFilters,
  { isPhone }: { readonly isPhone: boolean },
): number {
  // A payout state and an outcome imply the basis.
  const isBasisChosen = basis !== 'created' && payout === null && outcome === null;
  const behind = [platform !== null, payout !== null, outcome !== null, isBasisChosen, odd];
  const onPhone = [(shop ?? shops) !== null, period !== 'all', sort !== '-time'];
  return [...behind, ...(isPhone ? onPhone : [])].filter(Boolean).length;
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
  const { sort, page } = filters;
  return { ...toFilter(filters, today), ...(sort === '-time' ? {} : { sort }), page };
}

/** Returns the same query without a page, for all matching orders. */
export function toFilter(filters: OrderListFilters, today?: string): OrderFilter {
  const { search, platform, shop, shops, stage, payout, outcome, sku } = filters;
  const { also, alsoFrom, alsoTo, currency, hour, until, basis, odd } = filters;
  return {
    ...omitNullish({ search: search.trim() || null, platform, shop, shops, stage, payout }),
    ...(also === null || alsoFrom === null || alsoTo === null ? {} : { also, alsoFrom, alsoTo }),
    ...omitNullish({ outcome, sku, currency, hour, until }),
    ...(basis === 'created' ? {} : { basis }),
    ...toDateRange(filters, today),
    ...(odd ? { odd } : {}),
  };
}
