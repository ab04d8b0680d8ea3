import type {
  OrderFilter,
  OrderQuery,
  OrderStage,
  PayoutState,
  Platform,
} from '@seller-connect/contract';
import { platformFrom, shopFrom } from '../../api/shopAddress.ts';
import { pageFrom } from '../../lists/index.ts';
import { addDays, isDay, todayIn } from '../../texts/days.ts';
import { defaultTimeZone } from '../../texts/index.ts';

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
  'unknown',
] as const satisfies readonly PayoutState[];

export const periods = ['all', 'today', '7', '28', 'custom'] as const;
export type OrderPeriod = (typeof periods)[number];

/** Which orders are looked at. It lives in the address, so that a shared link shows the same. */
export interface OrderView {
  readonly search: string;
  /** The shops on one marketplace; null for all. */
  readonly platform: Platform | null;
  /** One shop; null for all. */
  readonly shop: string | null;
  readonly stage: OrderStage | null;
  /** How far the money of sales is; the days are sales days then. */
  readonly payout: PayoutState | null;
  readonly period: OrderPeriod;
  /** Days, both included; with the period `custom` alone. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** Only orders that something is odd about. */
  readonly odd: boolean;
  readonly page: number;
}

/** Reads the search parameters of the address; whatever is not understood is as if it were absent. */
export function readView(address: Readonly<Record<string, unknown>>): OrderView {
  const { q, platform, shop, stage, payout, period, from, to, odd, page } = address;
  const days =
    typeof from === 'string' && typeof to === 'string' && isDay(from) && isDay(to) && from <= to
      ? { from, to }
      : null;
  const found = periods.find((each) => each === period) ?? 'all';
  return {
    search: typeof q === 'string' ? q.slice(0, 200) : '',
    platform: platformFrom(platform),
    shop: shopFrom(shop),
    stage: stages.find((each) => each === stage) ?? null,
    payout: payoutStates.find((each) => each === payout) ?? null,
    period: found === 'custom' && days === null ? 'all' : found,
    days: found === 'custom' ? days : null,
    odd: odd === '1',
    page: pageFrom(page),
  };
}

/** The search parameters of a view; what is as usual is left out. */
export function addressOf(view: OrderView): Record<string, string> {
  const { search, platform, shop, stage, payout, period, days, odd, page } = view;
  return {
    ...(search === '' ? {} : { q: search }),
    ...(platform === null ? {} : { platform }),
    ...(shop === null ? {} : { shop }),
    ...(stage === null ? {} : { stage }),
    ...(payout === null ? {} : { payout }),
    ...(period === 'all' ? {} : { period }),
    ...(period === 'custom' && days ? days : {}),
    ...(odd ? { odd: '1' } : {}),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

/** Nothing left out; the page and the rest of the address stay as they are. */
export const everything = {
  search: '',
  platform: null,
  shop: null,
  stage: null,
  payout: null,
  period: 'all',
  days: null,
  odd: false,
} as const satisfies Partial<OrderView>;

/** Whether the view leaves any order out. */
export function isNarrowed(view: OrderView): boolean {
  const { search, platform, shop, stage, payout, period, odd } = view;
  const isAny = platform === null && shop === null && stage === null && payout === null;
  return search.trim() !== '' || !isAny || period !== 'all' || odd;
}

/** First and last day of a view; null from the beginning on. */
export function daysOf(
  { period, days }: Pick<OrderView, 'period' | 'days'>,
  today: string = todayIn(defaultTimeZone),
): { from: string; to: string } | null {
  if (period === 'all') return null;
  if (period === 'custom') return days;
  return { from: period === 'today' ? today : addDays(today, 1 - Number(period)), to: today };
}

/** What the server is asked for. */
export function queryOf(view: OrderView, today?: string): OrderQuery {
  return { ...filterOf(view, today), page: view.page };
}

/** The same without a page: every order that is meant. */
export function filterOf(view: OrderView, today?: string): OrderFilter {
  const wanted = view.search.trim();
  return {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(view.platform === null ? {} : { platform: view.platform }),
    ...(view.shop === null ? {} : { shop: view.shop }),
    ...(view.stage === null ? {} : { stage: view.stage }),
    ...(view.payout === null ? {} : { payout: view.payout }),
    ...daysOf(view, today),
    ...(view.odd ? { odd: true } : {}),
  };
}
