import type { LocalizedText } from '../../platform/http/problem.ts';

/** Type of a field. Ids are text, days are the shop's own, instants are UTC, money is exact. */
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
  label: LocalizedText;
  /** The value may be null. */
  nullable?: true;
  /** SQL over a column of another name. */
  from?: string;
}

const firstDay = (unit: 'week' | 'month') => `date_trunc('${unit}', day::timestamp)::date`;

/** Dimensions. Ids never change; labels may. */
export const dimensions = {
  day: { type: 'day', label: { vi: 'Ngày', en: 'Day' } },
  week: {
    type: 'day',
    label: { vi: 'Tuần (từ thứ Hai)', en: 'Week (starts Monday)' },
    from: firstDay('week'),
  },
  month: {
    type: 'day',
    label: { vi: 'Tháng (ngày đầu)', en: 'Month (first day)' },
    from: firstDay('month'),
  },
  platform: { type: 'text', label: { vi: 'Sàn', en: 'Marketplace' } },
  shop_id: { type: 'uuid', label: { vi: 'Mã gian hàng', en: 'Shop ID' } },
  shop_name: { type: 'text', label: { vi: 'Gian hàng', en: 'Shop' } },
  region: { type: 'text', label: { vi: 'Thị trường', en: 'Region' } },
  currency: { type: 'text', label: { vi: 'Tiền tệ', en: 'Currency' } },
  currencies: { type: 'text', label: { vi: 'Các loại tiền', en: 'Currencies' } },
  time_zone: { type: 'text', label: { vi: 'Múi giờ', en: 'Time zone' } },
  sku_id: { type: 'text', label: { vi: 'Mã SKU của sàn', en: 'Marketplace SKU ID' } },
  seller_sku: { type: 'text', label: { vi: 'SKU của shop', en: 'Seller SKU' } },
  product_name: { type: 'text', label: { vi: 'Sản phẩm', en: 'Product' } },
  item_id: { type: 'text', label: { vi: 'Mã sản phẩm của sàn', en: 'Marketplace product ID' } },
  order_id: { type: 'text', label: { vi: 'Mã đơn hàng', en: 'Order ID' } },
  line_id: { type: 'text', label: { vi: 'Mã dòng hàng', en: 'Line ID' } },
  created_at: { type: 'instant', label: { vi: 'Thời điểm đặt (UTC)', en: 'Placed at (UTC)' } },
  created_day: { type: 'day', label: { vi: 'Ngày đặt', en: 'Order date' } },
  committed_at: {
    type: 'instant',
    nullable: true,
    label: { vi: 'Thời điểm chốt đơn (UTC)', en: 'Sold at (UTC)' },
  },
  committed_day: {
    type: 'day',
    nullable: true,
    label: { vi: 'Ngày chốt đơn', en: 'Sale date' },
  },
  updated_at: { type: 'instant', label: { vi: 'Cập nhật lúc (UTC)', en: 'Updated at (UTC)' } },
  stage: { type: 'text', label: { vi: 'Giai đoạn', en: 'Stage' } },
  status: { type: 'text', label: { vi: 'Trạng thái', en: 'Status' } },
  return_state: { type: 'text', label: { vi: 'Tình trạng trả hàng', en: 'Return status' } },
  raw_status: { type: 'text', label: { vi: 'Trạng thái của sàn', en: 'Marketplace status' } },
  cancelled_by: {
    type: 'text',
    nullable: true,
    label: { vi: 'Bên huỷ', en: 'Canceled by' },
  },
  payment_method: { type: 'text', label: { vi: 'Cách thanh toán', en: 'Payment method' } },
  is_cod: { type: 'flag', label: { vi: 'Thanh toán khi nhận hàng', en: 'Cash on delivery' } },
  is_split: { type: 'flag', label: { vi: 'Tách nhiều giai đoạn', en: 'Split' } },
  is_valid: { type: 'flag', label: { vi: 'Đơn hợp lệ', en: 'Valid' } },
  is_cancelled: { type: 'flag', label: { vi: 'Đã huỷ', en: 'Canceled' } },
  fee_class: { type: 'text', label: { vi: 'Loại khoản', en: 'Amount type' } },
  fee_code: { type: 'text', label: { vi: 'Mã khoản của sàn', en: 'Marketplace fee code' } },
  fee_name: { type: 'text', label: { vi: 'Tên khoản của sàn', en: 'Marketplace fee name' } },
  settlement_id: { type: 'text', label: { vi: 'Mã bút toán của sàn', en: 'Settlement ID' } },
  statement_id: {
    type: 'text',
    nullable: true,
    label: { vi: 'Mã kỳ thanh toán', en: 'Statement ID' },
  },
  occurred_day: { type: 'day', label: { vi: 'Ngày ghi nhận', en: 'Booking date' } },
  settled_day: {
    type: 'day',
    nullable: true,
    label: { vi: 'Ngày thanh toán', en: 'Payout date' },
  },
  first_settled_day: {
    type: 'day',
    nullable: true,
    label: { vi: 'Ngày thanh toán đầu tiên', en: 'First payout date' },
  },
  last_settled_day: {
    type: 'day',
    nullable: true,
    label: { vi: 'Ngày thanh toán gần nhất', en: 'Last payout date' },
  },
  is_estimate: { type: 'flag', label: { vi: 'Ước tính', en: 'Estimate' } },
  waiting_reason: {
    type: 'text',
    nullable: true,
    label: { vi: 'Lý do chưa đối soát', en: 'Unsettled reason' },
  },
  waiting_until: {
    type: 'text',
    nullable: true,
    label: { vi: 'Dự kiến đối soát', en: 'Expected settlement' },
  },
  payout_state: { type: 'text', label: { vi: 'Tình trạng thanh toán', en: 'Payout status' } },
  account_id: { type: 'uuid', label: { vi: 'Mã tài khoản quảng cáo', en: 'Ad account ID' } },
  account_name: { type: 'text', label: { vi: 'Tài khoản quảng cáo', en: 'Ad account' } },
  campaign_id: { type: 'text', label: { vi: 'Mã chiến dịch', en: 'Campaign ID' } },
  campaign_name: { type: 'text', label: { vi: 'Chiến dịch', en: 'Campaign' } },
  price: { type: 'money', label: { vi: 'Giá niêm yết', en: 'List price' } },
  special_price: {
    type: 'money',
    nullable: true,
    label: { vi: 'Giá khuyến mãi', en: 'Promotional price' },
  },
  stock: { type: 'count', nullable: true, label: { vi: 'Tồn kho', en: 'Stock' } },
} as const satisfies Record<string, FieldDefinition>;

