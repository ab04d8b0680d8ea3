import type { LocalizedText } from '../../platform/http/problem.ts';

/** What a field holds. Ids are text, days are the shop's own, instants are UTC, money is exact. */
export type FieldType =
  | 'text'
  | 'uuid'
  | 'day'
  | 'instant'
  | 'flag'
  | 'count'
  | 'money'
  | 'share'
  | 'times';

interface FieldDefinition {
  type: FieldType;
  words: LocalizedText;
  /** The value may be missing. */
  nullable?: true;
  /** Made from a column of another name. */
  from?: string;
}

const firstDay = (unit: 'week' | 'month') => `date_trunc('${unit}', day::timestamp)::date`;

/** What rows are told apart by. Ids never change; words may. */
export const dimensions = {
  day: { type: 'day', words: { vi: 'Ngày', en: 'Day' } },
  week: {
    type: 'day',
    words: { vi: 'Tuần (từ thứ Hai)', en: 'Week (from Monday)' },
    from: firstDay('week'),
  },
  month: {
    type: 'day',
    words: { vi: 'Tháng (ngày đầu)', en: 'Month (first day)' },
    from: firstDay('month'),
  },
  platform: { type: 'text', words: { vi: 'Sàn', en: 'Marketplace' } },
  shop_id: { type: 'uuid', words: { vi: 'Mã gian hàng', en: 'Shop id' } },
  shop_name: { type: 'text', words: { vi: 'Gian hàng', en: 'Shop' } },
  region: { type: 'text', words: { vi: 'Thị trường', en: 'Region' } },
  currency: { type: 'text', words: { vi: 'Tiền tệ', en: 'Currency' } },
  currencies: { type: 'text', words: { vi: 'Các loại tiền', en: 'Currencies' } },
  time_zone: { type: 'text', words: { vi: 'Múi giờ', en: 'Time zone' } },
  sku_id: { type: 'text', words: { vi: 'Mã SKU của sàn', en: 'Marketplace SKU id' } },
  seller_sku: { type: 'text', words: { vi: 'SKU của shop', en: 'Seller SKU' } },
  product_name: { type: 'text', words: { vi: 'Sản phẩm', en: 'Product' } },
  item_id: { type: 'text', words: { vi: 'Mã sản phẩm của sàn', en: 'Marketplace product id' } },
  order_id: { type: 'text', words: { vi: 'Mã đơn hàng', en: 'Order id' } },
  line_id: { type: 'text', words: { vi: 'Mã dòng hàng', en: 'Line id' } },
  created_at: { type: 'instant', words: { vi: 'Thời điểm đặt (UTC)', en: 'Placed at (UTC)' } },
  created_day: { type: 'day', words: { vi: 'Ngày đặt', en: 'Day placed' } },
  committed_at: {
    type: 'instant',
    nullable: true,
    words: { vi: 'Thời điểm chốt đơn (UTC)', en: 'Committed at (UTC)' },
  },
  committed_day: {
    type: 'day',
    nullable: true,
    words: { vi: 'Ngày chốt đơn', en: 'Day committed' },
  },
  updated_at: { type: 'instant', words: { vi: 'Cập nhật lúc (UTC)', en: 'Updated at (UTC)' } },
  stage: { type: 'text', words: { vi: 'Giai đoạn', en: 'Stage' } },
  status: { type: 'text', words: { vi: 'Trạng thái', en: 'Status' } },
  return_state: { type: 'text', words: { vi: 'Tình trạng trả hàng', en: 'Return state' } },
  raw_status: { type: 'text', words: { vi: 'Trạng thái của sàn', en: 'Marketplace status' } },
  cancelled_by: {
    type: 'text',
    nullable: true,
    words: { vi: 'Bên huỷ', en: 'Cancelled by' },
  },
  payment_method: { type: 'text', words: { vi: 'Cách thanh toán', en: 'Payment method' } },
  is_cod: { type: 'flag', words: { vi: 'Thanh toán khi nhận hàng', en: 'Cash on delivery' } },
  is_split: { type: 'flag', words: { vi: 'Tách nhiều giai đoạn', en: 'Split' } },
  is_valid: { type: 'flag', words: { vi: 'Đơn hợp lệ', en: 'Valid' } },
  is_cancelled: { type: 'flag', words: { vi: 'Đã huỷ', en: 'Cancelled' } },
  fee_class: { type: 'text', words: { vi: 'Loại khoản', en: 'Class of amount' } },
  fee_code: { type: 'text', words: { vi: 'Mã khoản của sàn', en: 'Marketplace fee code' } },
  fee_name: { type: 'text', words: { vi: 'Tên khoản của sàn', en: 'Marketplace fee name' } },
  settlement_id: { type: 'text', words: { vi: 'Mã bút toán của sàn', en: 'Booking id' } },
  statement_id: {
    type: 'text',
    nullable: true,
    words: { vi: 'Mã kỳ thanh toán', en: 'Statement id' },
  },
  occurred_day: { type: 'day', words: { vi: 'Ngày ghi nhận', en: 'Day booked' } },
  settled_day: {
    type: 'day',
    nullable: true,
    words: { vi: 'Ngày thanh toán', en: 'Day paid out' },
  },
  first_settled_day: {
    type: 'day',
    nullable: true,
    words: { vi: 'Ngày thanh toán đầu tiên', en: 'First day paid out' },
  },
  last_settled_day: {
    type: 'day',
    nullable: true,
    words: { vi: 'Ngày thanh toán gần nhất', en: 'Last day paid out' },
  },
  is_estimate: { type: 'flag', words: { vi: 'Ước tính', en: 'Estimate' } },
  waiting_reason: {
    type: 'text',
    nullable: true,
    words: { vi: 'Lý do chưa đối soát', en: 'Why it is unsettled' },
  },
  waiting_until: {
    type: 'text',
    nullable: true,
    words: { vi: 'Dự kiến đối soát', en: 'Expected to settle' },
  },
  payout_state: { type: 'text', words: { vi: 'Tình trạng thanh toán', en: 'Payout state' } },
  account_id: { type: 'uuid', words: { vi: 'Mã tài khoản quảng cáo', en: 'Ad account id' } },
  account_name: { type: 'text', words: { vi: 'Tài khoản quảng cáo', en: 'Ad account' } },
  campaign_id: { type: 'text', words: { vi: 'Mã chiến dịch', en: 'Campaign id' } },
  campaign_name: { type: 'text', words: { vi: 'Chiến dịch', en: 'Campaign' } },
  price: { type: 'money', words: { vi: 'Giá niêm yết', en: 'Price' } },
  special_price: {
    type: 'money',
    nullable: true,
    words: { vi: 'Giá khuyến mãi', en: 'Special price' },
  },
  stock: { type: 'count', nullable: true, words: { vi: 'Tồn kho', en: 'Stock' } },
} as const satisfies Record<string, FieldDefinition>;

