import type { Platform } from '@seller-connect/contract';

/**
 * Words of typed questions in both languages, as search keys: without diacritics, in lower case. Whoever reads the
 * application in one language may still type the other one's words.
 */

/** Metrics that can be asked for, by their ids in the dictionary. */
export const questionMetrics = [
  'gmv',
  'net_sales',
  'orders',
  'units',
  'aov',
  'cancellation_rate',
  'cancelled_orders',
  'placed_orders',
  'returned_value',
  'cancelled_value',
  'payout',
  'fees',
  'ad_spend',
] as const;
export type QuestionMetric = (typeof questionMetrics)[number];

export const metricPhrases: Readonly<Record<QuestionMetric, readonly string[]>> = {
  gmv: ['gmv', 'doanh so', 'doanh thu', 'sales', 'revenue', 'turnover', 'ban duoc', 'sell'],
  net_sales: ['doanh thu thuan', 'thuc thu', 'net sales', 'net revenue', 'net'],
  orders: ['don hang', 'so don', 'so don hang', 'don', 'orders', 'order count', 'number of orders'],
  units: [
    'so luong ban',
    'so luong',
    'san pham da ban',
    'units',
    'units sold',
    'quantity',
    'items sold',
  ],
  aov: [
    'gia tri don trung binh',
    'gia tri trung binh don',
    'gia tri don hang trung binh',
    'aov',
    'average order value',
    'average order',
  ],
  cancellation_rate: [
    'ty le huy',
    'ti le huy',
    'ty le huy don',
    'ti le huy don',
    'cancellation rate',
    'cancel rate',
  ],
  cancelled_orders: [
    'don huy',
    'don bi huy',
    'don hang huy',
    'so don huy',
    'canceled orders',
    'cancelled orders',
    'cancellations',
  ],
  placed_orders: ['don da dat', 'don dat', 'placed orders', 'orders placed'],
  returned_value: [
    'gia tri hang tra',
    'hang tra',
    'hang hoan',
    'tra hang',
    'returns',
    'returned value',
    'refunds',
  ],
  cancelled_value: ['gia tri don huy', 'gia tri huy', 'canceled value', 'cancelled value'],
  payout: ['tien ve', 'tien da ve', 'payout', 'payouts', 'paid out'],
  fees: ['phi san', 'phi', 'tien phi', 'fees', 'marketplace fees'],
  ad_spend: [
    'chi phi quang cao',
    'tien quang cao',
    'quang cao',
    'ad spend',
    'ads spend',
    'ad cost',
    'ads',
  ],
};

export type Dimension = 'shop' | 'platform' | 'brand' | 'hour' | 'product';

export const dimensionPhrases: Readonly<Record<Dimension, readonly string[]>> = {
  shop: ['theo gian hang', 'theo shop', 'tung gian hang', 'tung shop', 'by shop', 'per shop'],
  platform: [
    'theo san',
    'tung san',
    'by marketplace',
    'per marketplace',
    'by platform',
    'by channel',
  ],
  brand: ['theo thuong hieu', 'theo nhan hang', 'by brand', 'per brand'],
  hour: ['theo gio', 'tung gio', 'by hour', 'per hour', 'hourly'],
  product: ['theo san pham', 'tung san pham', 'theo sku', 'by product', 'per product', 'by sku'],
};

/** Periods with a name in the address of the report. */
export const periodPhrases = {
  today: ['hom nay', 'today'],
  yesterday: ['hom qua', 'yesterday'],
  '7d': ['7 ngay', '7 ngay qua', '7 ngay gan day', 'last 7 days', 'past 7 days', '7 days', '7d'],
  '28d': ['28 ngay', '28 ngay qua', 'last 28 days', 'past 28 days', '28 days', '28d'],
  '90d': ['90 ngay', '90 ngay qua', 'last 90 days', 'past 90 days', '90 days', '90d'],
  week: ['tuan nay', 'this week'],
  last_week: ['tuan truoc', 'tuan qua', 'tuan roi', 'last week', 'previous week'],
  month: ['thang nay', 'this month'],
  last_month: ['thang truoc', 'thang qua', 'thang roi', 'last month', 'previous month'],
  quarter: ['quy nay', 'this quarter'],
  year: ['nam nay', 'this year'],
} as const;
export type NamedPeriod = keyof typeof periodPhrases;

export const comparisonPhrases = {
  previous: ['so voi ky truoc', 'so ky truoc', 'vs previous period', 'vs previous'],
  year: [
    'so voi cung ky',
    'so voi nam ngoai',
    'so voi nam truoc',
    'cung ky',
    'cung ky nam truoc',
    'vs last year',
    'compared to last year',
    'year over year',
    'yoy',
  ],
} as const;

export const platformPhrases: Readonly<Partial<Record<Platform, readonly string[]>>> = {
  LAZADA: ['lazada'],
  SHOPEE: ['shopee'],
  TIKI: ['tiki'],
  TIKTOK: ['tiktok', 'tiktok shop', 'tik tok'],
};

/** Words that change nothing. */
export const fillerPhrases: readonly string[] = (
  'cua|trong|la|la bao nhieu|bao nhieu|duoc bao nhieu|xem|cho toi|tren|o|tai|ngay|tu|den|cho|so|tong|' +
  'of|in|on|for|from|to|the|my|show|show me|what is|how much|how many|total|at|were|was|did i|did we|during'
).split('|');
