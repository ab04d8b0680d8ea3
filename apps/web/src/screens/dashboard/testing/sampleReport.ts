import type {
  MonthTargets,
  ReportBreakdown,
  ReportAds,
  ReportProducts,
  ReportSummary,
  Shop,
  SyncStatus,
  Todo,
  TrendPoint,
} from '@seller-connect/contract';
import { streamProgress } from '../../../testing/streamProgress.ts';
import { addDays } from '../../../i18n/calendarDays.ts';

/** Server responses as defined by the contract, for tests of Home. */

export const today = '2026-11-20';
const shopId = '00000000-0000-4000-8000-000000000001';
const otherShopId = '00000000-0000-4000-8000-000000000002';

export const shop: Shop = {
  id: shopId,
  platform: 'LAZADA',
  externalShopId: '100200300',
  name: 'Hoa Mai Official',
  region: 'VN',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
  status: 'connected',
  linkedAt: '2026-11-20T01:00:00.000Z',
  lastSyncedAt: '2026-11-20T03:55:00.000Z',
  permissionEndsAt: null,
  reauthorization: null,
};

export const otherShop: Shop = {
  ...shop,
  id: otherShopId,
  externalShopId: '100200301',
  name: 'An Nhiên Beauty',
};

/** A day of the trend; the last one is today. */
function point(index: number, days: number, from: string) {
  const wave = 60 + Math.round(25 * Math.sin(index / 1.1)) + (index % 7 === 5 ? 40 : 0) + index;
  const last = index === days - 1;
  const orders = last ? 24 : wave;
  return {
    day: addDays(from, index),
    gmv: String(orders * 412_350),
    netSales: String(orders * 351_000),
    orders,
    units: orders * 2,
    previousDay: addDays(from, index - days),
    previousGmv: String(Math.round(wave * 0.85) * 405_000),
    previousNetSales: String(Math.round(wave * 0.85) * 340_000),
    previousOrders: Math.round(wave * 0.85),
    complete: !last,
  } satisfies TrendPoint;
}

const noReasons = { reason: null, previousReason: null } as const;

const days = { today: 1, '7d': 7, '28d': 28, '90d': 90 } as const;

/** A summary of a preset period that ends today; its metrics are the sums of its trend. */
export function createSummary(period: string | null): ReportSummary {
  const length = period === 'today' || period === '7d' || period === '90d' ? days[period] : 28;
  const from = addDays(today, 1 - length);
  const trend = Array.from({ length }, (_, index) => point(index, length, from));
  const sum = (pick: (one: (typeof trend)[number]) => number) =>
    trend.reduce((total, one) => total + pick(one), 0);
  const amount = (value: number, previous: number) => ({
    value: String(value),
    previous: String(previous),
    change: (value - previous) / previous,
    ...noReasons,
  });
  const count = (value: number, previous: number) => ({
    value,
    previous,
    change: (value - previous) / previous,
    ...noReasons,
  });
  const gmv = sum((one) => Number(one.gmv));
  const orders = sum((one) => one.orders);
  const metrics: ReportSummary['metrics'] = {
    gmv: amount(
      gmv,
      sum((one) => Number(one.previousGmv)),
    ),
    orders: count(
      orders,
      sum((one) => one.previousOrders),
    ),
    netSales: amount(
      sum((one) => Number(one.netSales)),
      sum((one) => Number(one.previousNetSales)),
    ),
    units: count(orders * 2, orders * 2),
    aov: amount(368_250, 371_000),
    cancellationRate: { value: 0.052, previous: 0.039, change: 0.333, ...noReasons },
  };
  const weekBefore = addDays(today, -7);
  return {
    period: { from, to: today, days: length },
    previous: {
      from: addDays(from, -length),
      to: addDays(from, -1),
      days: length,
      kind: length === 1 ? 'day' : 'period',
      until: '10:55',
    },
    currency: 'VND',
    currencies: ['VND'],
    timeZone: 'Asia/Ho_Chi_Minh',
    basis: 'committed',
    asOf: '2026-11-20T03:55:00.000Z',
    partial: false,
    daysLoading: 0,
    daysToCome: 0,
    metrics,
    sameWeekday:
      length === 1
        ? {
            previous: { from: weekBefore, to: weekBefore, days: 1, kind: 'week', until: '10:55' },
            metrics,
          }
        : null,
    trend,
    unpaired: [],
    freshness: [
      {
        shopId,
        shopName: shop.name,
        platform: 'LAZADA',
        asOf: '2026-11-20T03:55:00.000Z',
        daysLoading: 0,
      },
    ],
    firstDay: '2025-05-20',
    lastDay: today,
  };
}