/** What adds up and is none of the dictionary's metrics. */
export const amounts = {
  quantity: { type: 'count', words: { vi: 'Số lượng', en: 'Quantity' } },
  list_price: { type: 'money', words: { vi: 'Giá gốc của dòng', en: 'List price of the line' } },
  seller_price: {
    type: 'money',
    words: { vi: 'Giá bán của dòng', en: 'Selling price of the line' },
  },
  seller_voucher: {
    type: 'money',
    words: { vi: 'Mã giảm giá của shop', en: 'Seller’s voucher' },
  },
  platform_voucher: {
    type: 'money',
    words: { vi: 'Mã giảm giá của sàn', en: 'Marketplace’s voucher' },
  },
  shipping_fee: { type: 'money', words: { vi: 'Phí vận chuyển', en: 'Shipping fee' } },
  payout_lines: { type: 'count', words: { vi: 'Số khoản', en: 'Lines' } },
  amount: { type: 'money', words: { vi: 'Số tiền', en: 'Amount' } },
  paid_out: { type: 'money', words: { vi: 'Đã thanh toán', en: 'Paid out' } },
  paid_for_goods: {
    type: 'money',
    words: { vi: 'Đã thanh toán tiền hàng', en: 'Paid for the goods' },
  },
  pending: { type: 'money', words: { vi: 'Chờ thanh toán', en: 'Pending' } },
  estimated: { type: 'money', words: { vi: 'Ước tính', en: 'Estimated' } },
  ad_link_clicks: { type: 'count', words: { vi: 'Lượt nhấp liên kết', en: 'Link clicks' } },
} as const satisfies Record<string, FieldDefinition>;

export type DimensionId = keyof typeof dimensions;
export type AmountId = keyof typeof amounts;
export type { FieldDefinition };
