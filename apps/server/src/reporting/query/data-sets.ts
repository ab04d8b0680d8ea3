import {
  metricIds,
  metrics,
  wordsOfMetric,
  type Basis,
  type Metric,
  type MetricId,
  type SumId,
} from '@seller-connect/contract/metrics';
import type { Words } from '../../platform/problem.ts';
import {
  amounts,
  dimensions,
  type AmountId,
  type Described,
  type DimensionId,
  type FieldType,
} from './field-words.ts';

/** One field that can be asked for, under an id that never changes. */
export interface Field {
  id: string;
  type: FieldType;
  words: Words;
  /** What it tells, where the words alone do not say it. */
  about: Words | null;
  nullable: boolean;
  /**
   * `none`: rows are told apart by it. `sum`: adds up. `ratio`: one sum divided by another, for exactly the rows that
   * are asked for.
   */
  aggregation: 'none' | 'sum' | 'ratio';
  /** SQL over the view's columns; for a ratio, of its two sums. */
  sql: string;
  dividend?: string;
  divisor?: string;
}

/** One of the views of the schema `rpt`, as something to ask. */
export interface DataSet {
  id: string;
  words: Words;
  /** Dimensions that together tell every row apart; none of them is ever missing. */
  key: readonly string[];
  /** The columns that a range of days can be about, the default first; none for what has no day. */
  days: Partial<Record<Basis, string>>;
  fields: ReadonlyMap<string, Field>;
  /** What is answered when no field is named. */
  defaults: readonly string[];
}

interface Made {
  id: string;
  words: Words;
  key: readonly DimensionId[];
  days: Partial<Record<Basis, DimensionId>>;
  dimensions: readonly DimensionId[];
  /** Dimensions that can be asked for and are not among the defaults, because they follow from another. */
  derived?: readonly DimensionId[];
  amounts?: readonly AmountId[];
  sums: readonly SumId[];
}

const money = [
  'gmv',
  'cancelled_value',
  'failed_value',
  'returned_value',
  'nmv',
  'seller_vouchers',
  'net_sales',
] as const;

const made: readonly Made[] = [
  {
    id: 'shop_day',
    words: { vi: 'Gian hàng theo ngày', en: 'Shops by day' },
    key: ['day', 'shop_id', 'currency'],
    days: { committed: 'day' },
    dimensions: ['day', 'platform', 'shop_id', 'shop_name', 'currency'],
    derived: ['week', 'month'],
    sums: [
      'placed_orders',
      'orders',
      'valid_orders',
      'cancelled_orders',
      'units',
      'unknown_items',
      ...money,
    ],
  },
  {
    id: 'sku_day',
    words: { vi: 'Sản phẩm theo ngày', en: 'Products by day' },
    key: ['day', 'shop_id', 'sku_id', 'currency'],
    days: { committed: 'day' },
    dimensions: [
      'day',
      'platform',
      'shop_id',
      'shop_name',
      'sku_id',
      'seller_sku',
      'product_name',
      'currency',
    ],
    derived: ['week', 'month'],
    sums: ['product_orders', 'units', ...money],
  },
  {
    id: 'orders',
    words: { vi: 'Đơn hàng', en: 'Orders' },
    key: ['shop_id', 'order_id'],
    days: { committed: 'committed_day', created: 'created_day' },
    dimensions: [
      'platform',
      'shop_id',
      'shop_name',
      'order_id',
      'created_at',
      'created_day',
      'committed_at',
      'committed_day',
      'updated_at',
      'stage',
      'is_cod',
      'is_split',
      'payment_method',
      'currency',
      'is_valid',
      'is_cancelled',
    ],
    sums: ['units', 'unknown_items', ...money],
    amounts: ['shipping_fee'],
  },
  {
    id: 'order_items',
    words: { vi: 'Dòng hàng', en: 'Order lines' },
    key: ['shop_id', 'order_id', 'line_id'],
    days: { committed: 'committed_day', created: 'created_day' },
    dimensions: [
      'platform',
      'shop_id',
      'shop_name',
      'order_id',
      'line_id',
      'created_day',
      'committed_day',
      'sku_id',
      'seller_sku',
      'product_name',
      'stage',
      'return_state',
      'raw_status',
      'cancelled_by',
      'currency',
      'updated_at',
    ],
    sums: [],
    amounts: ['quantity', 'list_price', 'seller_price', 'seller_voucher', 'platform_voucher'],
  },
  {
    id: 'products',
    words: { vi: 'Sản phẩm đang bán', en: 'Listed products' },
    key: ['shop_id', 'item_id', 'sku_id'],
    days: {},
    dimensions: [
      'platform',
      'shop_id',
      'shop_name',
      'item_id',
      'sku_id',
      'seller_sku',
      'product_name',
      'status',
      'currency',
      'price',
      'special_price',
      'stock',
      'updated_at',
    ],
    sums: [],
  },
  {
    id: 'shops',
    words: { vi: 'Gian hàng', en: 'Shops' },
    key: ['shop_id'],
    days: {},
    dimensions: ['shop_id', 'platform', 'shop_name', 'region', 'currency', 'time_zone'],
    sums: [],
  },
];

/** Everything that can be asked, by id. */
export const dataSets: ReadonlyMap<string, DataSet> = new Map(
  made.map((each) => [each.id, dataSetOf(each)]),
);

/** What is answered when nothing is asked. */
export const defaultDataSet = 'shop_day';

function dataSetOf(source: Made): DataSet {
  const shown = [
    ...source.dimensions.map((id) => fieldOf(id, dimensions[id], 'none')),
    ...(source.amounts ?? []).map((id) => fieldOf(id, amounts[id], 'sum')),
    ...source.sums.map(sumField),
  ];
  const derived = (source.derived ?? []).map((id) => fieldOf(id, dimensions[id], 'none'));
  const fields = [...shown, ...derived, ...ratioFields(source.sums)];
  return {
    id: source.id,
    words: source.words,
    key: source.key,
    days: source.days,
    fields: new Map(fields.map((field) => [field.id, field])),
    defaults: shown.map((field) => field.id),
  };
}

function fieldOf(id: string, described: Described, aggregation: 'none' | 'sum'): Field {
  const { type, words, nullable = false, from = id } = described;
  return { id, type, words, about: null, nullable, aggregation, sql: from };
}

function sumField(id: SumId): Field {
  return {
    ...wordsOf(id),
    id,
    type: metrics[id].unit,
    nullable: false,
    aggregation: 'sum',
    sql: id,
  };
}

/** Every ratio of the dictionary whose two sums are there. */
function ratioFields(sums: readonly string[]): Field[] {
  return metricIds.flatMap((id): Field[] => {
    const metric: Metric = metrics[id];
    if (metric.kind !== 'ratio') return [];
    const { dividend, divisor, unit: type } = metric;
    if (!sums.includes(dividend) || !sums.includes(divisor)) return [];
    const ratio = { aggregation: 'ratio', sql: '', dividend, divisor } as const;
    return [{ ...wordsOf(id), id, type, nullable: true, ...ratio }];
  });
}

function wordsOf(id: MetricId): { words: Words; about: Words } {
  const { vi, en } = wordsOfMetric(id);
  return { words: { vi: vi.name, en: en.name }, about: { vi: vi.about, en: en.about } };
}
