import type { DayBasis } from '@seller-connect/contract';
import type { SumId } from '@seller-connect/contract/metrics';
import type { Words } from '../../platform/problem.ts';
import type { AmountId, DimensionId } from './field-words.ts';

/** A view of the schema `rpt` as it is offered: its columns by what they are. */
export interface OfferedView {
  id: string;
  words: Words;
  key: readonly DimensionId[];
  days: Partial<Record<DayBasis, DimensionId>>;
  /** Its rows stand by each of these days in an index, before what tells them apart. */
  isByDay?: boolean;
  dimensions: readonly DimensionId[];
  /** Dimensions that can be asked for and are not among the defaults, because they follow from another. */
  derived?: readonly DimensionId[];
  /** Dimensions that may be missing here, and nowhere else. */
  optional?: readonly DimensionId[];
  amounts?: readonly AmountId[];
  sums: readonly SumId[];
  of?: 'money' | 'ads';
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

export const offeredViews: readonly OfferedView[] = [
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
    isByDay: true,
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
    isByDay: true,
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
    id: 'payout_day',
    of: 'money',
    words: { vi: 'Tiền về và phí theo ngày', en: 'Payouts and fees by day' },
    key: ['day', 'shop_id', 'fee_class', 'currency'],
    days: { settled: 'day' },
    dimensions: ['day', 'platform', 'shop_id', 'shop_name', 'fee_class', 'currency'],
    derived: ['week', 'month'],
    sums: ['payout', 'fees'],
    amounts: ['payout_lines'],
  },
  {
    id: 'payout_lines',
    of: 'money',
    words: { vi: 'Từng khoản thanh toán của sàn', en: 'Lines of payouts' },
    key: ['shop_id', 'settlement_id', 'line_id'],
    days: { settled: 'settled_day', booked: 'occurred_day' },
    dimensions: [
      'platform',
      'shop_id',
      'shop_name',
      'settlement_id',
      'line_id',
      'statement_id',
      'order_id',
      'occurred_day',
      'settled_day',
      'fee_class',
      'fee_code',
      'fee_name',
      'is_estimate',
      'currency',
    ],
    optional: ['order_id'],
    amounts: ['amount'],
    sums: ['payout', 'fees', 'pending_payout'],
  },
  {
    id: 'order_payouts',
    of: 'money',
    words: { vi: 'Tiền về theo đơn hàng', en: 'Payouts of orders' },
    key: ['shop_id', 'order_id'],
    days: { committed: 'committed_day', created: 'created_day' },
    dimensions: [
      'platform',
      'shop_id',
      'shop_name',
      'order_id',
      'created_day',
      'committed_day',
      'stage',
      'payout_state',
      'first_settled_day',
      'last_settled_day',
      'currency',
    ],
    amounts: ['paid_out', 'paid_for_goods', 'pending', 'estimated'],
    sums: [
      'orders',
      'net_sales',
      'settled_orders',
      'settled_net_sales',
      'settled_fees',
      'overdue_orders',
    ],
  },
  {
    id: 'ad_day',
    of: 'ads',
    words: { vi: 'Quảng cáo theo ngày', en: 'Ads by day' },
    key: ['day', 'account_id', 'campaign_id', 'currency'],
    days: { ad_day: 'day' },
    dimensions: [
      'day',
      'platform',
      'account_id',
      'account_name',
      'campaign_id',
      'campaign_name',
      'currency',
    ],
    derived: ['week', 'month'],
    sums: ['ad_spend', 'ad_purchase_value', 'ad_impressions', 'ad_clicks', 'ad_purchases'],
    amounts: ['ad_link_clicks'],
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