/** An item without any values. */
const unreadBreakdownItem = {
  name: '',
  platform: null,
  gmv: null,
  netSales: null,
  orders: null,
  units: null,
  cancellationRate: null,
  previousGmv: null,
  daysLoading: 0,
} as const;

/** A period without orders; other periods have some. */
export function emptySummary(): ReportSummary {
  const summary = createSummary('28d');
  const none = { value: '0', previous: '0', change: null, ...noReasons };
  const ratio = {
    value: null,
    previous: null,
    change: null,
    reason: 'no_orders',
    previousReason: 'no_orders',
  } as const;
  return {
    ...summary,
    metrics: {
      gmv: none,
      netSales: none,
      orders: { value: 0, previous: 0, change: null, ...noReasons },
      units: { value: 0, previous: 0, change: null, ...noReasons },
      aov: ratio,
      cancellationRate: ratio,
    },
    trend: summary.trend.map((one) => ({ ...one, gmv: '0', netSales: '0', orders: 0, units: 0 })),
    lastDay: '2025-03-28',
  };
}

const defaultSummary = createSummary('28d');
const breakdownBase = {
  currency: 'VND',
  period: defaultSummary.period,
  previous: defaultSummary.previous,
} as const;

export const byShop: ReportBreakdown = {
  ...breakdownBase,
  by: 'shop',
  items: [
    {
      key: shopId,
      name: shop.name,
      platform: 'LAZADA',
      gmv: '612345678',
      netSales: '520000000',
      orders: 1485,
      units: 2970,
      cancellationRate: 0.05,
      previousGmv: '540000000',
      daysLoading: 0,
    },
    {
      key: otherShopId,
      name: otherShop.name,
      platform: 'LAZADA',
      gmv: '204100000',
      netSales: '180000000',
      orders: 495,
      units: 990,
      cancellationRate: 0.06,
      previousGmv: '228000000',
      daysLoading: 0,
    },
  ],
  total: 2,
};

/** The hours up to 10:00; later hours are in the future. */
export const byHour: ReportBreakdown = {
  ...breakdownBase,
  by: 'hour',
  items: Array.from({ length: 24 }, (_, hour) => ({
    ...unreadBreakdownItem,
    key: String(hour),
    ...(hour > 10 ? {} : { gmv: String((hour + 1) * 1_000_000), orders: hour + 1 }),
    previousGmv: String((24 - hour) * 500_000),
  })),
  total: 24,
};

const productNames = [
  'Áo thun cotton nữ dáng rộng, nhiều màu',
  'Đầm maxi hoa nhí tay phồng',
  'Quần jean ống suông lưng cao',
  'Kem chống nắng SPF50+ nâng tông 50 ml',
  'Tinh chất dưỡng ẩm chiết xuất rau má 30 ml',
  'Bộ drap giường cotton 1,6 m × 2 m',
];

export const products: ReportProducts = {
  currency: 'VND',
  items: productNames.map((name, index) => ({
    id: `sku-${index}`,
    sku: index === 4 ? '' : `HM-${1001 + index}`,
    name,
    platform: 'LAZADA',
    shopId,
    gmv: String(98_765_000 - index * 11_000_000),
    netSales: String(90_000_000 - index * 10_000_000),
    units: 240 - index * 22,
    orders: 200 - index * 20,
    previousGmv: index === 3 ? '0' : String(84_000_000 - index * 7_000_000),
    picture: null,
  })),
  total: 128,
};