/** Additive fields that are not metrics of the dictionary. */
export const amounts = {
  quantity: { type: 'count', label: { vi: 'Số lượng', en: 'Quantity' } },
  list_price: { type: 'money', label: { vi: 'Giá gốc của dòng', en: 'Item list price' } },
  seller_price: {
    type: 'money',
    label: { vi: 'Giá bán của dòng', en: 'Item selling price' },
  },
  seller_voucher: {
    type: 'money',
    label: { vi: 'Mã giảm giá của shop', en: 'Seller voucher' },
  },
  platform_voucher: {
    type: 'money',
    label: { vi: 'Mã giảm giá của sàn', en: 'Marketplace voucher' },
  },
  shipping_fee: { type: 'money', label: { vi: 'Phí vận chuyển', en: 'Shipping fee' } },
  payout_lines: { type: 'count', label: { vi: 'Số khoản', en: 'Lines' } },
  amount: { type: 'money', label: { vi: 'Số tiền', en: 'Amount' } },
  paid_out: { type: 'money', label: { vi: 'Đã thanh toán', en: 'Paid out' } },
  paid_for_goods: {
    type: 'money',
    label: { vi: 'Đã thanh toán tiền hàng', en: 'Paid for items' },
  },
  pending: { type: 'money', label: { vi: 'Chờ thanh toán', en: 'Pending' } },
  estimated: { type: 'money', label: { vi: 'Ước tính', en: 'Estimated' } },
  ad_link_clicks: { type: 'count', label: { vi: 'Lượt nhấp liên kết', en: 'Link clicks' } },
} as const satisfies Record<string, FieldDefinition>;

export type DimensionId = keyof typeof dimensions;
export type AmountId = keyof typeof amounts;
export type { FieldDefinition };
