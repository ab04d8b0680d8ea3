/** Texts of the rows behind a figure; the source language. */
export const vi = {
  title: 'Từng khoản',
  titles: {
    payout: 'Từng khoản làm nên tiền về',
    fees: 'Từng khoản phí sàn',
    adSpend: 'Chi phí quảng cáo từng ngày',
  },
  days: (from: string, to: string) => (from === to ? `ngày ${from}` : `từ ${from} đến ${to}`),
  lead: {
    payout: (days: string) => `Các khoản sàn đã thanh toán ${days}.`,
    fees: (days: string) => `Các khoản phí và tiền phạt sàn giữ lại ${days}.`,
    adSpend: (days: string) => `Từng chiến dịch, từng ngày ${days}.`,
  },
  noMetric: 'Chưa chọn số liệu',
  noMetricText: 'Trang này mở từ một con số của báo cáo.',
  toMoney: 'Tiền về và phí',
  failed: 'Chưa tải được các khoản.',
  empty: 'Không có khoản nào',
  emptyText: 'Không có khoản nào khớp với những ngày và bộ lọc này.',
  total: (amount: string) => `Tổng cộng: ${amount}`,
  more: 'Tải thêm',
  chosen: 'Đang lọc theo',
  leaveOut: (text: string) => `Bỏ lọc: ${text}`,
  oneShop: 'Một gian hàng',
  oneAccount: 'Một tài khoản quảng cáo',
  day: 'Ngày',
  kind: 'Khoản',
  shop: 'Gian hàng',
  order: 'Đơn hàng',
  noOrder: 'Không theo đơn',
  amount: 'Số tiền',
  campaign: 'Chiến dịch',
  account: 'Tài khoản',
  clicks: 'Lượt nhấp',
  purchases: 'Lượt mua',
};

export type RowsTexts = typeof vi;