/**
 * The first sync in progress, of a partner that provides a count of its orders or, with `isEstimate`, only an
 * estimate.
 */
export function syncing(hasData: boolean, isEstimate = false): SyncStatus {
  const stream = streamProgress({ state: 'syncing', progress: null });
  return {
    synced: false,
    hasData,
    shops: [
      {
        shopId,
        platform: 'LAZADA',
        name: shop.name,
        state: 'syncing',
        streams: [
          { ...stream, stream: 'products', rows: 340 },
          { ...stream, progress: 0.42, rows: 1234, expectedRows: 2900, isEstimate },
        ],
      },
    ],
  };
}

export const synced: SyncStatus = {
  synced: true,
  hasData: true,
  shops: [{ shopId, platform: 'LAZADA', name: shop.name, state: 'up_to_date', streams: [] }],
};

export const adAccount: Shop = {
  ...shop,
  id: '00000000-0000-4000-8000-000000000009',
  platform: 'FACEBOOK',
  externalShopId: '884410200164501',
  name: 'Hoa Mai Ads',
  region: 'ZZ',
};

/** Ads of a period, with known spend and one account whose days differ from the shops' days. */
export function createAdsReport(changes: Partial<ReportAds['metrics']> = {}): ReportAds {
  const { period, previous, trend } = createSummary('28d');
  return {
    period,
    previous,
    againstWholeDay: true,
    currency: 'VND',
    timeZone: 'Asia/Ho_Chi_Minh',
    basis: 'ad_day',
    asOf: '2026-11-20T03:55:00.000Z',
    partial: false,
    daysLoading: 0,
    otherCalendar: true,
    metrics: {
      adSpend: { value: '61250000', previous: '50000000', change: 0.225, ...noReasons },
      blendedRoas: { value: 8.137, previous: 9.5, change: -0.1435, ...noReasons },
      adCostRatio: { value: 0.1229, previous: 0.1053, change: 0.1674, ...noReasons },
      channelRoas: {
        value: 3.412,
        previous: null,
        change: null,
        reason: null,
        previousReason: 'not_read',
      },
      ...changes,
    },
    trend: trend.map(({ day, complete }, index) => ({
      day,
      adSpend: index === 3 ? null : String(2_000_000 + index * 10_000),
      complete,
    })),
    accounts: [
      {
        accountId: adAccount.id,
        name: adAccount.name,
        platform: 'FACEBOOK',
        currency: 'VND',
        timeZone: 'Asia/Singapore',
        otherCalendar: true,
        asOf: '2026-11-20T03:55:00.000Z',
        daysLoading: 0,
        spend: '61250000',
        purchaseValue: '208985000',
      },
    ],
    campaigns: [
      {
        accountId: adAccount.id,
        campaignId: '120210000100000000',
        name: 'Thời trang | Bán hàng',
        status: 'ACTIVE',
        spend: '41250000',
        purchaseValue: '165000000',
        purchases: 431,
        clicks: 12_841,
        impressions: 812_345,
        channelRoas: 4,
      },
      {
        accountId: adAccount.id,
        campaignId: '120210000100000002',
        name: 'Thời trang | Kéo truy cập',
        status: null,
        spend: '20000000',
        purchaseValue: '0',
        purchases: 0,
        clicks: 9_120,
        impressions: 412_345,
        channelRoas: 0,
      },
    ],
  };
}

/** Nothing overdue, so that the strip shows two tasks. */
export const todo: Todo = {
  toShip: { orders: 12, more: false },
  overdue: { orders: 0, more: false, from: '2026-09-21', to: '2026-11-20' },
  soldOut: 3,
  lowStock: 0,
};

/** A month without targets, as a viewer sees it. */
export const noTargets: MonthTargets = {
  month: '2026-11',
  from: '2026-11-01',
  to: '2026-11-30',
  currency: 'VND',
  daysLeft: 10,
  daysLoading: 0,
  mayChange: false,
  items: [],
};
